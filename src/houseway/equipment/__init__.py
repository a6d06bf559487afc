"""Cards and shoes, dice, tiles, wheels, the devices that the chapters name, and the random source."""
