"""Questions that only an executable law can answer. Each answer is exact or comes with a bound on its error."""
