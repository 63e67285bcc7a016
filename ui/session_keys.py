"""Keys of the Streamlit session that several packages share; any other key stands in one file.

A choice that links hold has its name in the link as key: "source", "head", ...
"""

READ = "read"  # the sentence bar's request: ui.readings.session.Request
TYPED_LANGUAGE = "typed language"  # code of the sentence's language, chosen or detected
