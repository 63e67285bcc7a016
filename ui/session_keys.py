"""What a session holds under a name that several rooms know; each other name stands in one file.

What stands in links has the name that links give it: "source", "head", ...
"""

READ = "read"  # what the sentence bar asks of the model: ui.readings.session.Request
TYPED_LANGUAGE = "typed language"  # code of the sentence's language, chosen or detected
