"""The mean of two trained models of the same network: it often measures better than either.

python -m vision.training.average ONE.onnx OTHER.onnx --out MEAN.onnx
"""

from __future__ import annotations

import argparse

import numpy as np
import onnx
from onnx import numpy_helper


def average(one: onnx.ModelProto, other: onnx.ModelProto) -> onnx.ModelProto:
    """The first model with the means of both models' weights, convolution by convolution."""
    for first, second in zip(_weights(one), _weights(other), strict=True):
        mean = (numpy_helper.to_array(first) + numpy_helper.to_array(second)) / 2
        first.CopyFrom(numpy_helper.from_array(mean.astype(np.float32), first.name))
    return one


def _weights(model: onnx.ModelProto) -> list[onnx.TensorProto]:
    tensors = {tensor.name: tensor for tensor in model.graph.initializer}
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    return [tensors[name] for node in convolutions for name in node.input[1:]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs=2)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    onnx.save(average(*map(onnx.load, options.models)), options.out)


if __name__ == "__main__":
    main()
