"""What workers of the roles do, and how single questions become batches."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest

from crawler.focus import FocusOptions
from crawler.focus.training import train
from crawler.forms.kind import FormsOptions, kind
from crawler.items import Field, Form
from crawler.roles import work
from crawler.roles.batches import Batches
from crawler.roles.work import FormSetup, PageSetup, digest, score_pages, tell_forms

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = ["the deep sea and its sonar", "a recipe with flour and butter", ""]


def test_a_worker_asks_for_a_model_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "_known", type(work._known)())
    setup = PageSetup(topic="sonar soundings")
    name = digest(setup)
    assert score_pages(name, None, TEXTS) is None
    first = score_pages(name, setup, TEXTS)
    assert first is not None
    assert first[0] > first[1]
    assert score_pages(name, None, TEXTS) == first
    for n in range(work._MAX_KNOWN):  # more crawls than a worker keeps models of
        other = PageSetup(topic=f"topic {n}")
        score_pages(digest(other), other, TEXTS)
    assert score_pages(name, None, TEXTS) is None


def test_a_model_scores_as_it_does_at_home(tmp_path: Path) -> None:
    data = train(TEXTS[:2] * 3, ["on", "off"] * 3, {"on"})
    path = tmp_path / "m.json"
    path.write_text(json.dumps(data))
    setup = PageSetup.of(FocusOptions(model=str(path)))
    scores = score_pages(digest(setup), setup, TEXTS)
    assert scores is not None
    assert scores[0] > 0.5 > scores[1]


@pytest.mark.parametrize("rules", ["default", "paper"])
def test_forms_are_told_as_at_home(rules: str) -> None:
    forms = [
        Form("http://h/find", fields=(Field("q", "search"),)),
        Form("http://h/in", "POST", fields=(Field("p", "password"),)),
    ]
    setup = FormSetup.of(FormsOptions(rules=rules))  # type: ignore[arg-type]
    found = tell_forms(digest(setup), setup, forms)
    assert found is not None
    if rules == "default":
        assert [form.kind for form in found] == [kind(form).kind for form in forms]
    else:
        assert [form.kind for form in found] == ["other", "other"]


def test_setups_differ_by_what_they_say() -> None:
    names = {
        digest(PageSetup(topic="a")),
        digest(PageSetup(topic="b")),
        digest(PageSetup(model="a")),
        digest(FormSetup()),
        digest(FormSetup("paper")),
    }
    assert len(names) == 5
    assert digest(PageSetup(topic="a")) == digest(PageSetup(topic="a"))


def test_a_model_that_cannot_be_read_is_named() -> None:
    with pytest.raises(ValueError, match=r"FOCUS_MODEL=/no\.json: "):
        PageSetup.of(FocusOptions(model="/no.json"))
    with pytest.raises(ValueError, match=r"FORMS_MODEL=/no\.json: "):
        FormSetup.of(FormsOptions(model="/no.json"))


def test_questions_go_in_batches_and_few_at_a_time() -> None:
    sizes: list[int] = []
    most = under_way = 0

    async def answer(items: list[int]) -> list[int]:
        nonlocal most, under_way
        sizes.append(len(items))
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return [item * 10 for item in items]

    async def asked() -> list[int]:
        batches = Batches(answer, size=4, gather=0.01, ahead=2)
        return await asyncio.gather(*(batches.ask(n) for n in range(18)))

    assert asyncio.run(asked()) == [n * 10 for n in range(18)]
    assert sorted(sizes) == [2, 4, 4, 4, 4]
    assert most == 2


def test_what_an_answer_raises_is_for_who_asked() -> None:
    async def answer(items: list[int]) -> list[int]:
        if 3 in items:
            raise ValueError("three")
        return items

    async def asked() -> list[int | BaseException]:
        batches = Batches(answer, size=2, gather=0.01, ahead=1)
        questions = (batches.ask(n) for n in range(5))
        return await asyncio.gather(*questions, return_exceptions=True)

    found = asyncio.run(asked())
    assert [str(each) for each in found] == ["0", "1", "three", "three", "4"]


def test_who_no_longer_asks_is_in_nobodys_way() -> None:
    async def answer(items: list[int]) -> list[int]:
        await asyncio.sleep(0.01)
        return items

    async def asked() -> int:
        batches = Batches(answer, size=2, gather=0.01, ahead=1)
        left = asyncio.ensure_future(batches.ask(1))
        stays = asyncio.ensure_future(batches.ask(2))
        await asyncio.sleep(0)
        left.cancel()
        return await stays

    assert asyncio.run(asked()) == 2
