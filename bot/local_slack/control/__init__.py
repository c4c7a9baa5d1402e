"""The control API: how the page and tests act as people, as Slack, and as bad luck.

`routes` is its table of contents. Each endpoint reads JSON and answers JSON; a request that makes
no sense is answered with HTTP 400 and one sentence in `error`.
"""
