"""Paper: what is printed, set by Typst."""
