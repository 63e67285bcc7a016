"""Papers that a school files: what is kept of visitors, and who can use the app."""
