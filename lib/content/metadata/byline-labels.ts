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
  'بقلم|كتبه?|الكاتب|מאת|نویسنده|लेखक',
);
/** Labels of an author in Chinese, Japanese and Korean, with no space behind. */
const unspacedAuthorWords = '(?:文|作者|记者|記者|撰文|编辑|編輯|著者|執筆者?|筆者|投稿者|글쓴이|작성자|글)';

export const authorLabel = new RegExp(
  String.raw`^(?:(?:${authorWords})(?:\s*[:：]\s*|\s+)|${unspacedAuthorWords}\s*[:：/／|｜丨]\s*)`,
  'iu',
);

/** A text that begins like a byline: with a sure label, and behind it a capital letter or a letter without case. */
export const bylineStart = new RegExp(
  String.raw`^(?:(?:(?:(?:${titled(works)}) )?[Bb]y|BY|Von|VON|Par|PAR|Por|POR|Di|A cura di|Door|Av|Af|Przez|` +
    String.raw`Oleh)\s+(?=\p{Lu})|(?:Authors?|Autor(?:in)?|Auteur|Autore|Автор|Tác giả|Penulis|Yazar|Szerző|` +
    String.raw`Författare|Forfatter)\s*:\s*(?=\p{Lu})|${unspacedAuthorWords}\s*[:：/／]\s*(?=\p{L}))`,
  'u',
);

/** A text that is only such a label; the names stand in other elements. */
export const onlyLabel = new RegExp(
  String.raw`^(?:(?:(?:${works})\s)?by|von|par|por|di|door|av|af|oleh|authors?|autor(?:in|es|en)?|auteurs?|` +
    String.raw`autore|автор|作者|文|著者|記者|记者)\s*[:：]?$`,
  'iu',
);

/** Labels of the date of publication. */
export const publishedLabel =
  /(?:^|[^\p{L}])(?:published|posted|first published|publication date|date published|released|created|added|veröffentlicht|erschienen|publié|paru|publicado|publicada|pubblicato|gepubliceerd|geplaatst|publicerad|publiceret|publisert|julkaistu|opublikowano|dodano|publikováno|zverejnené|megjelent|publicat|yayınlanma|dipublikasikan|diterbitkan|đăng|опубликовано|дата публикации|опубліковано|публикувано|δημοσίευση|发布|發布|发表|發表|公開|投稿|掲載|입력|등록|نشر|منتشر|פורסם)/iu;

/** Labels of the date of the last change. */
export const modifiedLabel =
  /(?:^|[^\p{L}])(?:updated|modified|revised|edited|reviewed|last update|changed|aktualisiert|geändert|bearbeitet|überarbeitet|stand:|mis à jour|modifié|mise à jour|actualizado|actualizada|actualización|modificado|atualizado|atualizada|aggiornato|ultima modifica|bijgewerkt|gewijzigd|uppdaterad|opdateret|oppdatert|päivitetty|muokattu|zaktualizowano|aktualizacja|aktualizováno|upraveno|frissítve|actualizat|güncelleme|güncellendi|diperbarui|cập nhật|обновлено|изменено|обновлен|оновлено|обновена|ενημέρωση|更新|最終更新|修正|수정|تحديث|آخرین ویرایش|עודכן)/iu;

/** Marks and words that join the names of several authors. */
export const nameJoint =
  /\s*(?:[,;，、;|·•]|(?:\s(?:and|und|et|y|e|en|og|och|ja|i|a|oraz|și|ve|dan|và|и|та|και|و|und|with|mit)\s)|\s?[&＆]\s?)\s*/u;
