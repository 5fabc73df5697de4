"""What pages say when there is nothing, when something is missing, when all fails.

Words are one evidence among several, and the weakest: a site's own pages, learned by
asking, come first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


NOTHING: Final = _any(
    r"\bno (?:\w+ ){0,3}?(?:results?|records?|match(?:es)?|items?|entries|data"
    r"|documents?|products?|hits|rows|listings?)\b",
    r"\b(?:nothing|none|not?(?:hing)? (?:was|were)?) ?(?:was |were )?found\b"
    r"|\b0 (?:results?|records?|matches|hits|items)\b",
    r"\bdid not match any\b|\bcould(?: not|n't) find any\b"
    r"|\bwithout (?:any )?results?\b|\bzero results\b",
    r"\bkeine? (?:\w+ ){0,3}?(?:ergebnisse?|treffer|einträge?|datensätze|artikel"
    r"|produkte)\b|\bnichts gefunden\b|\bohne treffer\b",
    r"\baucune?s? (?:\w+ ){0,2}?(?:résultats?|enregistrements?|fiche|notice|donnée"
    r"|article|produit)|\brien trouvé|\bpas de résultat",
    r"\b(?:no se (?:ha |han )?encontr\w+|sin resultados|ningún (?:resultado|registro)"
    r"|no hay (?:resultados|registros))",
    r"\b(?:nenhum\w* (?:\w+ )?(?:resultado|registro|item)|não (?:foram )?encontr\w+"
    r"|sem resultados)",
    r"\b(?:nessun\w* (?:\w+ )?(?:risultat\w+|record|element\w+)"
    r"|non (?:sono stat\w+ )?trovat\w+)",
    r"\bgeen (?:\w+ ){0,2}?(?:resulta\w+|treffers|records|artikelen)|\bniets gevonden",
    r"\b(?:inga|ingen|inget|intet|ingenting) (?:\w+ ){0,2}?(?:träffar|resultat\w*"
    r"|poster|fundet|funnet|hittades)|\bei (?:tuloksia|hakutuloksia)",
    r"\b(?:brak wyników|nie znaleziono|žádné (?:výsledky|záznamy)|nebyl\w? nalezen\w*"
    r"|nincs (?:találat|eredmény)|nu (?:s-au|a fost) găsit)",
    r"(?:ничего не найдено|не найдено|нет результатов|нічого не знайдено|δεν βρέθηκαν"
    r"|sonuç bulunamadı|kayıt bulunamadı)",
    r"(?:見つかりません|該当(?:する|の|データ)?.{0,8}(?:ありません|なし)|没有(?:找到|结果|符合)|沒有(?:找到|結果)|未找到"
    r"|검색 ?결과가 없|결과가 없습니다|لا توجد نتائج|לא נמצאו)",
)
MISSING: Final = _any(
    r"\b(?:please|you must|must|you need to|need to|kindly"
    r"|you have to) (?:\w+ ){0,2}?(?:enter|fill|provide|specify|select|choose|supply"
    r"|type|give|complete|input|pick)",
    r"\b(?:is|are) (?:a )?(?:required|mandatory|missing)\b|\brequired field"
    r"|\bfield is required|\bmandatory\b|\bcannot be (?:empty|blank)|\b(?:can't"
    r"|must not) be (?:empty|blank)",
    r"\bmissing (?:\w+ ){0,2}?(?:field|parameter|value|argument|input)"
    r"|\bat least (?:one|\d|two|three)\b.{0,40}\b(?:field|criteri|character|letter"
    r"|word|value|term)|\btoo short\b",
    r"\bbitte (?:\w+ ){0,6}?(?:ein(?:geben)?|angeben|wählen|auswählen|ausfüllen"
    r"|füllen)\b|\bpflichtfeld|\bmindestens (?:ein|\d|drei|zwei)|\bist erforderlich"
    r"|\bfehlt\b|\bdarf nicht leer",
    r"\bveuillez (?:\w+ ){0,2}?(?:saisir|entrer|indiquer|remplir|choisir|sélectionner"
    r"|renseigner|préciser)|\bobligatoires?\b|\bau moins (?:un|une|\d|trois)"
    r"|\bchamp requis|\best requis",
    r"\b(?:por favor|debe|deve|indique|introduzca|rellene|preencha|informe"
    r"|ingrese) (?:\w+ ){0,3}?\w*|\bobligatori[oa]s?\b|\bcampo requerido"
    r"|\bal menos (?:un|\d)|\bpelo menos|\bcampo obrigatório",
    r"\b(?:inserire|inserisci|compilare|compila|selezionare|almeno un)\b|\bverplicht\b"
    r"|\bvul (?:\w+ ){0,3}?in\b|\bvoer (?:\w+ ){0,3}?in\b|\bminstens\b",
    r"\b(?:fyll i|obligatorisk|ange (?:ett|minst)|udfyld|skal udfyldes|pakollinen"
    r"|syötä|anna vähintään)\b",
    r"\b(?:proszę (?:podać|wpisać|wybrać|wypełnić)|wymagan[eay]|pole obowiązkowe"
    r"|povinn[ýéá]|vyplňte|zadejte|kötelező|adjon meg|completați|obligatoriu)",
    r"(?:заполните|введите|укажите|выберите|обязательн|не заполнен|поле .{0,20}пуст"
    r"|вкажіть|введіть|συμπληρώστε|υποχρεωτικ|zorunlu|lütfen|giriniz|boş bırakılamaz)",
    r"(?:入力してください|選択してください|必須|ご入力|请输入|请选择|請輸入|请填写"
    r"|必填|不能为空|입력해 ?주|입력하세요|선택해 ?주|필수|يرجى"
    r"|مطلوب|נא ל|חובה)",
)
FAILED: Final = _any(
    r"\b(?:internal |server |application |database |fatal |unexpected |system "
    r"|runtime |query |syntax |sql )?error\b|\ban error (?:has )?occurr?ed",
    r"\bsomething (?:\w+ )?went wrong|\bnot available\b|\bunavailable\b"
    r"|\btry again later|\bfailed to\b|\bforbidden\b|\bdenied\b|\btimed? ?out\b"
    r"|\binvalid (?:request|query|parameter)|\bexception\b|\bpage not found"
    r"|\bnot found\b|\bout of order|\bmaintenance\b|\btoo many requests|\bbad request"
    r"|\boops\b|\bwhoops\b",
    r"\bfehler\b|\bfehlgeschlagen|\bschiefgegangen|\bschief gelaufen|\bnicht verfügbar"
    r"|\bspäter (?:noch ?einmal|erneut)|\bstörung\b|\bwartung|\bzugriff verweigert",
    r"\berreurs?\b|\bindisponible|\béchoué|\bréessayer|\binterdit|\bintrouvable",
    r"\b(?:error|erro|errore|fallo|falha)(?:es)?\b|\bno disponible|\bindisponível"
    r"|\bintente (?:de nuevo|más tarde)|\bnon disponibile|\briprova",
    r"\bfout\b|\bstoring\b|\bmislukt|\bfel(?:et)? (?:har )?(?:uppst|inträff)|\bfejl\b"
    r"|\bfeil\b|\bvirhe\b|\bbłąd\b|\bchyba\b|\bhiba\b|\beroare\b",
    r"(?:ошибка|сбой|недоступ|повторите позже|помилка|σφάλμα|hata\b|bir sorun"
    r"|エラー|障害|混み合|失敗|错误|錯誤|出错|失败|稍后再试|오류|에러|خطأ|שגיאה)",
)
TRACE: Final = _any(
    r"Traceback \(most recent call last\)|\bat [\w.$]+\([\w.]+(?:java|kt|scala|cs|js"
    r"|ts):\d+\)|\bStack ?trace\b",
    r"\bSQLSTATE\[|\bORA-\d{5}|\bPG::\w+Error|\bmysqli?_\w+\(\)"
    r"|\bYou have an error in your SQL syntax|\bODBC \w+ Driver"
    r"|\bsqlite3\.OperationalError",
    r"\b(?:Fatal|Parse) error:|\bWarning: \w+\(\)|\bUncaught (?:\w+)?(?:Error"
    r"|Exception)|\bUnhandled ?Exception|\bNullPointerException|\bServer Error in '/"
    r"|\b(?:java|javax|org|com)\.\w+(?:\.\w+)+Exception\b",
    r"\bActionController::|\bWhitelabel Error Page|\bHTTP Status \d{3}"
    r"|\b50[0234] (?:Bad Gateway|Service|Internal|Gateway)",
)


def says(pattern: re.Pattern[str], lines: Iterable[str]) -> str:
    """The first line that a pattern is found in; empty when there is none."""
    for line in lines:
        if len(line) <= 400 and pattern.search(line):
            return line
    return ""
