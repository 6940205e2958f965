"""The networks that find and read Triominos tiles; made of the same layers as those of Triolet."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.training.layers import ResidualApart, apart, conv, doubled


class FinderNet(nn.Module):
    """(N, 3, H, W) to (N, 10, H / 4, W / 4), H and W being multiples of 32: how much each place is the middle
    of a tile that lies face up, and of one that lies face down, and whether a hand is over it; where that
    middle is (x, y), and the tile's shape (`vision.tile_shapes` says how it is written)."""

    is_for_any_size = True

    def __init__(self) -> None:
        super().__init__()
        # Convolutions taken apart where there are many channels: half the work, and they learn as much.
        self.down4 = nn.Sequential(conv(3, 16, 2, kernel=5), conv(16, 32, 2))
        self.down8 = nn.Sequential(conv(32, 64, 2), ResidualApart(64), ResidualApart(64))
        self.down16 = nn.Sequential(conv(64, 96, 2), *(ResidualApart(96) for _ in range(3)))
        self.down32 = nn.Sequential(conv(96, 96, 2), *(ResidualApart(96) for _ in range(3)))
        self.up16 = conv(96, 96, kernel=1)
        self.join16 = nn.Sequential(ResidualApart(96), ResidualApart(96))
        self.up8 = conv(96, 64, kernel=1)
        self.join8 = nn.Sequential(ResidualApart(64), ResidualApart(64))
        self.up4 = conv(64, 32, kernel=1)
        self.join4 = conv(32, 32)
        self.head = nn.Conv2d(32, 10, 1)
        # Nearly no place is a middle: to begin with saying so keeps the first steps calm.
        with torch.no_grad():
            self.head.bias.copy_(torch.tensor([-4.0] * 3 + [0.0] * 7))  # type: ignore[union-attr]

    def forward(self, x: Tensor) -> Tensor:
        x4 = self.down4(x)
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        x16 = self.join16(x16 + doubled(self.up16(self.down32(x16))))
        x8 = self.join8(x8 + doubled(self.up8(x16)))
        out: Tensor = self.head(self.join4(x4 + doubled(self.up4(x8))))
        return out


class LookNet(nn.Module):
    """(N, 3, 56, 56) to (N, 9): no tile, face up, face down, and how far its three corners are off (x, y)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2),
            apart(16, 48, 2, kernel=5),
            nn.ReLU(inplace=True),
            *(ResidualApart(48) for _ in range(2)),
            apart(48, 96, 2),
            nn.ReLU(inplace=True),
            *(ResidualApart(96) for _ in range(3)),
            # Where an edge is matters as much as that it is there: weigh the places, do not average them.
            nn.Conv2d(96, 96, 7, groups=96, bias=False),
            nn.BatchNorm2d(96),
            nn.ReLU(inplace=True),
            nn.Conv2d(96, 128, 1),
            nn.ReLU(inplace=True),
        )
        self.head = nn.Conv2d(128, 9, 1)

    def forward(self, x: Tensor) -> Tensor:
        return torch.flatten(self.head(self.body(x)), 1)


class CornerNet(nn.Module):
    """(N, 3, 48, 48) to (N, 7): the numbers 0 to 5, and none; and to (N, 128): how the print looks."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 2),
            *(ResidualApart(24) for _ in range(2)),
            apart(24, 64, 2, kernel=5),
            nn.ReLU(inplace=True),
            *(ResidualApart(64) for _ in range(3)),
            apart(64, 128, 2),
            nn.ReLU(inplace=True),
            *(ResidualApart(128) for _ in range(5)),
            nn.Conv2d(128, 128, 6, groups=128, bias=False),
            nn.BatchNorm2d(128),
            nn.ReLU(inplace=True),
            nn.Conv2d(128, 128, 1),
            nn.ReLU(inplace=True),
        )
        self.drop = nn.Dropout(0.1)
        self.head = nn.Conv2d(128, 7, 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        print_ = self.body(x)
        return torch.flatten(self.head(self.drop(print_)), 1), torch.flatten(print_, 1)
