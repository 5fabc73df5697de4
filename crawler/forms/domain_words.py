"""Words of query interfaces in many languages, by the domain that they speak of.

Plain data, folded as :func:`crawler.forms.kind_words.fold` does. A *stem* counts
anywhere in a word ("flightsearch"), a *word* only whole ("book", which "facebook" and
"booking" have in them). A *hint* is what interfaces of other domains ask for as well
("year"). Written from what such
interfaces ask for, not taken from labelled forms, so that what a model learns about a
domain also holds for words and languages that it was not trained on.
"""

from __future__ import annotations

from functools import lru_cache

from crawler.forms.kind_words import fold

# fmt: off
STEMS: dict[str, str] = {
    "airfare": (
        "flight airline airport airfare roundtrip oneway multicity nonstop stopover"
        " layover flug flughafen hinflug ruckflug aeroport compagnieaerienne vuelo"
        " aeropuerto aerolinea aereo aeroporti andata lotnisk przelot letisk letenk"
        " letadl repulo авиа рейс аэропорт перелет вылет 航班 机票 機票 机场 機場"
        " 航空 飛行 フライト 空港 항공 공항 havaalan maybay sanbay chuyenbay"
        " เที่ยวบิน طيران רחיפ טיסה lentokent flyreise билет самолет"
    ),
    "book": (
        "isbn publisher paperback hardcover hardback audiobook bestseller"
        " literat bucher autor verlag taschenbuch auteur editeur libreria livro"
        " livraria boek auteurs uitgever ksiaz ksieg wydawnic nakladatel kirja книг"
        " автор издател писател 图书 圖書 书名 書名 作者 出版 书籍 本を 著者 도서"
        " 저자 출판 yazar tacgia nhaxuatban หนังสือ كتاب bookstore bookshop"
        " bookseller buchhandl librair bokhandel boekhandel читател книгохран"
    ),
    "job": (
        "job career vacanc employment employer recruit occupation resume curricul"
        " internship stellenangebot beruf arbeitsort bewerb emploi metier"
        " recrutement empleo trabajo vacante lavoro offertedilavoro vacature baan"
        " zatrudn zamestnan ваканс работ должност зарплат резюме 招聘 职位 職位"
        " 工作 求人 仕事 転職 채용 일자리 직무 kariyer vieclam tuyendung nganhnghe"
        " งาน وظيف עבודה tyopaik jobb stilling salary stellenanzeig stellensuche"
        " jobsearch jobportal jobboard"
    ),
    "car": (
        "automobil vehicle mileage odometer gearbox transmission hatchback sedan"
        " carrental rentacar usedcar drivetrain horsepower fahrzeug gebrauchtwagen"
        " mietwagen kilometerstand kraftstoff erstzulassung getriebe voiture"
        " vehicule carburant kilometr vehiculo combustible veiculo quilometr"
        " automovil automobili alimentazione tweedehandsauto samochod przebieg"
        " paliwo vozidl palivo jarmu gepjarmu машин пробег двигател 二手车 汽车"
        " 汽車 车型 車型 品牌车系 車種 中古車 走行 자동차 중고차 차량 vozila vasita"
        " xehoi hangxe รถยนต์ سيارة רכב pickuplocation dropoff 车辆 车系 车价 购车"
        " 买车 选车 新车 品牌车 automarkt autohaus autoscout carsales"
    ),
    "hotel": (
        "hotel hostel motel lodging accommodat checkin checkout guesthouse resort"
        " bedandbreakfast unterkunft ubernacht zimmer ferienwohn hebergement"
        " chambre nuitee alojamiento habitacion huesped hospedag quarto hospede"
        " alloggio albergo camere pernott verblijf kamers noclegi pokoje nocleg"
        " ubytovan szallas отел гостиниц прожив заезд 酒店 宾馆 賓館 住宿 入住 退房"
        " ホテル 宿泊 旅館 호텔 숙소 객실 konaklama khachsan nhanphong โรงแรม فندق"
        " מלון majoit"
    ),
    "film": (
        "cinema actress imdb screening showtime boxoffice trailer schauspiel"
        " regisseur pelicula peliculas reparto filme elenco realisateur acteur"
        " seance regista voorstelling rezyser aktor seans herec rezis szinesz"
        " rendezo кино фильм актер режиссер сериал сеанс 电影 電影 影片 导演 導演"
        " 演员 演員 影院 映画 監督 俳優 영화 감독 배우 sinema yonetmen phim"
        " dienvien daodien ภาพยนตร์ หนัง فيلم סרט elokuva tvseries filmtitel"
        " filmdaten filmarchiv moviedatab kinofilm filmotek kinoteatr"
    ),
    "music": (
        "music lyric musician composer singer vinyl playlist soundtrack karaoke"
        " musik kunstler tontrager musique chanson paroles musica artista"
        " compositor canzon brano cantante muziek artiest muzyk piosenk wykonawc"
        " hudb pisnick eloado dalszoveg музык песн исполнител альбом аккорд 音乐"
        " 音樂 歌曲 歌手 专辑 專輯 歌词 歌詞 音楽 曲名 アーティスト 음악 노래 가수"
        " 앨범 muzik sarki sanatci amnhac baihat เพลง ศิลปิน أغنية موسيقى שיר"
        " musiikki songtext songtitl albumtitl musikhand"
    ),
}

WORDS: dict[str, str] = {
    "airfare": (
        "volo voli volos vuelo vuelos ucus lento air-ticket airfares flights"
    ),
    "book": (
        "book books ebook ebooks author authors autor autores auteur auteurs autore"
        " autori novel novels libro libros libri livre livres buch bucher kitap"
        " konyv isbn boek boeken knihy kniha boger bocker ספר"
    ),
    "job": (
        "job jobs puesto vaga vagas munka allas praca pracy prace emprego empregos"
        " stellen stelle"
    ),
    "car": (
        "car cars auto autos carro carros coche coches arac авто xe vozila vozilo"
    ),
    "hotel": (
        "hotel hotels hoteles hotele otel room rooms guests nights"
    ),
    "film": (
        "film films filme filmes movie movies cine actor actors actress director"
        " directors kino theater theatre cinema"
    ),
    "music": (
        "disco discos lied lieder zene casi song songs album albums artist artists"
        " letra letras cancion canciones music band bands singer"
    ),
}

HINTS: dict[str, str] = {
    "airfare": (
        "air fly depart departure departing departures return returning from to"
        " origin destination passengers passenger adults children infants cabin"
        " economy business class stops airlines vol vols retour voo voos ida volta"
        " vuelta salida regreso lot loty let lety partenza ritorno passeggeri"
        " passagiers abflug ankunft passagiere bay vé"
    ),
    "book": (
        "title isbn edition format genre publication sach sách truyen library"
        " subject series binding livro livres libros titel titre titulo titolo"
    ),
    "job": (
        "company skills skill experience fulltime parttime remote freelance"
        " contract industry position candidate cv hiring qualification bransch lon"
        " gehalt salaire sueldo salario metiers stage zawod etat viec nganh luong"
    ),
    "car": (
        "suv coupe make model fuel diesel petrol engine dealer pickup rental rent"
        " toyota bmw audi ford honda mazda mercedes nissan volkswagen hyundai"
        " chevrolet kia renault peugeot opel skoda volvo fiat km price year marke"
        " marque modele marka modelo marca modell oto"
    ),
    "hotel": (
        "guest night stay stars adults children arrival departure amenities"
        " property apartment villa spa breakfast wifi pool gaste nachte nuits"
        " noches noites notti phong khach dem inn bed suite"
    ),
    "film": (
        "cast genre rating tv seasons episode dvd bluray horror comedy thriller"
        " drama action animation documentary imax plot rezyseria serie series show"
    ),
    "music": (
        "track tracks genre label concert rock jazz classical pop metal blues"
        " hiphop reggae dance techno piano guitar chords mp3 cd cds lp tempo bpm"
        " isrc zpevak nhac"
    ),
}
# fmt: on


def _index() -> dict[str, tuple[tuple[str, str], ...]]:
    """Stems and their domains by their first two characters."""
    found: dict[str, list[tuple[str, str]]] = {}
    for domain, stems in STEMS.items():
        for stem in fold(stems).split():
            found.setdefault(stem[:2], []).append((stem, domain))
    return {start: tuple(stems) for start, stems in found.items()}


def _whole(table: dict[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for domain, words in table.items():
        for word in fold(words).split():
            found[word] = (*found.get(word, ()), domain)
    return found


_STEMS = _index()
_WORDS = _whole(WORDS)
_HINTS = _whole(HINTS)


@lru_cache(maxsize=16_384)
def domains_of_word(word: str) -> frozenset[str]:
    """The domains that a folded word speaks of.

    >>> sorted(domains_of_word("flightsearch")), sorted(domains_of_word("facebook"))
    (['airfare'], [])
    """
    found = set(_WORDS.get(word, ()))
    for place in range(len(word) - 1):
        for stem, domain in _STEMS.get(word[place : place + 2], ()):
            if word.startswith(stem, place):
                found.add(domain)
    return frozenset(found)


def hints_of_word(word: str) -> tuple[str, ...]:
    """The domains that a folded word may speak of.

    >>> hints_of_word("genre")
    ('book', 'film', 'music')
    """
    return _HINTS.get(word, ())
