"""The small trainings, one module each: settings, pictures, takeaway and formula."""
