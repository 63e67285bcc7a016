"""A page that shows nothing but the frame."""
