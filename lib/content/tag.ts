/** What the parser and the walks need to know of an element's name, looked up once. */
export interface Tag {
  readonly name: string;
  readonly upper: string;
  /** One bit, of the group of names that it belongs to. */
  readonly bit: number;
  /** Has no end tag and no content (HTML standard, section 13.1.2). */
  readonly isVoid: boolean;
  /** Whether pages are asked for all elements of this name before anything is removed. */
  readonly isIndexed: boolean;
  /** Its content is text up to its own end tag. */
  readonly isRawText: boolean;
  /** Names that it ends when it opens directly inside one of them. */
  readonly ends: ReadonlySet<string> | null;
  /** `svg`, `math`: inside them `/>` closes an element. */
  readonly isForeign: boolean;
  /** Ends what `isForeign` began: its content is HTML again. */
  readonly isIntegration: boolean;
}

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Names that are looked for together, or not at all where their bit is not in a subtree's mask. */
const groups = [
  'a',
  'p',
  'li',
  'img',
  'input',
  'br hr',
  'table',
  'td',
  'th',
  'tr',
  'thead tbody tfoot',
  'caption col colgroup',
  'pre',
  'code kbd samp tt',
  'math',
  'sup sub',
  'ul ol',
  'h1',
  'h2',
  'h3 h4 h5 h6',
  'div',
  'iframe embed object',
  'picture figure video',
  'script noscript style template',
  'span b i em strong u small font',
  'svg canvas',
  'section article main header footer aside nav blockquote',
  'dl dt dd',
  'form fieldset button select textarea',
].map((names) => names.split(' '));

const otherBit = 1 << groups.length;
const bits = new Map(groups.flatMap((names, at) => names.map((name) => [name, 1 << at] as const)));

/** The bit of a name: of its group, or of all names that are in none. */
export const bitOf = (name: string): number => bits.get(name) ?? otherBit;

const voidNames = setOf(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
);
const indexedNames = setOf('a area base link meta script title');
const rawTextNames = setOf('script style textarea title xmp');
const integrationNames = setOf('mi mo mn ms mtext annotation-xml foreignobject desc title');

const paragraphEnders =
  'address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul';
const formNames = 'input option optgroup select button datalist textarea';

/** Optional end tags (HTML standard, section 13.1.2.4), as htmlparser2 has them, which every page in the tests is held against. */
const impliedEnds = new Map<string, ReadonlySet<string>>(
  [
    ...paragraphEnders.split(' ').map((name): [string, string] => [name, 'p']),
    ...'select input output button datalist textarea'
      .split(' ')
      .map((name): [string, string] => [name, formNames]),
    ['tr', 'tr th td'] as const,
    ['th', 'th'] as const,
    ['td', 'thead th td'] as const,
    ['body', 'head link script'] as const,
    ['li', 'li'] as const,
    ['option', 'option'] as const,
    ['optgroup', 'optgroup option'] as const,
    ['dd', 'dd dt'] as const,
    ['dt', 'dd dt'] as const,
    ['rt', 'rt rp'] as const,
    ['rp', 'rt rp'] as const,
    ['tbody', 'thead tbody'] as const,
    ['tfoot', 'thead tbody'] as const,
  ].map(([name, ended]) => [name ?? '', setOf(ended ?? '')]),
);

const make = (name: string): Tag => ({
  name,
  upper: name.toUpperCase(),
  bit: bitOf(name),
  isVoid: voidNames.has(name),
  isIndexed: indexedNames.has(name),
  isRawText: rawTextNames.has(name),
  ends: impliedEnds.get(name) ?? null,
  isForeign: name === 'svg' || name === 'math',
  isIntegration: integrationNames.has(name),
});

const known = new Map<string, Tag>();
/** Names come from pages: a page of made-up elements must not fill the memory of a warm function. */
const knownMax = 2_000;

/** The tag of a name, in any case. */
export const tagOf = (spelt: string): Tag => {
  const found = known.get(spelt);
  if (found !== undefined) return found;
  const name = spelt.toLowerCase();
  const tag = (name === spelt ? undefined : known.get(name)) ?? make(name);
  if (known.size < knownMax) known.set(spelt, tag);
  return tag;
};
