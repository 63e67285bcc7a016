"""The code that ran: source of functions of the JavaScript engine."""

import html
import re
from pathlib import Path

from ui.messages import _

ENGINE = Path(__file__).parent / "engine"


def read_engine_function(location: str) -> str:
    """Return the source of one function of the JavaScript engine, with its comment above.

    Args:
        location: file and name of the function, such as "transformer.attend".

    Raises:
        ValueError: if there is no such function.
    """
    file, name = location.split(".")
    text = (ENGINE / f"{file}.js").read_text(encoding="utf-8")
    found = re.search(
        rf"(?:^ */\*\*(?:(?!\*/).)*\*/\n)?^( *)(?:export )?(?:function\*? )?\*?{name}\(.*?^\1}}\n",
        text,
        re.DOTALL | re.MULTILINE,
    )
    if not found:
        raise ValueError(f"the engine has no function {location}")
    indent = len(found[1])
    return "\n".join(line[indent:] for line in found[0].splitlines())


def code_html(locations: tuple[str, ...]) -> str:
    """Return the source of some functions of the JavaScript engine as a collapsed HTML element.

    Args:
        locations: file and name of each function, such as "transformer.attend".

    Returns:
        The <details> element; "" if there are no locations.
    """
    if not locations:
        return ""
    code = html.escape("\n\n".join(map(read_engine_function, locations)))
    names = ", ".join(f"<code>{place.split('.')[1]}</code>" for place in locations)
    title = _("The code that ran: {code}").format(code=names)
    return (
        f'<details class="code"><summary>{title}</summary>'
        f'<pre tabindex="0"><code translate="no">{code}</code></pre></details>'
    )
