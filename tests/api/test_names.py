"""What a name may be: each character of it is seen, or changes how one beside it is drawn."""

import pytest
from hypothesis import example, given
from hypothesis.strategies import characters, sampled_from, text

from services.api.names import fault_of


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë O'Neill-Çelik 2",
        "Nguye\u0302\u0303n",
        "王小明",
        "葛\U000e0100城",
        "عبد الله",
        "می\u200cخواهم",  # noqa: RUF001 - Persian is written so
        "क्\u200dष",
        "ශ්\u200dරී",
        "שָׁלוֹם",
        "ก็ไม่",
        "👩\u200d👩\u200d👧",
        "👩🏽\u200d⚕\ufe0f",
        "🏳\ufe0f\u200d🌈",
        "❤\ufe0f",
        "র\u200d্যাচেল",
        "കുമാര്\u200d",
        "राम्\u200c",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\U0001f3f4\U000e0075\U000e0073\U000e0063\U000e0061\U000e007f",
        "1\ufe0f\u20e3",
        "عَ\u200dب",
        "ܫ\u200dܡ",
        "\u07ca\u200d\u07cb",
        "ᠠ\u180b\u200dᠡ",
        "𞤀\u200d𞤣",
        "王\u3000小明",
        "\u203c\ufe0f \u2139\ufe0f",
        "<script>",
        "x" * 40,
    ],
)
def test_a_name_in_any_script_is_taken(name: str) -> None:
    assert fault_of(name) is None


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("Ann\u200b", "cannot have U+200B ZERO WIDTH SPACE as its character 4: it is not seen"),
        ("An\u00adn", "cannot have U+00AD SOFT HYPHEN as its character 3: it is not seen"),
        ("\U0001d159", "cannot have U+1D159 MUSICAL SYMBOL NULL NOTEHEAD as its character 1: it is not seen"),
        ("Ann\u3164", "cannot have U+3164 HANGUL FILLER as its character 4: it is not seen"),
        ("A\U000e0041", "cannot have U+E0041 TAG LATIN CAPITAL LETTER A as its character 2: it is not seen"),
        ("A\ufff9b", "cannot have U+FFF9 INTERLINEAR ANNOTATION ANCHOR as its character 2: it is not seen"),
        ("a\u202eb", "cannot have U+202E RIGHT-TO-LEFT OVERRIDE as its character 2: it is not seen"),
        ("a\nb", "cannot have U+000A as its character 2: it is no text"),
        ("a\u2028b", "cannot have U+2028 LINE SEPARATOR as its character 2: it is no text"),
        ("a\ue000", "cannot have U+E000 as its character 2: it is no text"),
        ("A\u200dnn", "cannot have U+200D ZERO WIDTH JOINER as its character 2: it joins nothing there"),
        ("王\u200d", "cannot have U+200D ZERO WIDTH JOINER as its character 2: it joins nothing there"),
        ("王\u200d王", "cannot have U+200D ZERO WIDTH JOINER as its character 2: it joins nothing there"),
        ("ア\u200cア", "cannot have U+200C ZERO WIDTH NON-JOINER as its character 2: it joins nothing there"),
        (
            "王\ufe0f",
            "cannot have U+FE0F VARIATION SELECTOR-16 as its character 2: it changes nothing there",
        ),
        (
            "अ\ufe0f",
            "cannot have U+FE0F VARIATION SELECTOR-16 as its character 2: it changes nothing there",
        ),
        (
            "王\u180b",
            "cannot have U+180B MONGOLIAN FREE VARIATION SELECTOR ONE as its character 2: it changes",
        ),
        ("A \u0301", "cannot have U+0301 COMBINING ACUTE ACCENT as its character 3: there is no letter"),
        (
            "\u05d0\u200c\u05d1",
            "cannot have U+200C ZERO WIDTH NON-JOINER as its character 2: it joins nothing there",
        ),
        (
            "ب\u200c\ue000",
            "cannot have U+200C ZERO WIDTH NON-JOINER as its character 2: it joins nothing there",
        ),
        (
            "ب\u200c\u064e",
            "cannot have U+200C ZERO WIDTH NON-JOINER as its character 2: it joins nothing there",
        ),
        (
            "ی\u200c\u200cی",
            "cannot have U+200C ZERO WIDTH NON-JOINER as its character 2: it joins nothing there",
        ),
        ("ª\u200cº", "cannot have U+200C ZERO WIDTH NON-JOINER as its character 2: it joins nothing there"),
        ("ก\u200dข", "cannot have U+200D ZERO WIDTH JOINER as its character 2: it joins nothing there"),
        ("ก\u200d\u094d", "cannot have U+200D ZERO WIDTH JOINER as its character 2: it joins nothing there"),
        ("é\u200d👩", "cannot have U+200D ZERO WIDTH JOINER as its character 2: it joins nothing there"),
        (
            "e\u0301\u200d👩",
            "cannot have U+200D ZERO WIDTH JOINER as its character 3: it joins nothing there",
        ),
        (
            "\ufe8d\u200c\ufe8e",
            "cannot have U+200C ZERO WIDTH NON-JOINER as its character 2: it joins nothing there",
        ),
        ("\U0001f3f4\U000e007f", "cannot have U+E007F CANCEL TAG as its character 2: it is not seen"),
        (
            "\U0001f3f4" + 30 * "\U000e0061" + "\U000e007f",
            "cannot have U+E0061 TAG LATIN SMALL LETTER A as its character 2: it is not seen",
        ),
        ("Z  Z", "cannot have U+0020 SPACE as its character 3: one blank is enough"),
        ("Z" + 38 * "\u3000" + "Z", "cannot have U+3000 IDEOGRAPHIC SPACE as its character 3: one blank"),
        ("A\u00a0B", "cannot have U+00A0 NO-BREAK SPACE as its character 2: a blank is U+0020 or U+3000"),
        ("A\ufffc", "cannot have U+FFFC OBJECT REPLACEMENT CHARACTER as its character 2: it is not seen"),
        (
            "\U0001f3f4\U000e0067",
            "cannot have U+E0067 TAG LATIN SMALL LETTER G as its character 2: it is not seen",
        ),
        ("$\u200d$", "cannot have U+200D ZERO WIDTH JOINER as its character 2: it joins nothing there"),
        (
            "Ann\ufe0f",
            "cannot have U+FE0F VARIATION SELECTOR-16 as its character 4: it changes nothing there",
        ),
        ("\u0301a", "cannot have U+0301 COMBINING ACUTE ACCENT as its character 1: there is no letter"),
        ("a" + "\u0301" * 39, "cannot have U+0301 COMBINING ACUTE ACCENT as its character 6: a letter has"),
        (" \u3000", "has something to see in it, and not blanks alone"),
        ("Ann ", "neither begins nor ends with a blank"),
        ("\u3000Ann", "neither begins nor ends with a blank"),
        ("", "has 1 to 40 characters, not 0"),
        ("x" * 41, "has 1 to 40 characters, not 41"),
    ],
)
def test_a_name_that_looks_like_nothing_or_like_another_is_refused_by_its_character(
    name: str, fault: str
) -> None:
    assert (fault_of(name) or "").startswith(fault)


@given(
    text(
        characters() | sampled_from("\u200c\u200d\ufe0f\u180b\U000e0100\u0301\u094d \U0001f3f4"), max_size=40
    )
)
@example("\U00017000\U000e0100")
def test_of_any_text_it_is_said_whether_it_is_a_name(name: str) -> None:
    assert fault_of(name) != ""
