"""Errors whose one-sentence message can be translated."""


class Fault(ValueError):
    """A ValueError with a translatable message, which tells people what is wrong.

    Args:
        template: the sentence in English, with ``str.format`` fields; a key of the catalogues.
        values: values of the fields.
    """

    def __init__(self, template: str, **values: object) -> None:
        """Fill the template's placeholders with these values."""
        super().__init__(template.format(**values))
        self.template, self.values = template, values
