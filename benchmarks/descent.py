"""Logistic regression, as the gate's weights and its wording are both fitted with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


class SparseRows:
    """Rows that are nearly all zero; what is not has one value in a row, so that its length is 1.

    Args:
        columns: for each row, the columns that are not zero.
        width: how many columns there are.
    """

    __array_ufunc__ = None
    """So that an array on the left leaves the product to `__rmatmul__`."""

    dtype = np.dtype(np.float64)

    def __init__(self, columns: Sequence[npt.NDArray[np.int_]], width: int) -> None:
        sizes = np.array([len(some) for some in columns])
        self._columns = columns
        self._flat = np.concatenate(columns)
        self._rows = np.repeat(np.arange(len(columns)), sizes)
        self._values = 1 / np.sqrt(np.maximum(1, sizes))
        self.shape = (len(columns), width)

    def __getitem__(self, chosen: npt.NDArray[np.int_]) -> "SparseRows":
        return SparseRows([self._columns[row] for row in chosen], self.shape[1])

    def __matmul__(self, weights: Array) -> Array:
        sums = np.bincount(self._rows, weights[self._flat], minlength=self.shape[0])
        product: Array = sums * self._values
        return product

    def __rmatmul__(self, error: Array) -> Array:
        spread = (error * self._values)[self._rows]
        product: Array = np.bincount(self._flat, spread, minlength=self.shape[1])
        return product


@dataclass(frozen=True, slots=True)
class Descent:
    """Accelerated gradient descent on the logistic loss.

    Attributes:
        step: how far a turn goes; at most one over the steepest curvature.
        penalty: on the squares of the weights; the bias is free.
        turns: how many.
        low: the least that each weight may be; None for any.
        high: the most.
    """

    step: float
    penalty: float
    turns: int
    low: Array | None = None
    high: Array | None = None

    def fit(
        self, rows: npt.NDArray[Any] | SparseRows, replies: Array, importance: Array
    ) -> tuple[npt.NDArray[Any], float]:
        """Weights and bias, computed in the type of the rows.

        Args:
            rows: a row an example, a column a weight.
            replies: 1 or 0 for each.
            importance: how much each counts; sums to 1.
        """
        weights = ahead = np.zeros(rows.shape[1], rows.dtype)
        bias = ahead_bias = 0.0
        for turn in range(1, self.turns + 1):
            error = ((likelihood(rows @ ahead + ahead_bias) - replies) * importance).astype(
                rows.dtype
            )
            new = ahead - self.step * (error @ rows + self.penalty * ahead)
            if self.low is not None and self.high is not None:
                new = np.clip(new, self.low, self.high)
            new_bias = ahead_bias - self.step * float(error.sum())
            momentum = turn / (turn + 3)
            ahead, ahead_bias = (
                new + momentum * (new - weights),
                new_bias + momentum * (new_bias - bias),
            )
            weights, bias = new, new_bias
        return weights, bias


def likelihood(logits: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """How likely an example with these logits is a 1."""
    likely: npt.NDArray[Any] = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
    return likely
