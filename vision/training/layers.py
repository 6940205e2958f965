"""The layers that the networks are made of: such as OpenCV's dnn and onnxruntime run as they are."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def conv(into: int, out: int, stride: int = 1, dilation: int = 1, kernel: int = 3) -> nn.Sequential:
    """A convolution as usual, evened out."""
    pad = dilation * (kernel // 2)
    return nn.Sequential(
        nn.Conv2d(into, out, kernel, stride, pad, dilation, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(inplace=True),
    )


def apart(into: int, out: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """A convolution taken apart: first each channel by itself, then the channels of each place."""
    return nn.Sequential(
        nn.Conv2d(into, into, kernel, stride, kernel // 2, groups=into, bias=False),
        nn.BatchNorm2d(into),
        nn.ReLU(inplace=True),
        nn.Conv2d(into, out, 1, bias=False),
        nn.BatchNorm2d(out),
    )


class Residual(nn.Module):
    """Two convolutions that say what is to be changed."""

    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = conv(channels, channels, dilation=dilation)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class ResidualApart(nn.Module):
    """A convolution taken apart that says what is to be changed."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.channels = channels
        self.change = apart(channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.change(x))


def doubled(x: Tensor) -> Tensor:
    """Twice as large, to join what was seen finer."""
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")
