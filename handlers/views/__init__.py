"""Pure builders: data in, Slack blocks and their text out.

Nothing here asks Slack, the clock or the database anything. Slack's limits live in `limits`, its
mark-up in `mrkdwn`, and the words in `handlers.locale`.
"""
