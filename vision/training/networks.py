"""The networks: small enough for a Raspberry Pi, for Triolet boards and tokens."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.training.layers import Residual, ResidualApart, apart, conv, doubled


class LocateNet(nn.Module):
    """(N, 3, 224, 224) to (N, 4, 28, 28): place on the board x, y (-1 to 1), log of its spread, on it."""

    def __init__(self) -> None:
        super().__init__()
        self.down4 = nn.Sequential(conv(3, 16, 2, kernel=5), conv(16, 24, 2), conv(24, 24))
        self.down8 = nn.Sequential(conv(24, 40, 2), Residual(40))
        self.down16 = nn.Sequential(conv(40, 64, 2), Residual(64))
        self.down32 = nn.Sequential(conv(64, 64, 2), Residual(64, 2), Residual(64, 2))
        self.up16 = conv(64, 64)
        self.join16 = Residual(64)
        self.up8 = conv(64, 40)
        self.join8 = Residual(40)
        self.head = nn.Conv2d(40, 4, 1)

    def forward(self, x: Tensor) -> Tensor:
        x8 = self.down8(self.down4(x))
        x16 = self.down16(x8)
        x32 = self.down32(x16)
        x16 = self.join16(x16 + doubled(self.up16(x32)))
        x8 = self.join8(x8 + doubled(self.up8(x16)))
        out: Tensor = self.head(x8)
        return out


class SquaresNet(nn.Module):
    """(N, 3, 304, 304) to the field (N, 4, 38, 38): where in its square this is (cosine and sine, for x and
    for y; nothing off the board); and to the squares (N, 5, 19, 19): empty, token, something else, and where
    the token's middle is (x, y)."""

    def __init__(self) -> None:
        super().__init__()
        self.down4 = nn.Sequential(conv(3, 16, 2, kernel=5), conv(16, 32, 2), conv(32, 32))
        self.down8 = nn.Sequential(conv(32, 48, 2), Residual(48))
        self.down16 = nn.Sequential(conv(48, 64, 2), Residual(64), Residual(64, 2), Residual(64, 4))
        self.squares = nn.Conv2d(64, 5, 1)
        self.up8 = conv(64, 48)
        self.join8 = conv(48, 48)
        self.field = nn.Conv2d(48, 4, 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x8 = self.down8(self.down4(x))
        x16 = self.down16(x8)
        x8 = self.join8(x8 + doubled(self.up8(x16)))
        return self.field(x8), self.squares(x16)


class FaceNet(nn.Module):
    """(N, 3, 48, 48) to (N, 69): each face at each quarter turn (17 x 4, faces first), and no face at all;
    and to (N, 192): how the print looks.

    Convolutions taken apart are a fifth of the work of whole ones here, and learn as much.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2),
            *(ResidualApart(24) for _ in range(2)),
            apart(24, 72, 2, kernel=5),
            nn.ReLU(inplace=True),
            *(ResidualApart(72) for _ in range(5)),
            apart(72, 160, 2),
            nn.ReLU(inplace=True),
            *(ResidualApart(160) for _ in range(6)),
            # Where a stroke is matters as much as that it is there: weigh the places, do not average them.
            nn.Conv2d(160, 160, 6, groups=160, bias=False),
            nn.BatchNorm2d(160),
            nn.ReLU(inplace=True),
            nn.Conv2d(160, 192, 1),
            nn.ReLU(inplace=True),
        )
        self.drop = nn.Dropout(0.1)
        self.head = nn.Conv2d(192, 69, 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        print_ = self.body(x)  # how the token's print looks to the network: what enrolling keeps
        return torch.flatten(self.head(self.drop(print_)), 1), torch.flatten(print_, 1)


def deepen(net: FaceNet) -> None:
    """Make a network twice as deep. It answers as before: the blocks that are added change nothing until they
    have learned."""
    body: list[nn.Module] = []
    for layer in net.body:
        body.append(layer)
        if isinstance(layer, ResidualApart):
            body.append(_unlearned(layer.channels))
    net.body = nn.Sequential(*body)


def _unlearned(channels: int) -> ResidualApart:
    block = ResidualApart(channels)
    last = block.change[-1]
    assert isinstance(last, nn.BatchNorm2d)
    nn.init.zeros_(last.weight)
    return block


def export(net: nn.Module, path: str, size: int, outputs: list[str]) -> None:
    """Write a network as ONNX that OpenCV reads too, for any number of pictures at once."""
    net.eval()
    axes = {name: {0: "n"} for name in ["picture", *outputs]}
    if getattr(net, "is_for_any_size", False):
        for name, sides in axes.items():
            sides.update({2: f"{name} height", 3: f"{name} width"})
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, size, size),),
        path,
        input_names=["picture"],
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
