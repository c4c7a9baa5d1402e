"""The descent that fits the gate: sparse rows do the same as dense ones."""

import numpy as np
from descent import Descent, SparseRows


def test_sparse_rows_fit_as_dense_ones_do() -> None:
    """The same columns give the same products and weights, also for a row of nothing."""
    columns = [np.array(some, dtype=np.int_) for some in ([0, 2], [], [1], [0, 1, 2, 3])]
    dense = np.zeros((4, 5))
    for row, some in enumerate(columns):
        dense[row, some] = 1 / np.sqrt(max(1, len(some)))
    sparse = SparseRows(columns, 5)
    replies, importance = np.array([1.0, 0.0, 0.0, 1.0]), np.full(4, 0.25)
    descent = Descent(step=1.0, penalty=0.01, turns=50)

    weights, bias = descent.fit(sparse, replies, importance)
    expected, expected_bias = descent.fit(dense, replies, importance)

    assert np.allclose(weights, expected)
    assert np.isclose(bias, expected_bias)
    assert np.allclose(sparse[np.array([3, 0])] @ weights, dense[[3, 0]] @ weights)
