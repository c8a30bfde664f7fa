"""Matches between two players: the same deals for both, and an honest account."""

import json
from typing import Any

import pig
import pytest
from click.testing import CliRunner

from rulesets import azul, majolica
from rulesets.contract import completed, read_record
from services.bots.arena import Outcome, Table, Tally, Thought, group
from services.bots.players import PLAYERS
from services.entry.cli import main

GREEDY, RANDOM = PLAYERS["greedy"].choose, PLAYERS["random"].choose


def table(ruleset: Any, seats: int, **options: Any) -> Table:
    return Table(ruleset, completed(ruleset, options), seats, 1)


def deals(events: list[Any]) -> list[Any]:
    return [event["outcome"] for event in events if event["kind"] == "chance"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_takes_each_seat_once_and_the_deals_are_the_same(seats: int) -> None:
    outcomes = group(table(azul, seats), 3, GREEDY, RANDOM)

    matches = [match for outcome in outcomes for match in outcome.played]
    assert [match.a for match in matches] == list(range(seats))
    assert len({json.dumps(deals(match.events)[:2]) for match in matches}) == 1
    assert len({json.dumps(match.events) for match in matches}) == seats


def test_a_group_follows_from_its_number_and_seed() -> None:
    def events(number: int, seed: int) -> list[Any]:
        outcomes = group(table(azul, 2)._replace(seed=seed), number, GREEDY, GREEDY)
        return [outcome.played[0].events for outcome in outcomes]

    assert events(1, 1) == events(1, 1)
    assert events(1, 1) != events(2, 1)
    assert events(1, 1) != events(1, 2)


def test_alone_both_play_the_same_deals_and_the_higher_score_wins() -> None:
    [outcome] = group(table(majolica, 1), 1, GREEDY, RANDOM)

    one, other = outcome.played
    assert deals(one.events)[0] == deals(other.events)[0]
    assert outcome.won_a == (one.scores > other.scores)


def test_a_shared_victory_counts_in_part() -> None:
    outcomes = [outcome for number in range(3) for outcome in group(table(pig, 3), number, GREEDY, GREEDY)]
    tally = Tally()
    for won in (1.0, 0.0, 0.5, 1 / 3):
        tally.add(Outcome(won, Thought(1.0, 4, 0.5), Thought(1.0, 2, 0.6), []))

    assert {outcome.won_a for outcome in outcomes} <= {0.0, 1.0}
    assert (tally.matches, tally.wins_a, tally.wins_b, tally.ties) == (4, 1, 1, 2)
    assert tally.rate_a == pytest.approx(11 / 24)
    assert tally.a == Thought(4.0, 16, 0.5)


def test_the_interval_is_wilsons() -> None:
    tally = Tally()
    assert tally.interval95 == (0.0, 1.0)
    for won in [1.0] * 60 + [0.0] * 40:
        tally.add(Outcome(won, Thought(), Thought(), []))

    assert tally.interval95 == pytest.approx((0.502, 0.691), abs=0.001)


def test_the_command_prints_progress_and_a_result_and_writes_records(tmp_path: Any) -> None:
    given = ["medium:5", "greedy", "--matches", "3", "--option", "wall=gray", "--processes", "1", "--json"]

    ran = CliRunner().invoke(main, ["arena", *given, "--records", str(tmp_path)])

    result = json.loads(ran.stdout)
    assert list(result) == [
        *("a", "b", "matches", "wins_a", "wins_b", "ties", "rate_a", "interval95", "cpu_ms_a", "cpu_ms_b")
    ]
    assert (result["a"], result["b"], result["matches"]) == ("medium:5", "greedy", 3)
    assert "3 of 3: medium:5" in ran.stderr
    assert "3 matches leave the last deals played from 1 of 2 seats only" in ran.stderr
    written = sorted(tmp_path.iterdir())
    assert [path.name for path in written] == ["00001-a0.json", "00002-a1.json", "00003-a0.json"]
    record = read_record({"azul": azul}, json.loads(written[0].read_text(encoding="utf-8")))
    *_, (_, last) = record.states()
    assert azul.to_act(last) == ()


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["hard", "nobody"], 'there is no bot "nobody"; there are: random,'),
        (["hard:x", "greedy"], 'a budget is a number of nodes from 1 to 1000000000, not "x"'),
        (["hard:", "greedy"], 'a budget is a number of nodes from 1 to 1000000000, not ""'),
        (["expert:0", "greedy"], 'a budget is a number of nodes from 1 to 1000000000, not "0"'),
        (["hard:\N{ARABIC-INDIC DIGIT THREE}", "greedy"], "a budget is a number of nodes from 1 to"),
        (["hard:" + 5000 * "9", "greedy"], "a budget is a number of nodes from 1 to"),
        (["hard", "greedy:50"], "greedy takes no budget, and 50 is given: it does not search"),
        (["hard", "random", "--budget", "5"], "random takes no budget, and 5 is given"),
        (["hard", "hard:7", "--budget", "5"], "one budget is wanted for hard, not 7 and 5"),
        (["hard", "cmd:true", "--budget", "5"], "a program takes no budget, and 5 is given for both players"),
        (["hard", "greedy", "--weights-b", "fitted"], "to greedy weights are of no matter"),
        (["hard", "cmd:true", "--weights-b", "fitted"], "to cmd:true weights are of no matter"),
        (["hard", "cmd:/nowhere/bot"], "/nowhere/bot cannot be started: No such file or directory"),
        (["hard", "greedy", "--seats", "0"], "0 is not in the range"),
        (["hard", "greedy", "--seconds", "nan"], "nan is no number"),
        (["hard", "greedy", "--records", "/dev/null"], "no files can be put into /dev/null: File exists"),
        (["hard", "greedy", "--records", "/proc/x"], "no files can be put into /proc/x: No such file"),
        (
            ["hard", "greedy", "--option", "wall=gray", "--option", "wall=colored"],
            'the option "wall" is wanted once, not "gray" and "colored"',
        ),
        (["hard", "greedy", "--seats", "9"], "the number of seats is one of 2, 3, 4, not 9"),
        (["hard", "greedy", "--option", "wall"], "an option is written NAME=VALUE, not wall"),
        (["hard", "greedy", "--option", "wall=blue"], "the option wall is one of colored, gray"),
        (["hard", "greedy", "--ruleset", "chess"], 'the ruleset "chess" is not installed'),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(given: list[str], reason: str) -> None:
    ran = CliRunner().invoke(main, ["arena", *given])

    assert ran.exit_code == 2
    assert reason in ran.stderr
