"""Why a command cannot go on. What becomes of it, and of any other failure, is `bot.failures`'."""


class CommandError(Exception):
    """A command cannot do what it was asked to; `str()` is one sentence."""


class UsageError(CommandError):
    """The command line cannot be understood."""
