"""Go on learning from a model file, where the checkpoint it was written from is gone.

A written model has its normalisations folded into its convolutions. They are unfolded again: pictures are
shown, and what each convolution answers says what its normalisation must have been.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import torch
from torch import Tensor, nn

LEAST_SPREAD = 1e-3


def load_model(net: nn.Module, path: str, pictures: Tensor) -> None:
    """Fill a fresh network with the weights of an ONNX file; `pictures` are some that it was made for."""
    weights = dict(_weights(path))
    pairs = list(_normalised(net))
    modules = dict(net.named_modules())
    for name, (weight, bias) in weights.items():
        conv = modules[name]
        assert isinstance(conv, nn.Conv2d)
        conv.weight.data.copy_(weight)
        if conv.bias is not None:
            conv.bias.data.copy_(bias)
    for name, norm in pairs:
        norm.weight.data.fill_(1)
        norm.bias.data.copy_(weights[name][1])
        norm.running_mean.zero_()  # type: ignore[union-attr]  # ours all keep it
        norm.running_var.fill_(1 - norm.eps)  # type: ignore[union-attr]
    answers: dict[str, tuple[Tensor, Tensor]] = {}

    def keep(name: str) -> object:
        def hook(_: nn.Module, __: object, out: Tensor) -> None:
            answers[name] = out.mean((0, 2, 3)), out.std((0, 2, 3))

        return modules[name].register_forward_hook(hook)

    hooks = [keep(name) for name, _ in pairs]
    net.eval()
    with torch.no_grad():
        net(pictures)
    for hook in hooks:
        hook.remove()  # type: ignore[attr-defined]
    for name, norm in pairs:
        mean, spread = answers[name]
        spread = spread.clamp(min=LEAST_SPREAD)
        norm.weight.data.copy_(spread)
        norm.bias.data.add_(mean)
        norm.running_mean.copy_(mean)  # type: ignore[union-attr]
        norm.running_var.copy_(spread**2 - norm.eps)  # type: ignore[union-attr]
    net.train()


def _weights(path: str) -> Iterator[tuple[str, tuple[Tensor, Tensor]]]:
    """Weight and bias of each convolution, by the name of its module."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    tensors = {one.name: torch.tensor(numpy_helper.to_array(one)) for one in graph.initializer}
    for node in graph.node:
        if node.op_type == "Conv":
            weight = tensors[node.input[1]]
            bias = tensors[node.input[2]] if len(node.input) > 2 else torch.zeros(len(weight))
            yield _module_name(node.name), (weight, bias)


def _module_name(scope: str) -> str:
    """`/down8/down8.1/first/first.0/Conv` is the module down8.1.first.0."""
    whole: list[str] = []
    for part in scope.strip("/").split("/")[:-1]:
        if whole and part.startswith(whole[-1] + "."):
            whole[-1] = part
        else:
            whole.append(part)
    return ".".join(whole)


def _normalised(net: nn.Module) -> Iterator[tuple[str, nn.BatchNorm2d]]:
    """Each convolution that a normalisation follows, by name, and that normalisation."""
    for name, module in net.named_modules():
        if isinstance(module, nn.Sequential):
            layers = list(module.named_children())
            for (first, one), (_, other) in pairwise(layers):
                if isinstance(one, nn.Conv2d) and isinstance(other, nn.BatchNorm2d):
                    yield f"{name}.{first}", other
