"""A page that shows nothing: what is left is the frame."""
