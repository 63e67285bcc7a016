from model.measures.parameters import PARTS, count_parameters


def test_every_learned_number_belongs_to_one_part(model):
    counts = count_parameters(model)
    assert [*counts, "bias of the logits"] == list(PARTS.values())  # of a converted model only
    assert sum(counts.values()) == sum(p.numel() for p in model.parameters())


def test_the_parts_have_the_papers_sizes(model, config):
    counts, (N, d, ff) = count_parameters(model), (config.N, config.d_model, config.d_ff)
    assert counts["embedding matrix E"] == config.vocab_size * d  # once, though used three times
    attentions = ("encoder self-attention", "decoder self-attention", "cross-attention")
    assert {counts[name] for name in attentions} == {N * 4 * d * d}
    hidden = N * (2 * d * ff + ff + d)
    assert counts["encoder feed-forward"] == counts["decoder feed-forward"] == hidden
    assert counts["layer normalization"] == N * 5 * 2 * d
