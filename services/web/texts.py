"""The texts that scripts show: given to the page in its language, under these keys."""

from collections.abc import Mapping
from typing import Final

from rulesets.contract import Message

_SAID: Final[Mapping[str, Message]] = {
    "yours": Message("Your turn"),
    "yourTurn": Message("It is your turn: choose one of the marked parts."),
    "choose": Message("It is your turn: choose."),
    "goOn": Message("Chosen: %(chosen)s. Go on with one of the marked parts."),
    "ready": Message("Chosen: %(move)s. Confirm to play it."),
    "hint": Message("Hint"),
    "asking": Message("Asking a bot…"),
    "hinted": Message("Hint: %(move)s. Confirm to play it."),
    "hintBeside": Message("A bot would play: %(move)s. What you chose meanwhile stays."),
    "late": Message("The match has moved on since you asked. Ask again."),
    "waiting": Message("Waiting for the others."),
    "sending": Message("Sending…"),
    "watching": Message("You are watching."),
    "past": Message("You look at event %(at)s of %(version)s. Nothing can be sent from here."),
    "conflictLegal": Message(
        "The match had moved on before your move came. It is still possible: choose it again."
    ),
    "unreachable": Message("No answer came from the service. Try again: nothing is done twice."),
    "failed": Message("That did not work."),
    "disconnected": Message("Not connected; looking for news every few seconds."),
    "copied": Message("Copied"),
    "full": Message("All seats are taken: you can watch."),
    "badInvite": Message("This invitation is not valid any more. Ask for a new link."),
    "badSeat": Message("This link does not lead to a seat of this match. Ask for a new one."),
    "seatArrived": Message("Your seat is now in this browser too."),
    "waitsForYou": Message("Waits for you"),
    "running": Message("Running"),
    "with": Message("with %(names)s"),
    "over": Message("Over"),
    "open": Message("Waits for players"),
    "gone": Message("No longer there"),
    "forget": Message("Forget %(match)s in this browser"),
    "forgotten": Message("%(game)s is forgotten in this browser, with any seat in it."),
    "undo": Message("Undo"),
    "skip": Message("Skip"),
    "noCrypto": Message(
        "This page came over plain http, where browsers compute no hashes."
        " Download the record and run: tiledraft verify FILE"
    ),
    "headAt": Message("Head hash at event %(version)s:"),
    "checking": Message("Checking…"),
    "proven": Message(
        "Checked by this browser: hashes of events, %(events)s; links of deals, %(links)s."
        " All of them follow from one another."
        " That the deals follow from their links, tiledraft verify checks."
    ),
    "headKnown": Message("What you saw here before (event %(version)s) is unchanged."),
    "broken": Message("Event %(version)s does not follow from the one before it. Do not trust this match."),
    "badLink": Message(
        "The link of deal %(deal)s does not lead to the one before it. Do not trust this match."
    ),
    "badHead": Message("The history is not the one that you saw here before. Do not trust this match."),
    "link": Message("Deal %(deal)s (event %(version)s)"),
    "copiedDeal": Message("copied from elsewhere, unproven"),
    "notRecord": Message("That file is not a record of a match."),
    "judged": Message("%(n)s of %(all)s positions are judged"),
    # Of every type of problem that the API answers.
    "problem.anchor-gone": Message("The match could not be opened. Try again."),
    "problem.bad-record": Message("This record does not keep the rules, or is not one of a game here."),
    "problem.conflict": Message(
        "The match had moved on, so your move was not sent. The board is up to date now."
    ),
    "problem.illegal": Message("That move is not possible any more. The board shows what stands."),
    "problem.internal": Message("Something went wrong here. It was noted; nothing was half done."),
    "problem.invalid": Message("The service does not understand what this page asked for."),
    "problem.key-reused": Message("That was sent before, and differently. Load the page again."),
    "problem.method-not-allowed": Message("The service does not understand what this page asked for."),
    "problem.no-hints": Message("This match has no hints."),
    "problem.no-token": Message("This browser does not hold the token of that seat."),
    "problem.no-version": Message("The service does not understand what this page asked for."),
    "problem.not-found": Message("There is no such page."),
    "problem.not-json": Message("The service does not understand what this page asked for."),
    "problem.not-started": Message("Not all seats were taken then: there is nothing to go on from."),
    "problem.not-yet": Message("The answer is not there yet. Try again in a moment."),
    "problem.not-your-turn": Message("It is not your turn any more. The board shows what stands."),
    "problem.over": Message("The match is over."),
    "problem.ruleset-missing": Message("The rules that this match needs are not installed here."),
    "problem.store-down": Message(
        "The service cannot reach its store. Nothing is lost; try again in a while."
    ),
    "problem.taken": Message("That seat is taken."),
    "problem.too-large": Message("That file is too large."),
    "problem.too-many": Message("Too many requests; wait %(seconds)s seconds."),
    "problem.under-way": Message("The match is under way: it is analysed when it is over."),
    "problem.unknown-match": Message(
        "There is no such match here. Perhaps the address was cut off, or nobody joined for a month."
    ),
    "problem.unknown-ruleset": Message("There is no such game here."),
    "problem.wrong-token": Message("That seat is not played from here: a bot plays it, or somebody else."),
}
TEXTS: Final[Mapping[str, str]] = {key: message.text for key, message in _SAID.items()}
