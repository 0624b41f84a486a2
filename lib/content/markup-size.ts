import { failure, type Failure } from '../failure.ts';
import { limits } from '../limits.ts';

/**
 * How deep and how large the tree of a page will be, found by reading its tags once without building anything. The
 * libraries behind it take quadratic time or overflow the stack on pages that never close what they open.
 */
export interface MarkupSize {
  /** Elements open at the same time, at most. Counting stops one past `limits.domDepthMax`. */
  readonly depth: number;
  /** Tags and comments; each makes at most one node, and one text before it. */
  readonly tags: number;
}

const voidNames = new Set(
  'area base basefont br col command embed frame hr image img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Elements whose content is text up to their own end tag. */
const rawTextNames = new Set(['script', 'style', 'textarea', 'title', 'xmp']);

const paragraphEnders =
  'address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul';

const formNames = 'input option optgroup select button datalist textarea';

const closes = (rows: Record<string, string>): Map<string, ReadonlySet<string>> =>
  new Map(Object.entries(rows).map(([name, closed]) => [name, new Set(closed.split(' '))]));

/** What an opening tag closes when it stands directly inside it, as in htmlparser2, which linkedom parses with. */
const impliedEnds = closes({
  tr: 'tr th td',
  th: 'th',
  td: 'thead th td',
  li: 'li',
  option: 'option',
  optgroup: 'optgroup option',
  dd: 'dt dd',
  dt: 'dt dd',
  tbody: 'thead tbody',
  tfoot: 'thead tbody',
  body: 'head link script',
  select: formNames,
  output: formNames,
  button: formNames,
  datalist: formNames,
  rt: 'rt rp',
  rp: 'rt rp',
});
for (const name of paragraphEnders.split(' ')) impliedEnds.set(name, new Set(['p']));

interface OpenElements {
  readonly names: readonly string[];
  open(name: string): void;
  close(name: string): void;
}

const openElements = (): OpenElements => {
  const names: string[] = [];
  const counts = new Map<string, number>();
  const pop = (): void => {
    const name = names.pop();
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 1) - 1);
  };
  return {
    names,
    open: (name) => {
      const ended = impliedEnds.get(name);
      if (ended !== undefined) {
        for (let last = names.at(-1); last !== undefined && ended.has(last); last = names.at(-1)) pop();
      }
      names.push(name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    // The count spares a search for what is not open.
    close: (name) => {
      if ((counts.get(name) ?? 0) === 0) return;
      while (names.at(-1) !== name) pop();
      pop();
    },
  };
};

const tagName = /[a-zA-Z][^\s/>]*/y;

/** End of the tag that begins at `from`: past its `>`, with quoted attribute values skipped. */
const endOfTag = (html: string, from: number): number => {
  let quote = 0;
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 62) return at + 1;
    // A quote opens a value only after `=`; elsewhere it is part of a broken name.
    else if ((code === 34 || code === 39) && /=\s*$/.test(html.slice(Math.max(from, at - 4), at)))
      quote = code;
  }
  return html.length;
};

/** Start of the end tag `</name`, in any case, or the end of the page. */
const endOfRawText = (html: string, name: string, from: number): number => {
  const search = new RegExp(`</${name}[\\s/>]`, 'gi');
  search.lastIndex = from;
  return search.exec(html)?.index ?? html.length;
};

/** Measures a page's markup in time linear in its length. */
export const markupSize = (html: string): MarkupSize => {
  const open = openElements();
  let depth = 0;
  let tags = 0;
  let at = html.indexOf('<');
  while (at !== -1 && depth <= limits.domDepthMax && tags <= limits.domNodesMax) {
    tags += 1;
    const isEnd = html.charCodeAt(at + 1) === 47;
    tagName.lastIndex = at + (isEnd ? 2 : 1);
    const name = tagName.exec(html)?.[0].toLowerCase();
    let after = at + 1;
    if (html.startsWith('<!--', at)) {
      const close = html.indexOf('-->', at + 4);
      after = close === -1 ? html.length : close + 3;
    } else if (name !== undefined) {
      after = endOfTag(html, tagName.lastIndex);
      const closesItself =
        html.charCodeAt(after - 2) === 47 && (open.names.includes('svg') || open.names.includes('math'));
      if (isEnd) open.close(name);
      else if (rawTextNames.has(name)) after = endOfRawText(html, name, after);
      else if (!voidNames.has(name) && !closesItself) open.open(name);
      depth = Math.max(depth, open.names.length);
    }
    at = html.indexOf('<', after);
  }
  return { depth, tags };
};

/** Why a page is too deep or too large to be read, or null. */
export const markupProblem = (html: string): Failure | null => {
  const { depth, tags } = markupSize(html);
  if (depth > limits.domDepthMax) {
    return failure(
      'CONTENT_TOO_COMPLEX',
      `Cannot read the page: more than ${limits.domDepthMax} elements are open inside each other, at most ${limits.domDepthMax} are read`,
    );
  }
  if (tags > limits.domNodesMax) {
    return failure(
      'CONTENT_TOO_COMPLEX',
      `Cannot read the page: it has more than ${limits.domNodesMax} tags, at most ${limits.domNodesMax} are read`,
    );
  }
  return null;
};
