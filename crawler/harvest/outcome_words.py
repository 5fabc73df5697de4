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
    r"\bno (?:\w+ ){0,3}?(?:results?|records?|match(?:es)?|items?|entries|data|documents?|products?|hits|rows|listings?)\b",
    r"\b(?:nothing|none|not?(?:hing)? (?:was|were)?) ?(?:was |were )?found\b|\b0 (?:results?|records?|matches|hits|items)\b",
    r"\bdid not match any\b|\bcould(?: not|n't) find any\b|\bwithout (?:any )?results?\b|\bzero results\b",
    r"\bkeine? (?:\w+ ){0,3}?(?:ergebnisse?|treffer|einträge?|datensätze|artikel|produkte)\b|\bnichts gefunden\b|\bohne treffer\b",
    r"\baucune?s? (?:\w+ ){0,2}?(?:résultats?|enregistrements?|fiche|notice|donnée|article|produit)|\brien trouvé|\bpas de résultat",
    r"\b(?:no se (?:ha |han )?encontr\w+|sin resultados|ningún (?:resultado|registro)|no hay (?:resultados|registros))",
    r"\b(?:nenhum\w* (?:\w+ )?(?:resultado|registro|item)|não (?:foram )?encontr\w+|sem resultados)",
    r"\b(?:nessun\w* (?:\w+ )?(?:risultat\w+|record|element\w+)|non (?:sono stat\w+ )?trovat\w+)",
    r"\bgeen (?:\w+ ){0,2}?(?:resulta\w+|treffers|records|artikelen)|\bniets gevonden",
    r"\b(?:inga|ingen|inget|intet|ingenting) (?:\w+ ){0,2}?(?:träffar|resultat\w*|poster|fundet|funnet|hittades)|\bei (?:tuloksia|hakutuloksia)",
    r"\b(?:brak wyników|nie znaleziono|žádné (?:výsledky|záznamy)|nebyl\w? nalezen\w*|nincs (?:találat|eredmény)|nu (?:s-au|a fost) găsit)",
    r"(?:ничего не найдено|не найдено|нет результатов|нічого не знайдено|δεν βρέθηκαν|sonuç bulunamadı|kayıt bulunamadı)",
    r"(?:見つかりません|該当(?:する|の|データ)?.{0,8}(?:ありません|なし)|没有(?:找到|结果|符合)|沒有(?:找到|結果)|未找到|검색 ?결과가 없|결과가 없습니다|لا توجد نتائج|לא נמצאו)",
)
MISSING: Final = _any(
    r"\b(?:please|you must|must|you need to|need to|kindly|you have to) (?:\w+ ){0,2}?(?:enter|fill|provide|specify|select|choose|supply|type|give|complete|input|pick)",
    r"\b(?:is|are) (?:a )?(?:required|mandatory|missing)\b|\brequired field|\bfield is required|\bmandatory\b|\bcannot be (?:empty|blank)|\b(?:can't|must not) be (?:empty|blank)",
    r"\bmissing (?:\w+ ){0,2}?(?:field|parameter|value|argument|input)|\bat least (?:one|\d|two|three)\b.{0,40}\b(?:field|criteri|character|letter|word|value|term)|\btoo short\b",
    r"\bbitte (?:\w+ ){0,6}?(?:ein(?:geben)?|angeben|wählen|auswählen|ausfüllen|füllen)\b|\bpflichtfeld|\bmindestens (?:ein|\d|drei|zwei)|\bist erforderlich|\bfehlt\b|\bdarf nicht leer",
    r"\bveuillez (?:\w+ ){0,2}?(?:saisir|entrer|indiquer|remplir|choisir|sélectionner|renseigner|préciser)|\bobligatoires?\b|\bau moins (?:un|une|\d|trois)|\bchamp requis|\best requis",
    r"\b(?:por favor|debe|deve|indique|introduzca|rellene|preencha|informe|ingrese) (?:\w+ ){0,3}?\w*|\bobligatori[oa]s?\b|\bcampo requerido|\bal menos (?:un|\d)|\bpelo menos|\bcampo obrigatório",
    r"\b(?:inserire|inserisci|compilare|compila|selezionare|almeno un)\b|\bverplicht\b|\bvul (?:\w+ ){0,3}?in\b|\bvoer (?:\w+ ){0,3}?in\b|\bminstens\b",
    r"\b(?:fyll i|obligatorisk|ange (?:ett|minst)|udfyld|skal udfyldes|pakollinen|syötä|anna vähintään)\b",
    r"\b(?:proszę (?:podać|wpisać|wybrać|wypełnić)|wymagan[eay]|pole obowiązkowe|povinn[ýéá]|vyplňte|zadejte|kötelező|adjon meg|completați|obligatoriu)",
    r"(?:заполните|введите|укажите|выберите|обязательн|не заполнен|поле .{0,20}пуст|вкажіть|введіть|συμπληρώστε|υποχρεωτικ|zorunlu|lütfen|giriniz|boş bırakılamaz)",
    r"(?:入力してください|選択してください|必須|ご入力|请输入|请选择|請輸入|请填写|必填|不能为空|입력해 ?주|입력하세요|선택해 ?주|필수|يرجى|مطلوب|נא ל|חובה)",
)
FAILED: Final = _any(
    r"\b(?:internal |server |application |database |fatal |unexpected |system |runtime |query |syntax |sql )?error\b|\ban error (?:has )?occurr?ed",
    r"\bsomething (?:\w+ )?went wrong|\bnot available\b|\bunavailable\b|\btry again later|\bfailed to\b|\bforbidden\b|\bdenied\b|\btimed? ?out\b|\binvalid (?:request|query|parameter)|\bexception\b|\bpage not found|\bnot found\b|\bout of order|\bmaintenance\b|\btoo many requests|\bbad request|\boops\b|\bwhoops\b",
    r"\bfehler\b|\bfehlgeschlagen|\bschiefgegangen|\bschief gelaufen|\bnicht verfügbar|\bspäter (?:noch ?einmal|erneut)|\bstörung\b|\bwartung|\bzugriff verweigert",
    r"\berreurs?\b|\bindisponible|\béchoué|\bréessayer|\binterdit|\bintrouvable",
    r"\b(?:error|erro|errore|fallo|falha)(?:es)?\b|\bno disponible|\bindisponível|\bintente (?:de nuevo|más tarde)|\bnon disponibile|\briprova",
    r"\bfout\b|\bstoring\b|\bmislukt|\bfel(?:et)? (?:har )?(?:uppst|inträff)|\bfejl\b|\bfeil\b|\bvirhe\b|\bbłąd\b|\bchyba\b|\bhiba\b|\beroare\b",
    r"(?:ошибка|сбой|недоступ|повторите позже|помилка|σφάλμα|hata\b|bir sorun|エラー|障害|混み合|失敗|错误|錯誤|出错|失败|稍后再试|오류|에러|خطأ|שגיאה)",
)
TRACE: Final = _any(
    r"Traceback \(most recent call last\)|\bat [\w.$]+\([\w.]+(?:java|kt|scala|cs|js|ts):\d+\)|\bStack ?trace\b",
    r"\bSQLSTATE\[|\bORA-\d{5}|\bPG::\w+Error|\bmysqli?_\w+\(\)|\bYou have an error in your SQL syntax|\bODBC \w+ Driver|\bsqlite3\.OperationalError",
    r"\b(?:Fatal|Parse) error:|\bWarning: \w+\(\)|\bUncaught (?:\w+)?(?:Error|Exception)|\bUnhandled ?Exception|\bNullPointerException|\bServer Error in '/|\b(?:java|javax|org|com)\.\w+(?:\.\w+)+Exception\b",
    r"\bActionController::|\bWhitelabel Error Page|\bHTTP Status \d{3}|\b50[0234] (?:Bad Gateway|Service|Internal|Gateway)",
)


def says(pattern: re.Pattern[str], lines: Iterable[str]) -> str:
    """The first line that a pattern is found in; empty when there is none."""
    for line in lines:
        if len(line) <= 400 and pattern.search(line):
            return line
    return ""
