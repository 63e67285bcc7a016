"""What pages promise, and the sentences on which they keep it."""
