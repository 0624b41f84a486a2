/**
 * Words before a name or a date beside an article's headline, in the languages of many news sites and blogs. Each is a
 * part of a regular expression.
 */

/** Words before `by` that tell who wrote a page; `sort by` and `powered by` do not. */
const works =
  'written|words|story|text|posted|post|published|reported|report|started|article|recipe|guide|' +
  'review|authored|submitted|created|contributed|blog|essay|column|opinion|analysis|interview';

const alternatives = (...rows: readonly string[]): string => rows.join('|');

/** Returns the words with either case of the first letter. */
const titled = (words: string): string =>
  words.replace(/\b\p{Ll}/gu, (letter) => `[${letter.toUpperCase()}${letter}]`);

/** Labels of an author, with white space or a colon behind. */
const authorWords = alternatives(
  `(?:(?:${works})\\s)?by|thread starter|topic starter|original poster|authors?|writer`,
  'von|verfasst von|geschrieben von|ein artikel von|ein beitrag von|text von|autor(?:in)?|autoren',
  'par|écrit par|publié par|rédigé par|propos recueillis par|auteurs?|autrice',
  'por|escrito por|publicado por|redacción|autora?|autore[sx]|di|a cura di|scritto da|pubblicato da|autrice',
  'door|geschreven door|auteur|tekst|av|skriven av|text|skribent|af|skrevet af|skrevet av|tekst|forfatter|författare',
  'kirjoittanut|kirjoittaja|teksti|przez|napisał[ao]?|od|napsal[a]?|írta|szerző|de|scris de|autorul',
  'yazan|yazar|oleh|penulis|ditulis oleh|tác giả|автор(?:ы|ка)?|от|текст|συγγραφέας|γράφει|του|της',
  'بقلم|كتبه?|الكاتب|מאת|نویسنده|लेखक|(?:บทความ|เขียน|เรื่อง)?โดย|ผู้เขียน',
);
/** Labels of an author in Chinese, Japanese and Korean, with no space behind. */
const unspacedAuthorWords =
  '(?:(?:取材・)?文(?:・写真|・構成)?|作者|记者|記者|撰文|编辑|編輯|著者|執筆者?|筆者|投稿者|글쓴이|작성자|글)';
/** Labels of an author in scripts without capital letters that begin no other sentence, and with a colon any. */
const caselessAuthorWords =
  String.raw`(?:(?:מאת|بقلم|(?:บทความ|เขียน|เรื่อง)โดย)(?:\s*[:：]\s*|\s+)|` +
  String.raw`(?:كتبه?|الكاتب|نویسنده|लेखक|โดย|ผู้เขียน)\s*[:：]\s*)`;

export const authorLabel = new RegExp(
  String.raw`^(?:(?:${authorWords})(?:\s*[:：]\s*|\s+)|${unspacedAuthorWords}\s*[:：/／|｜丨＝=]\s*|` +
    String.raw`(?:本[报報]|新[华華]社|中央社)?(?:记者|記者)\s+)`,
  'iu',
);

/** A text that begins like a byline: with a sure label, and behind it a capital letter or a letter without case. */
export const bylineStart = new RegExp(
  String.raw`^(?:(?:(?:(?:${titled(works)}) )?[Bb]y|BY|Von|VON|Par|PAR|Por|POR|Di|A cura di|Door|Av|Af|Przez|` +
    String.raw`Oleh)\s+(?=\p{Lu})|(?:Authors?|Autor(?:in)?|Auteur|Autore|Автор|Tác giả|Penulis|Yazar|Szerző|` +
    String.raw`Författare|Forfatter)\s*:\s*(?=\p{Lu})|${unspacedAuthorWords}\s*[:：/／＝=]\s*(?=\p{L})|` +
    String.raw`${caselessAuthorWords}(?=\p{L}))`,
  'u',
);

/** A text that is only such a label; the names stand in other elements. */
export const onlyLabel = new RegExp(
  String.raw`^(?:(?:(?:${works})\s)?by|von|par|por|di|door|av|af|oleh|authors?|autor(?:in|es|en)?|auteurs?|` +
    String.raw`autore|автор|作者|文|著者|記者|记者|מאת|بقلم|โดย|บทความโดย|เขียนโดย|ผู้เขียน)\s*[:：]?$`,
  'iu',
);

/** Labels of the date of publication. */
export const publishedLabel =
  /(?:^|[^\p{L}])(?:published|posted|first published|publication date|date published|released|created|added|veröffentlicht|erschienen|publié|paru|publicado|publicada|pubblicato|gepubliceerd|geplaatst|publicerad|publiceret|publisert|julkaistu|opublikowano|dodano|publikováno|zverejnené|megjelent|publicat|yayınlanma|dipublikasikan|diterbitkan|đăng|опубликовано|дата публикации|опубліковано|публикувано|δημοσίευση|发布|發布|发表|發表|公開|投稿|掲載|입력|등록|نشر|منتشر|פורסם)/iu;

/** Labels of the date of the last change. */
export const modifiedLabel =
  /(?:^|[^\p{L}])(?:updated|modified|revised|edited|reviewed|last update|changed|aktualisiert|geändert|bearbeitet|überarbeitet|stand:|mis à jour|modifié|mise à jour|actualizado|actualizada|actualización|modificado|atualizado|atualizada|aggiornato|ultima modifica|bijgewerkt|gewijzigd|uppdaterad|opdateret|oppdatert|päivitetty|muokattu|zaktualizowano|aktualizacja|aktualizováno|upraveno|frissítve|actualizat|güncelleme|güncellendi|diperbarui|cập nhật|обновлено|изменено|обновлен|оновлено|обновена|ενημέρωση|更新|最終更新|修正|수정|تحديث|آخرین ویرایش|עודכן)/iu;

/** Words right before a date of something else than the page: when it is available, due, held or born. */
const otherDates = alternatives(
  'available|vacant|valid|effective|from|until|till|by|before|after|since|due|deadline|expir(?:es|ed|y|ing|ation)',
  'starts?|starting|begins?|beginning|ends?|ending|opens?|opening|closes?|closing|launch(?:es|ing)?|held|when|event',
  'arrival|arrives?|departure|departs?|check-?in|check-?out|move-?in|deliver(?:y|ed)|ships|shipping|born|died|birth',
  'death|founded|established|built|manufactured|produced|harvested|bottled|packed',
  'verfügbar|bezugsfrei|gültig|ab|bis|seit|vor|haltbar|ablauf|ablaufdatum|beginnt?|endet?|frist|termin|geboren',
  '(?:einsende|bewerbungs|anmelde)schluss|gestorben|gegründet|geburtsdatum|lieferung|disponible|valable|partir',
  "jusqu['’]?au?|depuis|avant|après|début|fin|échéance|née?|naissance|décès|livraison|clôture|desde|hasta|até|antes",
  'válid[oa]|inicio|início|vence|vencimiento|nacid[oa]|nacimiento|disponibile|disponível|dal|fino|scadenza|nat[oa]',
  'beschikbaar|vanaf|tot|geldig|begint|eindigt|sluit|uiterlijk',
);
const weekdays = alternatives(
  '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch',
  'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo',
);
const otherDate = new RegExp(
  String.raw`(?:(?:^|[^\p{L}])(?:${otherDates})(?:[\s:：,(]+(?:on|at|the|date|day|is|am|dem|den|le|la|el|il|du|de|` +
    String.raw`vom|${weekdays}))*|有効期限|締切|開催日|発売日|誕生日)[\s:：,.(–-]*$`,
  'iu',
);
/** Languages of whose pages each label of a publication date is known, so that any other label is another date's. */
const knownLanguages: ReadonlySet<string> = new Set(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']);
const anyLabel = /(?:^|[|·•;]\s*|\s[–—-]\s+)([^\p{N}|·•;:：]{1,40}?)\s*[:：]\s*$/u;
const plainDate =
  /^(?:(?:article|news|post|entry|issue|press|release|publishing|print|online|report|page)\s)?(?:date|dated|datum|fecha|data|issued|written|submitted|filed|uploaded|aired|(?:for\s(?:immediate\s)?)?releas(?:e|ed)|article|news|blog|post|report|am|on|le|el)$/iu;

/** Says whether the text right before a date labels it as another date than one of the page itself. */
export const isOtherDate = (label: string, language: string | null): boolean => {
  if (publishedLabel.test(label) || modifiedLabel.test(label)) return false;
  if (otherDate.test(label)) return true;
  const named = anyLabel.exec(label)?.[1];
  // A place in capitals is where a report was written.
  if (named !== undefined && named === named.toUpperCase()) return false;
  return named !== undefined && language !== null && knownLanguages.has(language) && !plainDate.test(named);
};

/**
 * A label in a byline of people who did something else than write: who took the pictures, who edited. Their names stand
 * behind it.
 */
export const otherRole = new RegExp(
  String.raw`(?:(?:写真|撮影|構成|編集|取材|イラスト|図版?|监制|摄影|攝影|图片?|圖片?|翻译|翻譯|翻訳|訳|監修|` +
    String.raw`责任?编辑|責任?編輯|编辑|編輯|校对|校對|来源|來源|사진|그래픽|영상|번역|편집)\s*[:：/／|｜＝=]|` +
    String.raw`(?<!\p{L})(?:fotos?|photos?|photographs?|photography|pictures?|bilde?r?|illustrations?|images?|grafik|` +
    String.raw`graphics?|videos?|vídeos?|camera|kamera|translation|übersetzung|traduction|traducción|traduzione|` +
    String.raw`fotografías?|fotografie|fotografi|zdjęcia|fotoğraf|фото|ảnh|צילום|تصوير|ภาพ)` +
    String.raw`(?:\s(?:by|von|par|de|por|di))?\s*[:：])`,
  'iu',
);

/** What somebody is, behind the name: a reporter, a correspondent. */
export const roleBehind =
  /\s*(?:기자|특파원|논설위원|선임기자|인턴기자|記者|记者|特派員|编辑委員|編集委員)$/u;

const joiningWords = 'and|und|et|y|e|en|og|och|ja|i|a|oraz|și|ve|dan|và|и|та|και|و|with|mit';

/** Marks and words that join the names of several authors; a word may stand behind a mark: `A, B, and C`. */
export const nameJoint = new RegExp(
  String.raw`\s*(?:[,;，、;|·•](?:\s+(?:${joiningWords})\s)?|(?:\s(?:${joiningWords})\s)|\s?[&＆]\s?)\s*`,
  'u',
);

/** Properties of schema.org for dates of what a page tells of, such as an event or an offer. */
export const propertyOfOther =
  /\b(?:(?:start|end|birth|death|founding)Date|(?:start|end|door|arrival)Time|valid(?:From|Through)|priceValidUntil)\b/;
