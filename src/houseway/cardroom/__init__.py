"""What the card chapters share: the shoe and the discard rack at a table, shuffle and cut, their events and checks."""
