"""Domains of query interfaces: siblings in many languages, hostile input, training."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom import parse
from crawler.forms.domain import (
    DOMAIN_LAYOUT,
    DOMAINS,
    Domains,
    context_of,
    domain_of,
)
from crawler.forms.domain_features import MAX_CONTEXT, domain_features
from crawler.forms.domain_training import (
    LabelledInterface,
    predicted_domains,
    read_interfaces,
    train_domains,
)
from crawler.forms.extract import extract
from crawler.forms.linear_model import LinearModel
from crawler.items import Field, Form

if TYPE_CHECKING:
    from pathlib import Path


def form_of(*labels: str) -> Form:
    fields = tuple(Field(f"f{n}", "text", label=text) for n, text in enumerate(labels))
    return Form("http://h.example/find", fields=fields)


BOX = Form("http://h.example/find", fields=(Field("q", "search"),))


@pytest.mark.parametrize(
    ("labels", "domain"),
    [
        (("Departure airport", "Arrival airport", "Return date"), "airfare"),
        (("Abflughafen", "Zielflughafen", "Hinflug"), "airfare"),
        (("出发机场", "航空公司"), "airfare"),
        (("Author", "Title", "ISBN"), "book"),
        (("Автор", "Издательство", "ISBN"), "book"),
        (("作者", "书名", "出版社"), "book"),
        (("Job title, skills or company", "Location", "Salary"), "job"),
        (("Puesto de trabajo", "Salario", "Empresa"), "job"),
        (("Make", "Model", "Mileage", "Fuel type"), "car"),
        (("Marque", "Modèle", "Kilométrage", "Carburant"), "car"),
        (("车辆标题、品牌、车系",), "car"),
        (("Check-in", "Check-out", "Rooms", "Guests"), "hotel"),
        (("Anreise", "Abreise", "Zimmer", "Übernachtungen"), "hotel"),
        (("Movie title", "Director", "Actor"), "film"),
        (("Titre du film", "Réalisateur", "Acteur"), "film"),
        (("Artist", "Album", "Song title"), "music"),
        (("Исполнитель", "Альбом", "Песня"), "music"),
        (("Search this site",), "other"),
        (("Bedrooms", "Suburb", "Property type", "Rent per month"), "other"),
        (("First name", "Last name", "Department", "Faculty"), "other"),
        (("Gene", "Protein", "Species"), "other"),
    ],
)
def test_an_interface_is_told_by_its_labels(
    labels: tuple[str, ...], domain: str
) -> None:
    assert domain_of(form_of(*labels)).domain == domain


@pytest.mark.parametrize(
    ("title", "domain"),
    [
        ("Cheap flights and airline tickets", "airfare"),
        ("Books, used books and rare editions", "book"),
        ("Job vacancies near you", "job"),
        ("Used cars for sale", "car"),
        ("Hotels in Rome", "hotel"),
        ("Movies and films", "film"),
        ("Music: albums, songs and lyrics", "music"),
        ("Garden tools", "other"),
        ("", "other"),
    ],
)
def test_a_lone_box_is_told_by_its_page(title: str, domain: str) -> None:
    assert domain_of(BOX, title).domain == domain


@pytest.mark.parametrize(
    "title",
    [
        "Facebook",  # has "book" in it
        "Medicine and vaccines",  # "cine"
        "Contractors and reactors",  # "actor"
        "Discount codes",  # "disco"
        "Applied supplies",  # "lied"
        "Telephone directory",  # "director"
    ],
)
def test_words_within_words_say_nothing(title: str) -> None:
    assert domain_of(BOX, title).domain == "other"


def test_shares_sum_to_one_and_name_all_domains() -> None:
    found = domain_of(form_of("Author"))
    assert set(found.probabilities) == set(DOMAINS)
    assert sum(found.probabilities.values()) == pytest.approx(1.0)
    assert found.score == max(found.probabilities.values())


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=400), st.text(max_size=400), st.text(max_size=60))
def test_no_text_raises_and_a_form_always_has_a_domain(
    label: str, context: str, action: str
) -> None:
    form = Form(action, fields=(Field(label, "text", label=label, labels=(label,)),))
    assert domain_of(form, context).domain in DOMAINS
    assert domain_features(form, context) == domain_features(form, context)


def test_a_page_without_end_costs_no_more() -> None:
    words = " ".join(f"w{n}x" for n in range(100_000))
    fields = tuple(Field("f", "select-one", labels=(words,) * 900) for _ in range(900))
    assert len(domain_features(Form("", fields=fields), words)) < 5_000
    assert domain_features(BOX, words[: MAX_CONTEXT + 1]) == domain_features(BOX, words)


def test_context_is_title_and_headings() -> None:
    page = b"<title> A  b </title><h1>One</h1><h2>Two</h2><h3>One</h3><p>Three"
    document = parse(page, url="http://h/", content_type="text/html")
    assert context_of(document) == "A b\nOne\nTwo"
    many = b"<h2>%s</h2>" % (b"x" * 500) * 10_000
    document = parse(many, url="http://h/", content_type="text/html")
    assert len(context_of(document)) <= MAX_CONTEXT


def rows(hosts: int = 4) -> list[dict[str, Any]]:
    pages = {
        "book": "<title>Shop</title><form><input name=isbn placeholder=ISBN></form>",
        "job": "<title>Shop</title><form></form><form><input name=salary></form>",
    }
    return [
        {
            "html": html,
            "domain": domain,
            "url": f"http://{host}.example/",
            "form": int(domain == "job"),
        }
        for host in range(hosts)
        for domain, html in pages.items()
    ]


def read(path: Path, lines: list[Any]) -> list[LabelledInterface]:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return list(read_interfaces(path))


def test_training_reads_forms_by_number_and_hosts_are_held_out(tmp_path: Path) -> None:
    labelled = read(tmp_path / "l.jsonl", rows())
    assert [item.form.fields[0].name for item in labelled[:2]] == ["isbn", "salary"]
    assert labelled[0].context == "Shop"
    assert predicted_domains(labelled, "nb") == [item.domain for item in labelled]
    model = LinearModel.from_dict(DOMAIN_LAYOUT, train_domains(labelled))
    assert Domains(model)(labelled[1].form).domain == "job"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"domain": "ships"}, "'ships' is unknown: airfare"),
        ({"domain": None}, "None is unknown"),
        ({"form": 7}, 'no form 7 in "html"'),
        ({"form": "x"}, "no form x"),
        ({"html": ""}, "no form 0"),
        ({"url": "nowhere"}, "no http"),
    ],
)
def test_a_wrong_label_is_named(
    tmp_path: Path, wrong: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        read(tmp_path / "l.jsonl", [*rows(1)[:1], {**rows(1)[0], **wrong}])
    assert "l.jsonl:2: " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_shipped_model_tells_its_origin_and_knows_all_domains() -> None:
    shipped = LinearModel.shipped(DOMAIN_LAYOUT)
    assert set(shipped.classes) == set(DOMAINS)
    assert "formasaurus" in shipped.about["source"]
    assert shipped.about["licence"]


def test_a_model_of_kinds_is_no_model_of_domains(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text('{"format": "leadline-form-model/1"}')
    with pytest.raises(ValueError, match=r"FORMS_DOMAIN_MODEL=.*not a leadline-domain"):
        Domains.of(str(path))


def test_extracted_options_count() -> None:
    page = b"<form><select name=x><option>Toyota<option>BMW<option>Audi</select></form>"
    (form,) = extract(parse(page, url="http://h/", content_type="text/html"))
    assert domain_of(form, "Cars").domain == "car"
