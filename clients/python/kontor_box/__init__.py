"""An exchange in a box for tests of bots, with nothing but the standard library of Python."""

from .box import Box, BoxError

__all__ = ["Box", "BoxError"]
