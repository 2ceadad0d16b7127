"""Fit logistic regressions of several outputs at once, with weights held down, by plain descent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float32]]
Bools = np.ndarray[Any, np.dtype[np.bool_]]

MOST_STEPS = 400
CLOSE_ENOUGH = 1e-3
POWER_STEPS = 20


@dataclass(frozen=True)
class Fitted:
    """Weights of each output in a row, and its intercept."""

    weights: Floats
    intercepts: Floats

    def shares(self, rows: Floats) -> Floats:
        """Give the likelihood of each output for each row."""
        return _logistic(rows @ self.weights.T + self.intercepts)


def fit(rows: Floats, truth: Bools, strength: float) -> Fitted:
    """Minimise the log loss plus `strength` / 2 times the squared weights, each output alone.

    Nesterov's accelerated descent, begun anew where it overshoots; the intercept is free.
    """
    middle = rows.mean(axis=0)  # centred columns need far fewer steps
    known = np.hstack([rows - middle, np.ones((len(rows), 1), dtype=np.float32)])
    wanted = truth.astype(np.float32)
    held = np.full(known.shape[1], strength, dtype=np.float32)
    held[-1] = 0.0
    step = 1.0 / (_largest_curvature(known) + strength)
    weights = np.zeros((known.shape[1], wanted.shape[1]), dtype=np.float32)
    ahead, momentum = weights.copy(), 1.0
    for _ in range(MOST_STEPS):
        slope = known.T @ (_logistic(known @ ahead) - wanted) + held[:, None] * ahead
        moved = ahead - np.float32(step) * slope
        overshoots = float((slope * (moved - weights)).sum()) > 0
        following = 1.0 if overshoots else (1 + (1 + 4 * momentum**2) ** 0.5) / 2
        push = 0.0 if overshoots else (momentum - 1) / following
        ahead = moved + np.float32(push) * (moved - weights)
        change = float(np.abs(moved - weights).max())
        weights, momentum = moved, following
        if change < CLOSE_ENOUGH * step**0.5:
            break
    return Fitted(weights[:-1].T.copy(), weights[-1] - middle @ weights[:-1])


def _largest_curvature(rows: Floats) -> float:
    """A quarter of the largest eigenvalue of rowsᵀ·rows, by the power method, with some room."""
    direction = np.ones(rows.shape[1], dtype=np.float32)
    length = 1.0
    for _ in range(POWER_STEPS):
        direction = rows.T @ (rows @ direction)
        length = float(np.linalg.norm(direction))
        direction /= np.float32(length)
    return 1.05 * length / 4


def _logistic(sums: Floats) -> Floats:
    shares: Floats = (1.0 / (1.0 + np.exp(-np.clip(sums, -30, 30)))).astype(np.float32)
    return shares
