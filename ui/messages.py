"""The words of the interface: each message that people read goes through here.

The English sentence stays in the code, as gettext has it. A message is a whole sentence or label,
with gaps for what differs: ``_("Head {head} of {heads}").format(head=1, heads=4)``.
"""


def _(message: str) -> str:
    """Return a message in the visitor's language; its gaps are filled by ``str.format``."""
    return message


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a message that goes with a count; ``{count}`` in it is still a gap."""
    return one if count == 1 else many


def pgettext(context: str, message: str) -> str:
    """Return a message that means something else in another context: "reads", of a row, say."""
    return message


def N_(message: str) -> str:
    """Mark a message that is written down before it is known who reads it; ``_`` translates it."""
    return message
