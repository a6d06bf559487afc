"""Questions that only an executable law can answer: each module answers one of them exactly, or states its bound."""
