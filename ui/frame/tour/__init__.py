"""The guided tour: a strip over the pages; its checks read the facts that pages report."""
