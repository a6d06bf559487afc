"""Physical equipment that the chapters name: cards and the shoe, dice, tiles, the card reader."""
