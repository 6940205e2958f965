"""How the networks learn: one loop for all, and the mean of the weights along the way as the result."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy

import numpy as np
import torch
from torch import Tensor, nn

from vision.training.networks import export
from vision.training.resume import load_model

# The loss of one batch, and figures to show.
LossOf = Callable[[nn.Module, list[Tensor]], tuple[Tensor, dict[str, float]]]

WARM_STEPS = 200
LAST_RATE = 0.02  # of the first
MEAN = 0.998  # how much of the mean each step keeps
SHOW_EVERY, SAVE_EVERY = 100, 500
UNFOLD_FROM = 12  # batches that say what the normalisations of a model file were


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be said of any run."""
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--resume", help="a .pt or .onnx file to go on from")
    parser.add_argument("--out", required=True)


def begin(net: nn.Module, options: argparse.Namespace, batches: Iterable[list[Tensor]]) -> nn.Module:
    """A network to go on with: fresh, from a model, or from a checkpoint as far as its layers are still of
    the same shape."""
    if options.resume and options.resume.endswith(".onnx"):
        seen = [torch.as_tensor(batch[0]) for _, batch in zip(range(UNFOLD_FROM), batches, strict=False)]
        load_model(net, options.resume, normalise(torch.cat(seen)))
    elif options.resume:
        kept, own = torch.load(options.resume), net.state_dict()
        net.load_state_dict({**own, **{k: v for k, v in kept.items() if own[k].shape == v.shape}})
    return net.to(memory_format=torch.channels_last)


def learn(
    net: nn.Module,
    batches: Iterable[list[Tensor]],
    loss_of: LossOf,
    steps: int,
    options: argparse.Namespace,
    side: int,
    outputs: list[str],
) -> None:
    """Learn for so many batches; the model, `side` pixels wide, is written now and then and at the end."""
    mean = deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-3)
    began = time.monotonic()
    shown: dict[str, float] = {}
    for step, batch in enumerate(batches):
        if step >= steps:
            break
        warm = min(1.0, (step + 1) / WARM_STEPS)
        fall = LAST_RATE + (1 - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * step / steps))
        for group in optimiser.param_groups:
            group["lr"] = options.rate * warm * fall
        loss, figures = loss_of(net, batch)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        keep = min(MEAN, (step + 1) / (step + 10))
        with torch.no_grad():
            for kept, now in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
                kept.copy_(kept * keep + now * (1 - keep) if kept.is_floating_point() else now)
        for name, value in figures.items():
            shown[name] = 0.98 * shown.get(name, value) + 0.02 * value
        if (step + 1) % SHOW_EVERY == 0:
            figures = {name: round(value, 4) for name, value in shown.items()}
            line = {"step": step + 1, "of": steps, "s": round(time.monotonic() - began), **figures}
            sys.stdout.write(json.dumps(line) + "\n")
        if (step + 1) % SAVE_EVERY == 0 or step == steps - 1:
            torch.save(mean.state_dict(), f"{options.out}.pt")
            export(deepcopy(mean), options.out, side, outputs)


def count_patches(column: str, packs: Iterable[str]) -> int:
    """How many these packs hold: as long as any of their columns is."""
    return sum(len(np.load(path)[column]) for path in packs)


def load_packs(packs: Iterable[str], columns: Sequence[str]) -> list[np.ndarray]:
    """These columns of the packs, one pack after the other."""
    opened = [np.load(path) for path in packs]
    return [np.concatenate([data[column] for data in opened]) for column in columns]


def normalise(picture: Tensor) -> Tensor:
    """Bytes as the networks see them, in the order that is quickest."""
    return (picture.float() / 127.5 - 1).contiguous(memory_format=torch.channels_last)
