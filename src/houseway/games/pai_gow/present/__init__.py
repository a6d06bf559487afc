"""How the game looks to people: layout, typed entries, prompts, hints, and advice as text and tables."""
