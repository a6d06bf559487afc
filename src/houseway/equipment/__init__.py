"""Cards and the shoe, dice, tiles, the card reader: the physical things that the chapters name."""
