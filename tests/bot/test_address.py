"""Addresses of upstream libraries: as people write them, and without what nobody may read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.address import Address, host_of, shown


@pytest.mark.parametrize(
    ("typed", "base"),
    [
        ("https://library.example", "https://library.example"),
        ("https://Library.Example:443/", "https://library.example"),
        ("http://library.example:80/api/", "http://library.example/api"),
        ("https://library.example:8443/api/cases", "https://library.example:8443/api"),
        ("https://library.example/api/cases/", "https://library.example/api"),
        (" https://library.example/api ", "https://library.example/api"),
        ("http://[::1]:8080/api", "http://[::1]:8080/api"),
        ("https://user:word@library.example/api", "https://library.example/api"),
    ],
)
def test_addresses_are_read_as_people_write_them(typed: str, base: str) -> None:
    """One library has one address, whatever stands around it."""
    assert Address.parse(typed).base == base


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "library.example/api",
        "ftp://library.example",
        "file:///etc/passwd",
        "https://",
        "https:///api",
        "https://library.example/api?token=1",
        "https://library.example/api#x",
        "https://library.example:99999",
        "https://library.example/a\nb",
        "https://user:pa/ss@library.example/",
        "https://user/ss@library.example/",
        "https://[::1",
        "https://library.example/" + "x" * 1000,
    ],
)
def test_other_things_are_no_address(typed: str) -> None:
    """A query has no place in front of `/cases`."""
    with pytest.raises(ValueError, match=r"."):
        Address.parse(typed)


def test_user_name_and_password_are_kept_apart() -> None:
    """They become a header, and are in no text of the address."""
    address = Address.parse("https://us%65r:pa%20ss@library.example/api")

    assert address.authorization == "Basic dXNlcjpwYSBzcw=="
    assert "pa" not in repr(address).replace("/api", "")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://library.example", True),
        ("https://library.example", False),
        ("http://127.0.0.1:8080", False),
        ("http://localhost", False),
        ("http://[::1]:1", False),
    ],
)
def test_plain_http_is_told_from_loopback(url: str, *, expected: bool) -> None:
    """Nobody is between this machine and itself."""
    assert Address.parse(url).is_readable_on_the_way is expected


def test_hosts_have_the_port_of_their_scheme() -> None:
    """Unless they name another."""
    assert host_of("https://a.example/x") == ("a.example", 443)
    assert host_of("http://a.example:8080") == ("a.example", 8080)


@given(st.text(max_size=60), st.text(alphabet="abc@:/?#[]", max_size=20))
def test_what_is_shown_is_short_and_has_no_password(text: str, more: str) -> None:
    """Of anything at all."""
    told = shown(f"https://user:{more}word@host/{text}")

    assert len(told) <= 200
    assert "word@" not in told
