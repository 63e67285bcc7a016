"""What cannot be done, in one sentence that can be said in another language, too."""


class Fault(ValueError):
    """Something was asked for that makes no sense; the text tells people what is wrong with it.

    Args:
        template: the sentence, with gaps as in ``str.format``: a message of the interface.
        values: what stands in the gaps.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template, self.values = template, values
