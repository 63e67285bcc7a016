"""The small trainings as the page shows them, one module each."""
