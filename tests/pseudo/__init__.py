"""A language that nobody speaks: what went through a door of the interface stands in ⟦brackets⟧."""
