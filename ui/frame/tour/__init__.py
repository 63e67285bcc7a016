"""The guided tour: a strip that stays over the pages, whose checks read what the pages show."""
