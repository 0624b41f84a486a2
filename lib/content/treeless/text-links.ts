import { mediaTypeIn, saysNothing } from '../../fetch/http/content-type.ts';
import { limits } from '../../limits/limits.ts';

/** A link of a text, as it stands there. */
interface TextLink {
  readonly url: string;
  readonly text: string;
}

interface PlacedLink extends TextLink {
  readonly at: number;
}

/** Places that may be links and that are looked at: more than a page may have, because most files repeat some. */
const placesMax = 5 * limits.linksPerPageMax;
const labelCharactersMax = 300;

const markdownType = /^(?:text|application)\/(?:(?:x-)?markdown|x-web-markdown)\b/i;
const markdownName = /(?:\.(?:md|markdown|mdown|mkd)|\/llms(?:-full)?\.txt)$/i;

const bareAddress = /\bhttps?:\/\/[^\s<>"`\\^{}|[\]]{1,2048}/gi;
const inlineTarget =
  /\]\([ \t]{0,10}(?:<([^<>\n]{1,2048})>|([^\s()<>]{1,2048}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200}){0,5}))/g;
const definition =
  /^ {0,3}\[([^\]^\n][^\]\n]{0,299})\]:[ \t]{0,10}<?([^\s<>]{1,2048})>?[ \t]{0,10}(?=$|["'(])/gm;

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** Returns an address without the punctuation behind it, which closes the sentence or a parenthesis around it. */
const addressIn = (found: string): string => {
  let surplus = count(found, ')') - count(found, '(');
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    if (last === ')' ? surplus <= 0 : !/[.,;:!?'*_~\u3000-\u303f\uff00-\uff0f]/.test(last)) break;
    if (last === ')') surplus -= 1;
  }
  return found.slice(0, end);
};

/** Blanks out code, whose brackets and addresses are no links; every other character keeps its place. */
const withoutCode = (markdown: string): string => {
  let fence = '';
  return markdown
    .split('\n')
    .map((line) => {
      const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
      if (fence !== '') {
        if (mark.startsWith(fence)) fence = '';
        return ' '.repeat(line.length);
      }
      if (mark !== '') {
        fence = mark;
        return ' '.repeat(line.length);
      }
      return line.replace(/`+[^`]*`+/g, (code) => ' '.repeat(code.length));
    })
    .join('\n');
};

/** Returns where the label that ends at `end` begins, -1 if no bracket opens it nearby. */
const labelStart = (text: string, end: number): number => {
  let depth = 0;
  for (let at = end - 1; at >= 0 && at >= end - labelCharactersMax; at -= 1) {
    const sign = text.charAt(at);
    if (sign === ']') depth += 1;
    else if (sign === '[' && depth === 0) return at;
    else if (sign === '[') depth -= 1;
  }
  return -1;
};

const take = <T>(all: Iterable<T>, most: number): T[] => {
  const taken: T[] = [];
  for (const one of all) {
    if (taken.length >= most) break;
    taken.push(one);
  }
  return taken;
};

const bareLinks = (text: string): PlacedLink[] =>
  take(text.matchAll(bareAddress), placesMax).map((match) => ({
    at: match.index,
    url: addressIn(match[0]),
    text: '',
  }));

const words = (label: string): string =>
  label
    .replace(/!?\[|\]\([^)]*\)?|\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the links of Markdown: inline ones, definitions of references, and addresses. Pictures are none. */
const markdownLinks = (markdown: string): PlacedLink[] => {
  const text = withoutCode(markdown);
  const links: PlacedLink[] = [];
  const pictures = new Set<number>();
  for (const match of take(text.matchAll(inlineTarget), placesMax)) {
    const url = match[1] ?? match[2] ?? '';
    const at = match.index + match[0].length - url.length - (match[1] === undefined ? 0 : 1);
    const start = labelStart(text, match.index);
    if (start === -1) continue;
    if (text.charAt(start - 1) === '!') pictures.add(at);
    else links.push({ at, url, text: words(text.slice(start + 1, match.index)) });
  }
  for (const match of take(text.matchAll(definition), placesMax))
    links.push({
      at: match.index + match[0].lastIndexOf(match[2] ?? ''),
      url: match[2] ?? '',
      text: words(match[1] ?? ''),
    });
  const bare = bareLinks(text).filter(({ at }) => !pictures.has(at));
  // A sort keeps the order of those at one place: a link with a label comes before its bare address.
  return [...links, ...bare].toSorted((a, b) => a.at - b.at);
};

/**
 * Finds the links of a text, in its order: those of Markdown, which the type or the name of its file tells, and the web
 * addresses of plain text. Other types of text (source code, tables) have none.
 */
export const findTextLinks = (text: string, contentType: string | undefined, url: string): TextLink[] => {
  const path = URL.parse(url)?.pathname ?? '';
  const type = mediaTypeIn(contentType);
  const isPlain = type === 'text/plain' || saysNothing(type);
  const isMarkdown = markdownType.test(type) || (isPlain && markdownName.test(path));
  if (!isMarkdown && !isPlain) return [];
  const links = isMarkdown ? markdownLinks(text) : bareLinks(text);
  return links.filter((link) => !link.url.startsWith('#'));
};
