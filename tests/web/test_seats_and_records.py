"""Opening, joining, moving to another device, proving, importing; and the list of my matches."""

import json
import random
import re
from pathlib import Path

import requests
from playwright.sync_api import expect

from tests.web.conftest import Opener
from tests.web.playing import await_event, click_move, hold, my_turn, new_match, seated


def test_a_friend_joins_by_a_link_that_keeps_the_invite_out_of_every_request(opened: Opener) -> None:
    ann = opened()
    ann.get_by_label("Your name").fill("Ann")
    ann.locator("form[data-game=azul] summary").click()
    ann.locator("form[data-game=azul]").get_by_role("button", name="Open the match").click()
    link = ann.locator("#invite-link")
    expect(link).to_be_visible()
    invitation = link.input_value()
    secret = invitation.split("#join=")[1]
    asked: list[str] = []

    bob = opened()
    bob.on("request", lambda request: asked.append(request.url))
    bob.goto(invitation)
    expect(bob).not_to_have_url(re.compile("#"))
    expect(bob.get_by_role("heading", name="Ann invites you to Azul")).to_be_visible()
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()

    await_event(bob, 3)
    expect(ann.locator("#invite")).to_be_hidden()
    expect(ann.locator("#scores thead")).to_contain_text("Bob")
    assert not any(secret in url for url in asked)
    opening = bob.request.get(bob.url.replace("/matches", "/api/v1/matches") + "/events").json()["events"]
    assert opening[0]["anchor"]
    nonces = [event["nonce"] for event in opening if event["kind"] == "seated"]
    assert len(set(nonces)) == 2
    assert all(len(nonce) == 64 for nonce in nonces)


def test_a_name_is_kept_when_it_was_taken_and_not_before(opened: Opener, address: str) -> None:
    match = new_match(address, "azul", [{"name": "Ann"}, {}])
    page = opened(f"/matches/{match['match']}#join={match['invite']}", allowed=("400",))
    kept = "() => localStorage['tiledraft.name']"
    page.get_by_label("Your name").fill("Bob\N{RIGHT-TO-LEFT OVERRIDE}")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#alert")).not_to_be_empty()
    assert page.evaluate(kept) is None

    page.get_by_label("Your name").fill("  ")
    page.get_by_role("button", name="Sit down").click()

    expect(page.locator("#join")).to_be_hidden()
    assert page.evaluate(kept) == '"Player"'


def test_who_opens_a_match_for_others_has_the_link_to_send(opened: Opener) -> None:
    page = opened()
    page.locator("form[data-game=pig] summary").click()
    page.locator("form[data-game=pig] [data-seat]").nth(0).select_option("bot:random")
    page.locator("form[data-game=pig]").get_by_role("button", name="Open the match").click()

    link = page.locator("#invite-link")
    expect(link).to_be_visible()
    expect(page.get_by_role("button", name="Give")).to_be_hidden()
    friend = opened()
    friend.goto(link.input_value())
    friend.get_by_label("Your name").fill("Bob")
    friend.get_by_role("button", name="Sit down").click()

    expect(page.locator("#scores thead")).to_contain_text("Bob")
    expect(page.locator("#invite")).to_be_hidden()


def test_who_is_invited_reads_what_the_game_is_about_and_what_was_chosen(
    opened: Opener, address: str
) -> None:
    match = new_match(address, "azul", [{"name": "Ann"}, {}], hints=True, wall="gray")

    page = opened(f"/matches/{match['match']}#join={match['invite']}")

    join = page.locator("#join")
    expect(join).to_contain_text("Take all tiles of one color")
    expect(join.locator(".tag")).to_have_text(["wall: gray", "Hints"])
    page.get_by_text("How it is played").click()
    expect(page.locator("#rules li").first).to_contain_text("In your turn take all tiles of one color")


def test_an_invite_that_did_not_come_is_asked_for_again(opened: Opener, address: str) -> None:
    """A page that is closed or cut off meanwhile has learnt nothing about whose seat it has."""
    match = new_match(address, "azul", [{"name": "Ann"}, {}])
    page = opened()
    page.route("**/invite", lambda route: route.abort())
    with page.expect_request("**/invite"):
        page.goto(f"{address}/matches/{match['match']}#seat={match['seats'][0]['token']}")
    page.unroute("**/invite")

    page.reload()

    expect(page.locator("#invite-link")).to_have_value(re.compile("#join="))


def test_an_open_seat_is_given_to_a_bot(opened: Opener, address: str) -> None:
    page = opened()
    page.locator("form[data-game=pig] summary").click()
    page.locator("form[data-game=pig]").get_by_role("button", name="Open the match").click()

    page.get_by_role("button", name="Give").click()

    expect(page.locator("#scores thead")).to_contain_text("(bot)")
    expect(page.locator("#invite")).to_be_hidden()


def test_a_seat_moves_to_another_device_by_a_link_shown_on_demand(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)
    my_turn(page)
    page.get_by_text("Move this seat to another device").click()
    expect(page.locator("#move-device")).to_contain_text("Who has this link plays for you")
    page.get_by_role("button", name="Show the link").click()

    other = opened()
    other.goto(page.locator("#seat-link").input_value())

    my_turn(other)
    expect(other).not_to_have_url(re.compile("#"))


def test_copied_is_said_for_a_while_and_again_when_it_is_done_again(opened: Opener, address: str) -> None:
    match = new_match(address, "azul", [{"name": "Ann"}, {}])
    page = opened()
    page.clock.install()
    page.goto(f"{address}/matches/{match['match']}#seat={match['seats'][0]['token']}")
    button = page.locator("[data-copy=invite-link]")

    for _ in range(2):
        button.click()
        expect(button).to_have_text("Copied")
        expect(page.locator("#live")).to_have_text("Copied")
        page.clock.run_for(2000)
        expect(button).to_have_text("Copied")
        page.clock.run_for(2000)
        expect(button).to_have_text("Copy")
        expect(page.locator("#live")).to_be_empty()


def test_my_matches_are_listed_those_that_wait_for_me_first(opened: Opener, address: str) -> None:
    page = opened()
    for seats in ([{"name": "Ann"}, {"bot": "greedy"}], [{"name": "Ann"}, {}]):
        match = new_match(address, "azul", seats)
        page.goto(f"{address}/matches/{match['match']}#seat={match['seats'][0]['token']}")
        page.wait_for_selector("#table .panel, #table:empty")
    page.goto(f"{address}/")

    expect(page.locator("#mine li")).to_have_count(2)
    expect(page.locator("#mine li").first).to_contain_text("Waits for you")
    expect(page.locator("#mine li").first).to_contain_text("with greedy")


def test_what_was_forgotten_in_error_comes_back_with_its_seat(opened: Opener, address: str) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)
    my_turn(page)
    page.goto(f"{address}/")

    page.get_by_role("button", name="Forget").click()
    expect(page.locator("#mine li")).to_contain_text(
        "Azul is forgotten in this browser, with any seat in it."
    )
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    assert match not in page.evaluate("localStorage.getItem('tiledraft.matches')")
    page.keyboard.press("Enter")

    expect(page.locator("#mine li a")).to_be_focused()
    expect(page.locator("#mine li")).to_contain_text("Waits for you")
    page.locator("#mine li a").click()
    my_turn(page)


def test_the_seats_that_are_shown_are_those_that_were_chosen_after_back_too(opened: Opener) -> None:
    page = opened()
    form = page.locator("form[data-game=majolica]")
    form.locator("summary").click()
    form.get_by_label("Seats").select_option("1")
    form.get_by_role("button", name="Open the match").click()
    page.wait_for_url("**/matches/*")

    page.go_back()

    # What is not as it was at first is in sight, too: nobody opens what they do not see.
    expect(form.get_by_label("Seats")).to_be_visible()
    count = int(form.get_by_label("Seats").input_value())
    expect(form.locator("[data-seat]:visible")).to_have_count(count)
    form.get_by_role("button", name="Play against a bot").click()
    page.wait_for_url("**/matches/*")
    expect(page.locator("#scores thead th")).to_have_count(3)


def test_what_another_tab_kept_meanwhile_comes_back_too(opened: Opener, address: str) -> None:
    made = new_match(address, "azul", [{"name": "Ann"}, {}, {}])
    match = made["match"]
    page = opened(f"/matches/{match}#join={made['invite']}")
    expect(page.locator("#join")).to_be_visible()
    other = page.context.new_page()
    other.goto(address)
    expect(other.locator("#mine li")).to_have_count(1)
    page.locator("#join-form button").click()
    expect(page.locator("#join")).to_be_hidden()

    other.get_by_role("button", name="Forget").click()
    other.get_by_role("button", name="Undo").click()

    kept = page.evaluate("JSON.parse(localStorage.getItem('tiledraft.matches'))")[match]
    assert kept["token"].startswith(f"{match}.1.")


def test_two_clicks_on_forget_are_one(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)
    my_turn(page)
    page.goto(f"{address}/")

    page.get_by_role("button", name="Forget").dblclick()

    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def test_my_seat_is_not_lost_with_those_that_are_taken_away(opened: Opener) -> None:
    page = opened()
    form = page.locator("form[data-game=azul]")
    form.locator("summary").click()
    form.get_by_label("Seats").select_option("3")
    form.get_by_label("Seat 3").select_option("me")
    form.get_by_label("Seat 2").select_option("bot:easy")

    form.get_by_label("Seats").select_option("2")

    expect(form.get_by_label("Seat 1")).to_have_value("me")


def test_my_matches_come_in_when_nothing_is_pressed(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link, viewport={"width": 390, "height": 844})
    my_turn(page)
    held = hold(page, "**/api/v1/matches/*")
    page.goto(f"{address}/")
    button = page.locator("form[data-game=azul] [data-do=bot]")
    box = button.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    page.wait_for_function("() => document.querySelector('main :active')")
    held.pop().continue_()
    page.wait_for_timeout(500)

    assert button.bounding_box() == box
    page.mouse.up()
    page.wait_for_url("**/matches/*")


def test_a_name_has_one_blank_between_its_words(opened: Opener) -> None:
    page = opened()
    page.get_by_label("Your name").fill("  Ann   of   Delft ")

    page.locator("form[data-game=azul] [data-do=bot]").click()

    page.wait_for_url("**/matches/*")
    expect(page.locator("#scores thead")).to_contain_text("Ann of Delft")


def test_a_seat_that_a_bot_plays_is_not_moved_to_another_device(opened: Opener, address: str) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "random"}])
    token = link.partition("=")[2]
    page = opened(link)
    my_turn(page)
    expect(page.locator("#move-device")).to_be_visible()

    give = requests.put(
        f"{address}/api/v1/matches/{match}/seats/0",
        json={"bot": "random"},
        headers={"Authorization": f"Bearer {token}"},
        timeout=40,
    )

    assert give.status_code == 200
    expect(page.locator("#move-device")).to_be_hidden()


def test_hashes_and_links_are_checked_in_the_browser(opened: Opener, address: str) -> None:
    _, link = seated(address, "azul", [{"name": "Änn ☃"}, {"bot": "greedy"}])
    page = opened(link)
    my_turn(page)
    page.get_by_text("Proof and record", exact=True).click()
    page.get_by_role("button", name="Check in this browser").click()
    expect(page.locator("#verdict")).to_contain_text("All of them follow from one another")
    expect(page.locator("#links code").first).to_have_text(re.compile("^[0-9a-f]{64}$"))
    click_move(page, random.Random(1))
    page.get_by_role("button", name="Check in this browser").click()
    expect(page.locator("#verdict")).to_contain_text("is unchanged")


def test_the_head_hash_is_that_of_the_event_that_is_looked_at(opened: Opener, address: str) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)
    my_turn(page)
    click_move(page, random.Random(1))
    my_turn(page)
    page.get_by_text("Proof and record", exact=True).click()
    stream = page.request.get(f"{address}/api/v1/matches/{match}/events").json()["events"]

    expect(page.locator("#head-at")).to_have_text(f"Head hash at event {len(stream)}:")
    expect(page.locator("#head")).to_have_text(stream[-1]["hash"])
    page.locator("#log a", has_text=re.compile("^3$")).click()

    expect(page.locator("#head-at")).to_have_text("Head hash at event 3:")
    expect(page.locator("#head")).to_have_text(stream[2]["hash"])


def test_a_changed_history_is_found_in_the_browser(opened: Opener, address: str) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)
    my_turn(page)
    record = page.request.get(f"{address}/api/v1/matches/{match}/record").json()
    record["stream"][1]["name"] = "Eve"
    page.context.route(re.compile("/record$"), lambda route: route.fulfill(json=record))

    page.get_by_text("Proof and record", exact=True).click()
    page.get_by_role("button", name="Check in this browser").click()

    expect(page.locator("#verdict")).to_contain_text("Event 2 does not follow")


def test_a_browser_without_web_crypto_is_told_what_to_run(opened: Opener, address: str) -> None:
    match, _ = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")

    page.goto(f"{address}/matches/{match}")
    page.get_by_text("Proof and record", exact=True).click()

    expect(page.locator("#verdict")).to_contain_text("tiledraft verify")


def test_a_record_is_downloaded_and_dropped_on_the_start_page(
    opened: Opener, address: str, tmp_path: Path
) -> None:
    match, link = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page = opened(link)
    my_turn(page)
    page.get_by_text("Proof and record", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["ruleset"] == "azul"

    page.goto(f"{address}/")
    page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "record.json", { type: "application/json" }));
            document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
        }""",
        file.read_text("utf-8"),
    )

    page.wait_for_url("**/matches/*")
    expect(page.locator("#headline")).to_have_text("A record, to look at")
    assert match not in page.url
    page.goto(f"{address}/")
    file.write_text("no record", "utf-8")
    page.locator("#record").set_input_files(file)
    expect(page.locator("#alert")).to_have_text("That file is not a record of a match.")


def test_the_same_file_can_be_chosen_again_whether_or_not_it_was_a_record(
    opened: Opener, address: str, tmp_path: Path
) -> None:
    match, _ = seated(address, "azul", [{"name": "Ann"}, {"bot": "greedy"}])
    page, file = opened(), tmp_path / "record.json"
    file.write_text("no record", "utf-8")

    page.locator("#record").set_input_files(file)
    expect(page.locator("#alert")).to_be_visible()
    expect(page.locator("#record")).to_have_value("")

    file.write_text(page.request.get(f"{address}/api/v1/matches/{match}/record").text(), "utf-8")
    page.locator("#record").set_input_files(file)
    page.wait_for_url("**/matches/*")
    page.go_back()
    expect(page.locator("#record")).to_have_value("")
