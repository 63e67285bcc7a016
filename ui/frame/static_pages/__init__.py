"""Static pages for a school's records: privacy and accessibility statements."""
