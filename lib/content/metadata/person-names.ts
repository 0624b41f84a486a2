import {
  authorLabel,
  modifiedLabel,
  nameJoint,
  otherRole,
  publishedLabel,
  roleBehind,
} from './byline-labels.ts';
import { collapsed } from '../dom/dom-walk.ts';
import { limits } from '../../limits/limits.ts';
import { writtenDatesIn } from './written-date.ts';
import { foldDigits } from './written-digits.ts';

/** Accounts that several people share, and words that templates write where no author is named. */
const noNames = new Set(
  (
    'admin administrator webmaster root user guest unknown author editor staff system support test null ' +
    'undefined none n/a na ' +
    'wordpress wpadmin wp-admin siteadmin superuser default owner publisher moderator undefined undefined ' +
    'anonymous-user name your-name author-name unbekannt inconnu desconocido sconosciuto onbekend ' +
    '未知 佚名 匿名 不详 不明 名無しさん 网络 网络整理 互联网 本站 本站原创 ' +
    'facebook twitter linkedin instagram youtube pinterest whatsapp reddit tiktok flipboard e-mail print ' +
    'redaktion redaction redacción redazione редакция'
  ).split(' '),
);

const address = /(?:https?:|www\.|[\w.-]+@[\w-]+\.|\.(?:com|org|net|html?|php)\b|\/\/|[<>{}[\]=#$%^*\\~])/i;

/** Words that stand beside names and are no part of them. */
const noNameWords =
  /(?:^|\s)(?:posts?|articles?|comments?|minutes?|min|read|ago|share|follow|subscribe|views?|updated|published|home|menu|login|more|all|reviews?|photo(?:graph)?s?|image|copyright|newsletter|click|here|this|your|author|about|topic|category|categories|sign|member|insights|from|team's|latest|submit|search|advertisement|sponsored|what|how|why|best|sections?|set|bundle|save|email|rank|journalist|certified|writer|editor|popular|new|now|reply|replies|join(?:ed)?|posted|by|today|yesterday|copied!?|last|first|next|shop|online|offline|desk)(?:\s|$)/i;

/**
 * Most words and characters of a name. Words are in capitals or without case; a particle (`van der`) may be in lower
 * case.
 */
const [nameWordsMax, nameCharactersMax] = [8, 80];

/** Where a date stands is the same, whether its day or its month comes first. */
const anyDate = { language: null, monthFirst: true };
/** A day and a month in Chinese characters. */
const hanDay = /[〇零一二三四五六七八九十\d]月[〇零一二三四五六七八九十\d]{1,3}[日号號]/;

/**
 * Says whether a text can be the name of a person or an organisation: it has letters, is short, and is no address,
 * handle (`@name`), date or shared account.
 */
export const isName = (text: string): boolean => {
  if (text.length < 2 || text.length > nameCharactersMax || !/\p{L}/u.test(text)) return false;
  const folded = foldDigits(text);
  if (text.startsWith('@') || address.test(text) || /\d{3}/.test(folded.replace(/^\p{L}+[\w-]*\d+$/u, '')))
    return false;
  if (text.split(' ').length > nameWordsMax || /[.!?:]\s\p{Ll}/u.test(text)) return false;
  if (hanDay.test(folded) || writtenDatesIn(folded, anyDate).length > 0) return false;
  return !noNames.has(text.toLowerCase());
};

/**
 * Says whether a text from the page's running words, not from a data field, looks like a name: every longer word has a
 * capital.
 */
export const looksLikeName = (text: string): boolean =>
  isName(text) &&
  !noNameWords.test(text) &&
  !/\p{Nd}/u.test(text) &&
  text
    .split(/[\s-]+/)
    .every((word) => /^[^\p{Ll}]/u.test(word) || /^(?:\p{Ll}{1,4}|d['’]\p{Lu}.*)$/u.test(word)) &&
  /\p{Lu}|\p{Lo}/u.test(text);

/** Degrees and suffixes behind a name and a comma. */
const suffix =
  /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|m\.?a|m\.?s(?:c)?|b\.?a|b\.?s(?:c)?|mba|mph|rn|rd|rdn|ldn|dds|dmd|do|esq|cpa|cfa|cfp|jd|j\.d|psyd|lcsw|lpc|dvm|np|pa-?c|facp|frcp|pe|pmp|phr|shrm-?s?cp|ms,? rd|cscs|cpt|dpt|pt|llm|llb|edd|dnp|ccc-slp|dc|od|pharmd|bcps|obe|mbe|cbe|frs)\.?$/i;

/** Other degrees in capital letters. */
const degree = /^(?=(?:[^A-Z]*[A-Z]){2})[A-Z][A-Za-z.-]{0,5}$/;

/** Text behind a name on its line: a date, a role behind a mark, time to read. */
const trailing =
  /\s*(?:[|•·⋅∙–—]|\s-\s|\s\/\s|\(|\b(?:on|am|le|el|il|published|posted|updated|last updated|reviewed|edited|medically|fact[- ]checked|contributor|staff writer|in)\b\s).*$/iu;

/** Letters that may end a label behind its stem (`actualizat` and `-ă`); a shorter label may also be a name. */
const [endingMax, stemMin] = [4, 6];
/** What stands between a label that may also be a name (`Đăng`, `수정`) and its date. */
const [beforeDate, beforeDateUncased] = [/^\s?[:：]|^\s\p{L}{1,6}\s\p{Nd}/u, /^\s?[:：]|^\s?\p{Nd}/u];

/** Returns where a label of a date begins behind a name, or the text's length. A word that begins alike is none. */
const labelStart = (text: string, label: RegExp): number => {
  const found = label.exec(text);
  if (found === null) return text.length;
  const word = found[0].replace(/^[^\p{L}]/u, '');
  const rest = text.slice(found.index + found[0].length);
  const isLabel =
    word.length >= stemMin
      ? (/^\p{L}*/u.exec(rest)?.[0].length ?? 0) <= endingMax
      : (/^\p{Lo}/u.test(word) ? beforeDateUncased : beforeDate).test(rest);
  return isLabel ? found.index : text.length;
};

/**
 * Returns how much of a text stands before the first that is no name: a date, its label, another one's role. None does
 * in a text that begins with the label of a date.
 */
const nameEnd = (text: string): number => {
  const [date] = writtenDatesIn(text, anyDate);
  const labels = [labelStart(text, publishedLabel), labelStart(text, modifiedLabel)];
  if (labels.includes(0)) return 0;
  const ends = [
    date?.start ?? text.length,
    ...labels,
    otherRole.exec(text)?.index ?? text.length,
    trailing.exec(text)?.index ?? text.length,
  ];
  return Math.min(...ends.filter((end) => end >= 2), text.length);
};

/** `By` in an element of its own, which a style sets apart from the name behind it. */
const gluedLabel = /^[Bb][Yy](?=\p{Lu}\p{Ll}+\s)/u;

/** Returns a name of several words without the account behind it: `A. Writer@awriter`. */
const withoutHandle = (text: string): string => {
  const at = text.indexOf('@');
  const name = text.slice(0, Math.max(0, at)).trimEnd();
  return name.includes(' ') && /^\w{2,30}$/.test(text.slice(at + 1)) ? name : text;
};

/** Returns a text without the label of a byline before it (`By`, `Von`, `文/`) and without the text behind the names. */
const withoutFrame = (text: string): string => {
  let rest = withoutHandle(collapsed(text).replace(gluedLabel, ''));
  for (let round = 0; round < 3; round += 1) {
    const label = authorLabel.exec(rest)?.[0];
    if (label === undefined || label.length >= rest.length) break;
    rest = rest.slice(label.length);
  }
  return rest.slice(0, nameEnd(rest)).trim();
};

/**
 * Returns the names in a byline (`By A. Writer and B. Other`), each once, without labels, roles and dates. Leaves out
 * each part for which `isWanted` is false.
 */
export const personNamesIn = (text: string, isWanted: (name: string) => boolean = isName): string[] => {
  const parts = withoutFrame(text).split(nameJoint);
  const names: string[] = [];
  for (const part of parts) {
    const bare = (part ?? '').replace(/^[\s"'“”.,:;–—-]+|[\s"'“”,:;–—/／-]+$/gu, '').trim();
    const named = bare.replace(roleBehind, '');
    const name = named.length < 2 ? bare : named;
    const last = names.at(-1);
    if (name === '' || otherRole.exec(name)?.index === 0) continue;
    if (last !== undefined && (suffix.test(name) || degree.test(name))) continue;
    if (isWanted(name) && !names.includes(name)) names.push(name);
    if (names.length >= limits.authorsMax) break;
  }
  return names;
};
