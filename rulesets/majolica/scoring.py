"""Points, the order of seats, and who wins."""

from rulesets.contract import Seat
from rulesets.majolica.cards import reached
from rulesets.majolica.state import Board, State
from rulesets.majolica.tiles import total


def points(board: Board) -> int:
    """Finished designs, tokens, tiles on unfinished designs, bloom tiles and a met goal.  [M31]

    Tiles in workshops and purple score nothing.
    """
    lying = sum(total(slot[1]) for slot in board.slots if slot)
    worth = sum(design.points for design in board.finished)
    return worth + lying + board.tokens + board.bloom + goal_points(board)


def goal_points(board: Board) -> int:
    """A goal counts as soon as its condition holds.  [M34]"""
    goal = board.goal
    met = goal and reached(goal, board.finished, board.rewards) >= goal.at_least
    return goal.points if goal and met else 0


def scores(state: State) -> list[tuple[int, int]]:
    """Points, then the place in the turn order at the start: of tied seats the latest wins alone.  [M31]"""
    return [(points(board), turn_order(state, seat)) for seat, board in enumerate(state.boards)]


def turn_order(state: State, seat: Seat) -> int:
    """From 0; before the first deal there is none and all are alike."""
    return 0 if state.first_seat is None else (seat - state.first_seat) % len(state.boards)


def winners(state: State) -> list[Seat]:
    reckoned = scores(state)
    return [seat for seat, score in enumerate(reckoned) if score == max(reckoned)]
