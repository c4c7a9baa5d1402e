"""`incident-lookup mask`: the documented JSON, stdin, places in the text as given, the setting."""

import subprocess

from support.command_line import CommandLine

SECRET = "hunter2" + "!"


def test_mask_answers_with_the_documented_json(cli: CommandLine) -> None:
    """`start` and `end` are places in the input, in characters."""
    text = f"비번: {SECRET} 😀 from a@b.example.com"

    answer = cli("mask", text, "--json")

    document = answer.document
    assert (answer.code, answer.stderr) == (0, "")
    assert list(document) == ["text", "masked"]
    assert document["text"] == "비번: ••• 😀 from •••"
    assert [list(each) for each in document["masked"]] == [["kind", "start", "end"]] * 2
    assert [(each["kind"], text[each["start"] : each["end"]]) for each in document["masked"]] == [
        ("password", SECRET),
        ("email", "a@b.example.com"),
    ]


def test_mask_reads_stdin_and_keeps_lines(cli: CommandLine) -> None:
    """A filter for logs: every line and blank stays, under any locale."""
    process = cli.start("mask", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    out, _ = process.communicate(f"a:  1\n\tpassword={SECRET}\n한글\n".encode(), timeout=60)

    assert process.returncode == 0
    assert out.decode() == "a:  1\n\tpassword=•••\n한글\n"


def test_mask_knows_customer_ids_of_the_setting(cli: CommandLine) -> None:
    """Without the setting nobody's ids are known."""
    plain = cli("mask", "refund", "for", "CUST-0042")
    told = cli("mask", "refund", "for", "CUST-0042", CUSTOMER_IDS="CUST-####,acct_*")

    assert plain.stdout == "refund for CUST-0042\n"
    assert told.stdout == "refund for •••\n"


def test_mask_without_a_text_is_a_usage_error(cli: CommandLine) -> None:
    """One sentence, and nothing on stdout."""
    answer = cli("mask")

    assert answer.code == 2
    assert "incident-lookup mask --help" in answer.complaint
