"""What people see: pages are composed of what stands here."""

import logging

from model.interrupts import install_quiet_excepthook

install_quiet_excepthook()

# Caches are made when their modules are imported, before any server runs, and that is no fault.
logging.getLogger("streamlit.runtime.caching.cache_data_api").addFilter(
    lambda record: "No runtime found" not in record.getMessage()
)
