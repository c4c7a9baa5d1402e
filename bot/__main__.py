"""`python -m bot`: the same as the console script."""

from bot.cli import main

main()
