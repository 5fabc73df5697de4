"""Words and marks of links between the pages of one answer, in many languages."""

from __future__ import annotations

import re
from typing import Final

_NEXT = """
next|next page|next results|next \\d+(?: \\w+)?|older|older posts|older entries
|more results
|show next|go to next page|page next|forward|continue|continued
|continue reading on page \\d+
|weiter|nächste|nächste seite|naechste|vor|vorwärts|folgende|ältere beiträge
|suivant|suivante|page suivante|suivants|suiv|prochain|prochaine
|articles plus anciens
|siguiente|página siguiente|siguientes|próximo|próxima|próxima página|seguinte
|página seguinte|avançar
|successivo|successiva|avanti|pagina successiva|prossima|prossimo|seguente
|volgende|volgende pagina|verder|nästa|nästa sida|neste|neste side|næste|næste side
|seuraava|seuraava sivu|następna|następny|następna strona|dalej|další|následující
|ďalší|ďalšia
|következő|tovább|următoarea|următorul|înainte|следваща|напред|sljedeća|sljedeće
|naslednja|naprej|sledeća
|следующая|следующий|следующая страница|дальше|вперёд|вперед|далее|след|наступна
|далі|вперед
|επόμενη|επόμενο|επόμενα|sonraki|sonraki sayfa|ileri|berikutnya|selanjutnya
|seterusnya
|tiếp|tiếp theo|trang sau|sau|ถัดไป|หน้าถัดไป|अगला|التالي|التالية|הבא|הבאה|بعدی
|صفحه بعد
|次へ|次|次の記事|次の記事へ|次の\\d*件?|次ページ|次のページ|進む|もっと見る|下一页
|下一頁|下页|下頁|后页|下一步|다음|다음 페이지|següent|hurrengoa
"""
_PREVIOUS = """
previous|prev|previous page|newer|newer posts|back|zurück|vorherige|vorige|précédent
|précédente
|page précédente|préc|anterior|página anterior|precedente|indietro|vorige pagina
|terug|föregående|forrige|edellinen
|poprzednia|poprzedni|wstecz|předchozí|előző|anterioară|предыдущая|предыдущий|назад
|попередня
|προηγούμενη|önceki|sebelumnya|trước|前へ|前|前のページ|戻る|上一页|上一頁|上页|이전
|السابق|הקודם|قبلی
"""
_LAST = """
last|last page|letzte|letzte seite|ende|dernier|dernière|fin|último|última|ultima
|ultimo|laatste|sista|siste
|sidste|viimeinen|ostatnia|poslední|utolsó|последняя|остання|τελευταία|son|最後
|最后一页|末页|尾页|마지막|end
"""
_FIRST = """
first|first page|erste|anfang|premier|première|début|primero|primera|primeira|prima
|primo|eerste|första
|første|pierwsza|první|első|первая|начало|ilk|最初|首页|第一页|처음|start
"""
_MORE = """
load more|show more|view more|see more|more results|mehr laden|mehr anzeigen
|mehr ergebnisse|weitere anzeigen
|weitere ergebnisse|charger plus|voir plus|afficher plus|plus de résultats
|cargar más|ver más|mostrar más
|carregar mais|mostra altri|carica altri|meer laden|meer tonen|ladda fler|visa fler
|pokaż więcej|načíst další|zobrazit další
|показать ещё|показать еще|загрузить ещё|загрузить еще|ещё|daha fazla|もっと見る
|もっと読み込む|加载更多|查看更多|더보기
"""


def _pattern(words: str, marks: str) -> re.Pattern[str]:
    listed = "|".join(word.strip() for word in words.replace("\n", "").split("|"))
    around = rf"[\s{re.escape(marks)}.:…]*"
    return re.compile(rf"{around}(?:{listed}){around}\Z", re.IGNORECASE)


RIGHT: Final = "»›→>⟩❯▶►⇒⏵〉≫ᐳ➔➜"
LEFT: Final = "«‹←<⟨❮◀◄⇐⏴〈≪ᐸ"
NEXT: Final = _pattern(_NEXT, RIGHT + "|)]")
PREVIOUS: Final = _pattern(_PREVIOUS, LEFT + "|([")
LAST: Final = _pattern(_LAST, RIGHT + "|)]")
FIRST: Final = _pattern(_FIRST, LEFT + "|([")
MORE: Final = _pattern(_MORE, RIGHT + "↓+⌄▼")
ARROW: Final = re.compile(rf"\s*[{RIGHT}]{{1,2}}\s*\Z")
DOUBLE: Final = re.compile(r"\s*(?:»|>>|≫|⏭|>\||→\||››|▶▶|►►|>>\|)\s*\Z")
NEXT_NAME: Final = re.compile(
    r"(?:^|[-_\s]|page|pagi\w*|pager)(?:next|nxt|siguiente|suivante?|weiter|volgende|nextlink"
    r"|older|forward)(?:$|[-_\s]|page|link|post)",
    re.IGNORECASE,
)
PREVIOUS_NAME: Final = re.compile(
    r"(?:^|[-_\s]|page|pagi\w*|pager)(?:prev(?:ious)?|newer|back)(?:$|[-_\s]|page|link|post)",
    re.IGNORECASE,
)
PAGER_NAME: Final = re.compile(
    r"pag(?:er|ing|inat|enav|e-?nav|e-?num|es?(?:$|[-_\s]))|(?:^|[-_\s])(?:nav-?links"
    r"|wp-pagenavi|pn|blog-pager|next-?prev|prev-?next|seiten)",
    re.IGNORECASE,
)
# Arrows of other things: pictures, months, single articles.
OTHER_NAME: Final = re.compile(
    r"carousel|slid(?:e|er|ing)|slick|swiper|gallery|lightbox|calendar|month|week|datepick"
    r"|bread|crumb|rotator|ticker|banner|owl-",
    re.IGNORECASE,
)
PAGE_PARAMETER: Final = re.compile(
    r"(?:page?|pg|p|pageno|page_?num(?:ber)?|paged|pagenum|seite|pagina|página|strona|str|sida|side|paginate"
    r"|currentpage|curpage|cp|pn|page_?index|page_?id|pageid|_page|listpage)\Z",
    re.IGNORECASE,
)
OFFSET_PARAMETER: Final = re.compile(
    r"(?:offset|start|from|first|begin|skip|firstresult|startindex|start_?at|rowstart|sr|limitstart|b_?start"
    r"|first_?item|pos|beg|startrow|st|_?next|cursor|after|marker|since)\Z",
    re.IGNORECASE,
)
