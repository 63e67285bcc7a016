"""Flows into a node add up to it, and a slow loop that knows no gradient finds the same."""

import pytest
import torch

from model.flow import flows as flowing
from model.flow.flows import DECISION, compute_flows, strongest_edges
from model.flow.linearized import linearize_pass
from model.flow.nodes import FEED_FORWARD, STACKS, Node, list_nodes, node_attributions, sublayers
from tests.model.flow.test_held import CHANGES, PREFIX, SAID, SOURCE, Decision, exact, swish

__all__ = ["exact", "swish"]  # fixtures

DECIDED = Decision(SOURCE, PREFIX, SAID, 15)
LENGTHS = {"encoder": len(SOURCE), "decoder": len(PREFIX)}


def sums(held):
    """Each flow's end with what arrives there, and the part that it has in m."""
    parts = {stack: node_attributions(held, stack) for stack in STACKS}
    for one in compute_flows(held):
        arrives = one.values.sum(dim=(2, 3)) + one.biases
        if not one.stack:
            yield arrives, torch.full_like(arrives, held.m)
            continue
        own = parts[one.stack][one.first : one.first + len(arrives)]
        elsewhere = own.clone()
        elsewhere[:, one.queries] = 0
        assert elsewhere.eq(0).all()  # what is left out has no part
        yield arrives, own[:, one.queries]


@pytest.mark.parametrize("changes", CHANGES)
def test_what_flows_into_a_node_and_its_biases_are_its_part(exact, changes):
    for arrives, part in sums(linearize_pass(exact, DECIDED, changes)):
        assert torch.allclose(arrives, part, rtol=1e-9, atol=1e-12)


def test_the_same_holds_with_swish_and_biases_everywhere(swish):
    for arrives, part in sums(linearize_pass(swish, DECIDED)):
        assert torch.allclose(arrives, part, rtol=1e-9, atol=1e-12)


def test_in_single_precision_it_holds_as_well_as_it_allows(model):
    held = linearize_pass(model, DECIDED)
    size = max(node_attributions(held, stack).abs().max().item() for stack in STACKS)
    for arrives, part in sums(held):
        assert torch.allclose(arrives, part, atol=1e-5 * size)


class Slow:
    """The held network once more, vector by vector: nothing but what a trace recorded."""

    def __init__(self, held):
        self.held, self.network = held, held.network

    def normed(self, norm, place, x):
        module, summed = self.network.get_submodule(norm).norm, self.held.after[f"{norm}.sum"]
        deviation = (summed[place].var(correction=0) + module.eps).sqrt()
        return (x - x.mean()) / deviation * module.weight

    def inside(self, sublayer, head, place, read):
        """What a node writes at a place if its inputs are these vectors, without biases."""
        module = self.network.get_submodule(sublayer.path)
        if sublayer.kind == FEED_FORWARD:
            open_units = self.held.before[f"{sublayer.path}.hidden"][place] > 0
            return module.W_2.weight @ (module.W_1.weight @ read[place] * open_units)
        rows = slice(head * module.d_k, (head + 1) * module.d_k)
        weights = self.held.after[f"{sublayer.path}.weights"][head, place]
        value = sum(w * (module.W_V.weight[rows] @ x) for w, x in zip(weights, read, strict=True))
        return module.W_O.weight[:, rows] @ value

    def along(self, begin, vector, end=None):
        """Carry one node's vector: to m, or on the residual path into the node ``end``.

        Nodes are (Node, position). Returns the change of m, or the vector that ``end`` writes.
        """
        writer, at = begin
        streams, memory = {}, None
        for stack in STACKS:
            stream = [torch.zeros(16, dtype=torch.float64) for _ in range(LENGTHS[stack])]
            if writer in (Node(stack, "token"), Node(stack, "position")):
                stream[at] = vector
            for one in sublayers(self.network.config, stack):
                read = memory if one.kind == "cross" else stream
                heads = [-1] if one.kind == FEED_FORWARD else range(self.network.config.h)
                summed = list(stream)
                for head in heads:
                    me = Node(stack, one.kind, one.layer, head)
                    for place in range(len(stream)):
                        if (me, place) == end:
                            return self.inside(one, head, place, read)
                        if end is None:
                            summed[place] = summed[place] + self.inside(one, head, place, read)
                        if (me, place) == (writer, at):
                            summed[place] = summed[place] + vector
                stream = [self.normed(one.norm, place, x) for place, x in enumerate(summed)]
            memory = streams[stack] = stream
        E = self.network.E.weight
        return ((E[SAID] - E[15]) @ stream[-1]).item()


def vector(held, node, place):
    """What a node wrote."""
    if node.head < 0:
        return held.before[node.tap][place]
    W_O = held.network.get_submodule(node.tap.removesuffix(".heads")).W_O.weight
    rows = slice(node.head * 4, (node.head + 1) * 4)
    return W_O[:, rows] @ held.before[node.tap][node.head, place]


def test_a_slow_loop_that_carries_vectors_forward_finds_the_same_parts(exact):
    held = linearize_pass(exact, DECIDED)
    slow = Slow(held)
    for stack in STACKS:
        parts = node_attributions(held, stack)
        for row, node in enumerate(list_nodes(exact.config, stack)):
            for place in range(LENGTHS[stack]):
                carried = slow.along((node, place), vector(held, node, place))
                assert parts[row, place].item() == pytest.approx(carried, rel=1e-9, abs=1e-12)


def test_the_same_loop_finds_the_strongest_and_other_flows(exact):
    held = linearize_pass(exact, DECIDED)
    slow, by_stack = Slow(held), [list_nodes(exact.config, stack) for stack in STACKS]
    edges = strongest_edges(held, 400)
    chosen = [*range(25), *range(25, 400, 25)]
    for begin, end, value in zip(*(x[chosen].tolist() for x in vars(edges).values()), strict=True):
        node = by_stack[begin[0]][begin[1]]
        first = (node, begin[2]), vector(held, node, begin[2])
        if tuple(end) == DECISION:
            continue
        last = by_stack[end[0]][end[1]], end[2]
        carried = slow.along(last, slow.along(*first, end=last))
        assert value == pytest.approx(carried, rel=1e-9, abs=1e-12)


def test_the_strongest_are_the_largest_of_all_in_order(exact):
    held = linearize_pass(exact, DECIDED)
    every = torch.cat([one.values.flatten() for one in compute_flows(held)]).abs()
    found = strongest_edges(held, 30).values.abs()
    assert torch.equal(found, every.sort(descending=True).values[:30])


def test_what_is_laid_out_head_by_head_is_the_same(exact, monkeypatch):
    held = linearize_pass(exact, DECIDED)
    whole = strongest_edges(held, 50)
    monkeypatch.setattr(flowing, "MAX_FLOATS", 1)
    pieces = strongest_edges(held, 50)
    assert torch.allclose(whole.values, pieces.values, rtol=1e-12)
    assert torch.equal(whole.begin, pieces.begin)
    assert torch.equal(whole.end, pieces.end)
