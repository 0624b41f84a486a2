import { collapsed } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { publishedLabel } from '../metadata/byline-labels.ts';
import { besideIn } from '../passes/words-in-text.ts';

/** What a card or a thread calls its last post. */
const lastPost = [
  '(?:last|latest|newest|most recent) (?:posts?|posted|reply|replied|answer|comment|message|response|activity|edit)',
  'letzte[rn]? (?:beitrag|antwort|nachricht|kommentar|aktivität|änderung|bearbeitung)',
  'derni(?:er|ère)s? (?:messages?|réponses?|commentaires?|activité|modification|édition|publication)',
  '[uú]ltim[oa]s? (?:mensajes?|respuestas?|comentarios?|actividad|edición|modificación|mensagem|mensagens|resposta)',
  '[uú]ltim[oa] (?:comentário|postagem|atividade|edição|modificação|messaggio|risposta|commento|modifica|attività)',
  'laatste (?:bericht|reactie|antwoord|activiteit|bewerking|wijziging)',
  'последн(?:ее|ий|яя) (?:сообщение|ответ|комментарий|активность|раз|правка|редактирование|изменение)',
];
/** What a post says of its change. */
const changed = [
  '(?:edited|modified|updated|revised|changed)',
  '(?:bearbeitet|geändert|editiert|aktualisiert)',
  '(?:modifié|édité|mis à jour|éditée?|modifiée)',
  '(?:editad|modificad|actualizad|atualizad|alterad)[oa]',
  '(?:modificat|aggiornat)[oa]',
  '(?:bewerkt|gewijzigd|bijgewerkt)',
  '(?:отредактирован|обновлен|обновлён|изменен|изменён|исправлен)[оа]?|(?:от)?редактировал(?:ось|а)?',
];
const by = '(?:by|from|von|durch|par|por|da|di|de|door|пользователем|от)';

/** The end of a line that names another post or a change: only the words `by` and the like follow. */
const label = `(?:^|[^\\p{L}])(?:${[...lastPost, ...changed].join('|')})(?!\\p{L})`;
const labelEnd = new RegExp(`${label}(?<tail>(?:[^.|·•]{0,40}?[\\s:]${by})?[\\s:：,(–-]*)$`, 'iu');
/** The same, with the name of a person: `last post by Ada on`. */
const labelAndName = new RegExp(
  `${label}(?<tail>[^.|·•]{0,20}?[\\s:]${by}\\s[^|•]{1,60}|[\\s:：,(–-]*(?:on|at|am|um|le|el|il|em|op|в)?)[\\s:：,(–-]*$`,
  'iu',
);
const labelStart = new RegExp(`^[\\s(]*${label}`, 'iu');

const endsWith = (line: string, pattern: RegExp): boolean => {
  const tail = pattern.exec(line)?.groups?.['tail'];
  return tail !== undefined && !publishedLabel.test(tail);
};

/**
 * Says whether a name or a date is of the last post of a thread, or of a change of the post, and not of the post
 * itself: "last post by Ada, 3 May 2024", "edited by Ada".
 */
export const isOfOther = (element: DomElement, what: 'name' | 'date'): boolean => {
  if (labelStart.test(element.textContent.slice(0, 80))) return true;
  const line = collapsed(besideIn(element, 'previousSibling'));
  return endsWith(line, labelEnd) || (what === 'date' && endsWith(line, labelAndName));
};
