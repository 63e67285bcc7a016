"""Dependence runs one way, model <- ui <- pages, and the name of a file says what it may do."""

import ast
import functools
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = {
    path.relative_to(ROOT).as_posix(): path
    for top in ("model", "ui", "pages")
    for path in sorted((ROOT / top).rglob("*.py"))
}

# Which rooms may be entered from a room, besides itself; a room is the longest name that fits.
FILES_OF_MODELS = ("model.marian.tokenizer", "model.storage", "model.translate")
NETWORK = ("model", *FILES_OF_MODELS)
MEASURES = (*NETWORK, "model.changes", "model.measures")
DATA = (*MEASURES, "model.data")
DOOR = ("model.reading", "model.glass")
KEEPING = ("model.serialization", "model.opening")
PROGRAMS = (
    "model.training",
    "model.alignment",
    "model.robustness",
    "model.attribution",
    "model.census",
    "model.flow",
    "model.marian",
    "model.teach",
    "model.steering",
    "model.backward",
)
MODEL = (*DATA, *DOOR, *PROGRAMS, "model.small", "model.patching", "model.patching.minimal_pairs")
WORDS = (
    "ui.words",
    "ui.locales",
    "ui.messages",
    "ui.schemas",
    "ui.sentence",
    "ui.latex",
    "ui.contents",
    "ui.session_keys",
    "ui.figures",
)
UI = (
    *WORDS,
    "ui",
    "ui.streamlit_internals",
    "ui.views",
    "ui.queues",
    "ui.readings",
    "ui.choices",
    "ui.frame",
)
ROOMS = {
    "model": (),
    "model.marian.tokenizer": ("model",),
    "model.storage": ("model", "model.marian.tokenizer"),
    "model.translate": ("model", "model.storage"),
    "model.marian": NETWORK,
    "model.changes": NETWORK,
    "model.measures": MEASURES,
    "model.flow": (*DATA, *DOOR, "model.attribution"),
    "model.reading": (
        *MEASURES,
        "model.flow",
        "model.attribution",
        *KEEPING,
    ),
    "model.serialization": ("model", "model.changes"),
    "model.patching": MEASURES,
    "model.patching.minimal_pairs": (*MEASURES, *DOOR, "model.patching"),
    "model.teach": (*DATA, "model.training"),
    "model.steering": MEASURES,
    "model.backward": MEASURES,
    "model.experiments": (*MEASURES, "model.reading", "model.patching", "model.census"),
    "model.glass": (
        *MEASURES,
        "model.reading",
        "model.teach",
        "model.experiments",
        *KEEPING,
        "model.steering",
        "model.backward",
    ),
    "model.opening": ("model", *DOOR),
    "model.data": MEASURES,
    "model.training": DATA,
    "model.alignment": DATA,
    "model.robustness": DATA,
    "model.release": (*DATA, "model.robustness", "model.training"),
    "model.census": DATA,
    "model.attribution": (*DATA, "model.alignment"),
    "model.small": (*DATA, "model.training"),
    **{room: (*MODEL, *WORDS) for room in WORDS},
    "ui": ("model",),
    "ui.streamlit_internals": (),
    "ui.views": (*MODEL, *WORDS, "ui.streamlit_internals"),
    "ui.queues": ("ui.messages", "ui.locales"),
    "ui.readings": (*MODEL, *WORDS, "ui.views", "ui.queues"),
    "ui.choices": (*MODEL, *WORDS, "ui.views", "ui.readings"),
    "ui.frame": (*MODEL, *UI),
    "ui.lesson": (*MODEL, *UI, "ui.live"),
    "ui.live": (*MODEL, *UI, "ui.lesson"),
    "pages": (*MODEL, *UI, "ui.lesson"),
}

# What the files of a page must not import; a folder of that name is bound like a file.
FORBIDDEN = {
    "page": {"torch"},
    "remarks": {"streamlit"},
    "figures": {"streamlit", "model"},
    "compute": {"streamlit", "plotly", "ui"},
}


@functools.cache
def imported(path):
    """The modules that a file imports, anywhere in it, and the names it takes from them.

    What stands under ``if TYPE_CHECKING`` is for editors, and never imported.
    """
    names = set()
    module = ast.parse(path.read_text(encoding="utf-8"))
    module.body = [node for node in module.body if not _is_for_editors(node)]
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names |= {_module(node.module, alias.name) for alias in node.names}
    return names


def _is_for_editors(node):
    return isinstance(node, ast.If) and ast.unparse(node.test) in (
        "TYPE_CHECKING",
        "_typing.TYPE_CHECKING",
    )


def _module(package, name):
    """``package.name`` if that is a module of ours, else the package."""
    path = ROOT.joinpath(*package.split("."), name)
    ours = package.split(".")[0] in ("model", "ui", "pages", "app")
    return f"{package}.{name}" if ours and _exists(path) else package


def _exists(path):
    return path.with_suffix(".py").exists() or path.is_dir()


def room(module):
    fitting = [name for name in ROOMS if module == name or module.startswith(f"{name}.")]
    longest = max(fitting, key=len)
    deeper = module.removeprefix(longest).count(".") > 1
    assert not deeper or longest != "model", f"{module} lies in no room"
    return longest


def own(module):
    """The folder of a page that a module lies in, or the module itself."""
    return ".".join(module.split(".")[:3])


def module_of(file):
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def may_enter(me, name):
    """Whether a module may import another of ours."""
    here, there = room(me), room(name)
    if there == "pages":
        return here == "pages" and own(name) == own(me) and not name.endswith(".page")
    return there == here or there in ROOMS[here]


def kept_out(me):
    """The packages that a module must not import, whatever its room may."""
    here = room(me)
    if here == "pages":
        return FORBIDDEN.get(me.split(".")[3], set())
    if here.startswith("model"):
        return {"streamlit", "plotly"}
    return {"streamlit"} if here in WORDS else set()


def breaches(file):
    """What a file imports and must not."""
    me = module_of(file)
    for name in sorted(imported(FILES[file])):
        top = name.partition(".")[0]
        stranger = top in ("model", "ui", "pages") and not may_enter(me, name)
        if stranger or top in {"app", *kept_out(me)}:
            yield name


def test_nothing_is_imported_from_where_it_must_not_be():
    assert [(file, name) for file in FILES for name in breaches(file)] == []


def test_only_readings_and_what_a_page_keeps_cache():
    caching = [file for file, path in FILES.items() if "@st.cache" in path.read_text("utf-8")]
    assert len(caching) > 10
    kept = [file for file in caching if file.startswith("ui/readings/")]
    assert [file for file in caching if file not in kept and not file.endswith("/cached.py")] == []


def test_no_two_views_share_a_name():
    """Streamlit knows a view by its name alone."""
    views = [
        path for path in FILES.values() if " = register_view(" in path.read_text(encoding="utf-8")
    ]
    names = Counter(path.stem for path in views)
    assert len(names) > 30
    assert [name for name, count in names.items() if count > 1] == []


def test_annotations_are_checked_when_the_tests_run():
    """A future import would turn annotations into strings, which nothing checks."""
    for file, path in FILES.items():
        if file.startswith(("model/", "ui/figures/", "pages/")):
            assert "__future__" not in imported(path), path


@pytest.mark.parametrize("top", ["model", "ui", "pages"])
def test_no_file_is_longer_than_can_be_read_at_once(top):
    paths = [path for kind in ("py", "js", "css") for path in (ROOT / top).rglob(f"*.{kind}")]
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    assert [str(path) for path, length in lengths.items() if length > 400] == []


@pytest.mark.parametrize("top", ["ui", "pages"])
def test_the_model_is_asked_through_its_door(top):
    """Only the room that keeps the model in memory loads it; all others go through ``Glass``."""
    asking = [
        file
        for file, path in FILES.items()
        if file.startswith(f"{top}/") and "load_model" in path.read_text(encoding="utf-8")
    ]
    assert asking == (["ui/readings/session.py"] if top == "ui" else [])


KINDS = "model.changes.kinds"  # it gathers what others define, as its docstring says
# What stands in links, by the names that links have for it.
OF_LINKS = {"source", "from", "to", "layer", "head", "step", "word", "edits"}


def defined(path):
    """The names that a file defines or offers by ``__all__``, and others that it imports."""
    own, taken = set(), set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            own.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            own |= {name.id for one in targets for name in ast.walk(one) if hasattr(name, "id")}
            if "__all__" in own and ast.unparse(targets[0]) == "__all__":
                own |= set(ast.literal_eval(node.value))
        elif isinstance(node, ast.ImportFrom):
            taken |= {alias.asname or alias.name for alias in node.names}
    return own, taken - own


def passed_on(names, tree):
    """What a file takes from a module that only imported it, as (module, name)."""
    modules = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                if alias.name in names.get(node.module, ((), ()))[1]:
                    yield node.module, alias.name
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = modules.get(node.value.id, "")
            if node.attr in names.get(module, ((), ()))[1]:
                yield module, node.attr


def test_a_name_is_taken_from_where_it_is_defined():
    names = {
        module_of(file): defined(path)
        for file, path in FILES.items()
        if path.name != "__init__.py" and module_of(file) != KINDS
    }
    found = [
        (file, *one)
        for file, path in FILES.items()
        for one in passed_on(names, ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


def session_keys(tree):
    """The names, written out, by which a file reads or writes the session."""
    for node in ast.walk(tree):
        key = None
        if isinstance(node, ast.Subscript):
            of, key = node.value, node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            of, key = node.func.value, node.args[0]
        if isinstance(key, ast.Constant) and ast.unparse(of).endswith("session_state"):
            yield key.value


def test_what_several_rooms_know_in_the_session_has_its_name_in_one_place():
    rooms = {}
    for file, path in FILES.items():
        for key in session_keys(ast.parse(path.read_text(encoding="utf-8"))):
            rooms.setdefault(key, set()).add(own(module_of(file)).rpartition(".")[0])
    assert len(rooms) > 20
    assert {key for key, where in rooms.items() if len(where) > 1} - OF_LINKS == set()
