"""The programs one can start, and the wiring between Slack, handlers and corpus."""
