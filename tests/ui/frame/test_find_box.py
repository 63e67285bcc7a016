"""The box above the menu finds pages and sections by the words that people have for them."""

import json
import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from ui.contents import PAGES
from ui.frame import find_box
from ui.frame.texts import section_link_names
from ui.locales import languages
from ui.messages import use_locale

ROOT = Path(__file__).parents[3]
FIRST_SCREEN = 3  # lines among which the page must be
# What people type, and the page where they should come to.
TYPED = {
    "en": """recurrent history|RNN history|LSTM history|convolution history|GPT after_2017
        |ChatGPT after_2017|LLM after_2017|large language model after_2017|RoPE after_2017
        |heads multi_head|attention heads multi_head|training learning|how does it learn learning
        |backprop one_step|gradient descent learning|which texts learning|memorize learning
        |by heart learning|overfitting learning|dropout learning|warmup learning|Adam learning
        |byte pair tokenization|BPE tokenization|emoji tokenization|unknown word tokenization
        |neural network feed_forward|neuron feed_forward|ReLU feed_forward|MLP feed_forward
        |order positional_encoding|word order positional_encoding|sine positional_encoding
        |wrong shifted_input|teacher forcing shifted_input|mistake shifted_input
        |trust how_good_is_it|hallucination how_good_is_it|BLEU how_good_is_it|typos how_good_is_it
        |python overview|export overview|architecture overview|word2vec embedding
        |similar words embedding|king queen embedding|analogy embedding|softmax scaled_dot_product
        |square root scaled_dot_product|QKV queries_keys_values|skip connection residual_and_norm
        |vanishing gradient residual_and_norm|bank encoder_stack|BERT encoder_stack
        |future masking|cheat masking|NaN masking|padding masking|alignment cross_attention
        |logit lens decoder_stack|temperature next_token|top-k next_token|probability next_token
        |beam search decoding|sampling decoding|length penalty decoding|KV cache decoding
        |LoRA teach_it|fine-tuning teach_it|ablation break_it|turn off break_it
        |activation patching patch_it|steering vector steer_it|polite steer_it
        |saliency who_contributed|explanation who_contributed|circuit trace_it|pruning head_census
        |bias head_census|doctor head_census|quiz questions|teacher teach_with_it
        |projector teach_with_it|formulas cheat_sheet|print cheat_sheet|definition glossary
        |beginner tour|introduction story|pronoun why_attention""",
    "de": """rekurrent history|ChatGPT after_2017|KI after_2017|Köpfe multi_head|Training learning
        |auswendig learning|Rückwärts one_step|neuronales Netz feed_forward
        |Wurzel scaled_dot_product
        |Reihenfolge positional_encoding|falsch shifted_input|Fehler how_good_is_it
        |vertrauen how_good_is_it|Buchstaben tokenization|Wortvektoren embedding
        |ähnliche Wörter embedding|mehrdeutig encoder_stack|Zukunft masking
        |Ausrichtung cross_attention
        |Wahrscheinlichkeit next_token|Temperatur next_token|Suchbaum decoding|vergessen teach_it
        |ausschalten break_it|höflich steer_it|Vorurteil head_census|Lehrer teach_with_it
        |Formeln cheat_sheet|Anfänger story|Python overview""",
    "fr": """récurrent history|ChatGPT after_2017|IA after_2017|têtes multi_head
        |entraînement learning
        |par cœur learning|réseau de neurones feed_forward|racine carrée scaled_dot_product
        |ordre positional_encoding|mauvais mot shifted_input|confiance how_good_is_it
        |lettres tokenization|mots semblables embedding|deux sens encoder_stack|futur masking
        |aligner cross_attention|probabilité next_token|arbre decoding|oublier teach_it
        |désactiver break_it|poli steer_it|biais head_census|enseignant teach_with_it
        |formules cheat_sheet|débutant story""",
    "es": """recurrente history|ChatGPT after_2017|IA after_2017|cabezas multi_head
        |entrenamiento learning
        |memorizar learning|red neuronal feed_forward|raíz cuadrada scaled_dot_product
        |orden positional_encoding|palabra equivocada shifted_input|fiarse how_good_is_it
        |letras tokenization|palabras parecidas embedding|dos significados encoder_stack
        |futuro masking|alinear cross_attention|probabilidad next_token|árbol decoding
        |olvidar teach_it|apagar break_it|cortés steer_it|sesgo head_census
        |profesor teach_with_it|fórmulas cheat_sheet|principiante story""",
}  # fmt: skip
SEARCH = """
import {{ matches }} from "{script}";
const {{ entries, typed }} = JSON.parse({told});
const found = typed.map((one) => matches(entries, one).map(({{ address }}) => address));
console.log(JSON.stringify(found));
"""


def search(entries, typed):
    """Return for each text the addresses that the box finds, as a browser runs it."""
    node, _ = compute_driver_executable()
    told = json.dumps(json.dumps({"entries": entries, "typed": typed}))
    program = SEARCH.format(script=(ROOT / "ui/frame/find_box.js").as_uri(), told=told)
    run = [node, "--input-type=module"]
    result = subprocess.run(run, input=program, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.parametrize("language", TYPED)
def test_everyday_words_find_their_page(language):
    wanted = [one.strip().rsplit(" ", 1) for one in TYPED[language].split("|")]
    with use_locale(language):
        found = search(find_box._collect_search_entries(language), [typed for typed, _ in wanted])
    addresses = {page.address: page.name for page in PAGES}
    came = [[addresses[one] for one in some[:FIRST_SCREEN]] for some in found]
    missed = {
        typed: some for (typed, page), some in zip(wanted, came, strict=True) if page not in some
    }
    assert missed == {}


def test_a_hundred_and_fifty_words_are_tried():
    assert sum(len(words.split("|")) for words in TYPED.values()) >= 150


@pytest.mark.parametrize("language", languages())
def test_words_stand_at_pages_and_sections_that_there_are(language):
    sections_of = {page.name: {"", *section_link_names(page.name).values()} for page in PAGES}
    own = {("overview", "share")}  # the panel below each page
    words = find_box.read_search_synonyms(language)
    assert all(section in sections_of[page] for page, section in {*words} - own)
    assert {page.name for page in PAGES} == {page for page, _ in words}
    assert all(word.strip() for some in words.values() for word in some)
