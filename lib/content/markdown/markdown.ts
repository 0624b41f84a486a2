import { isTaskBox } from '../dom/check-box.ts';
import { attribute, collapsed } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { findFootnotes } from '../passes/footnotes.ts';
import { readFormulaNumber } from '../passes/formulas.ts';
import { isRaisedPartOfPrice } from '../passes/price-parts.ts';
import { markdownCode, preformatted } from './markdown-code.ts';
import { image, link } from './markdown-link.ts';
import { item, list } from './markdown-list.ts';
import {
  emphasis,
  marked,
  strong,
  writeChildren,
  type MarkdownPlace,
  type MarkdownRule,
} from './markdown-place.ts';
import { table } from './markdown-table.ts';
import { detectAdmonition } from './admonition.ts';
import { definitionList } from './definition-list.ts';
import { embedded, frameEmbed, recording } from './embed.ts';
import { assignHeadingLevels, ownLevels } from './heading-levels.ts';
import { LinkEnds } from './link-ends.ts';
import type { LinkStyle } from '../../request/link-style.ts';
import { ListMarkers } from './list-markers.ts';
import { writeTex } from './mathml.ts';
import { invisible, MarkdownWriter } from './markdown-writer.ts';
import type { Urls } from '../dom/urls.ts';
import { hasInk, holdsAny } from '../dom/text-summary.ts';
import { block, writeAdmonition } from './block.ts';
import { blockNames, headingNames } from './element-names.ts';

const nothing: MarkdownRule = () => {};

const heading: MarkdownRule = (place, element) => {
  const { out } = place;
  if (out.isOneLine) {
    block(place, element);
    return;
  }
  out.block(2);
  const level = place.headings.levels.get(element) ?? Number(element.localName[1]);
  const before = out.item(`${'#'.repeat(level)} `);
  const href = place.card?.heading === element ? place.card.href : (place.carried.get(element) ?? null);
  out.onOneLine(() => {
    const mark = href === null ? null : out.open('[', `]${place.links.of(href)}`, true);
    // A heading is strong already: what is strong in it writes no marks.
    const whole = out.open('**', null);
    writeChildren(place, element);
    out.close(whole);
    if (mark !== null) out.close(mark);
  });
  out.end(before);
  out.block(2);
};

/** Most levels of quotation that are written: each costs two characters a line. */
const quotesMax = 16;

const quotation: MarkdownRule = (place, element) => {
  const { out } = place;
  if (out.isOneLine || place.quotes >= quotesMax) {
    block(place, element);
    return;
  }
  const admonition = detectAdmonition(element);
  if (admonition !== null) {
    writeAdmonition(place, element, admonition);
    return;
  }
  out.block(2);
  const before = out.quote();
  place.quotes += 1;
  writeChildren(place, element);
  place.quotes -= 1;
  out.end(before);
  out.block(2);
};

const raised: MarkdownRule = (place, element) => {
  const { localName } = element;
  // A reference mark is a link already.
  const isMark =
    holdsAny(element, ['a']) || (element.parentNode?.localName === 'a' && place.out.isMarked('['));
  if (isMark || isRaisedPartOfPrice(element)) writeChildren(place, element);
  else marked(`<${localName}>`, `</${localName}>`)(place, element);
};

/** Writes a formula from its source, and leaves out the markup that draws it, which would repeat it. */
const formula: MarkdownRule = (place, element) => {
  const source = element
    .getElementsByTagName('annotation')
    .find((note) => /tex/i.test(note.getAttribute('encoding') ?? ''));
  const stated = source === undefined ? attribute(element, 'alttext') : collapsed(source.textContent);
  const tex = stated ?? writeTex(element);
  if (tex === '') writeChildren(place, element);
  else if (element.getAttribute('display') === 'block' && !place.out.isOneLine) {
    place.out.block(2);
    const number = readFormulaNumber(element);
    place.out.raw(number === null ? `$$${tex}$$` : `$$${tex}$$ ${number}`);
    place.out.block(2);
  } else place.out.raw(`$${tex}$`);
};

const checkbox: MarkdownRule = ({ out }, element) => {
  if (!isTaskBox(element)) return;
  out.raw(element.hasAttribute('checked') ? '[x]' : '[ ]');
  out.space();
};

const quoted: MarkdownRule = (place, element) => marked('“', '”')(place, element);

const summary: MarkdownRule = (place, element) => {
  // A button of rustdoc: "Expand description".
  if (element.className === 'hideme') return;
  place.out.block(2);
  // A heading in it is strong already.
  if (holdsAny(element, headingNames)) writeChildren(place, element);
  else strong(place, element);
  place.out.block(2);
};

const rule: MarkdownRule = ({ out }) => {
  out.block(2);
  // Behind a list's marker the same characters would form one rule with it.
  if (!out.isOneLine) out.raw(out.isAtItem ? '___' : '---');
  out.block(2);
};

const rules: ReadonlyMap<string, MarkdownRule> = new Map<string, MarkdownRule>([
  ...blockNames.map((name): [string, MarkdownRule] => [name, block]),
  ...['caption', 'legend', 'tr', 'center', 'option', 'title'].map((name): [string, MarkdownRule] => [
    name,
    block,
  ]),
  ...headingNames.map((name): [string, MarkdownRule] => [name, heading]),
  ...['code', 'kbd', 'samp', 'tt'].map((name): [string, MarkdownRule] => [name, markdownCode]),
  ...['ul', 'ol', 'menu'].map((name): [string, MarkdownRule] => [name, list]),
  ...['script', 'style', 'template', 'head', 'svg', 'canvas'].map((name): [string, MarkdownRule] => [
    name,
    nothing,
  ]),
  ...['del', 's', 'strike'].map((name): [string, MarkdownRule] => [name, marked('~~')]),
  ['iframe', frameEmbed],
  ['video', recording],
  ['audio', recording],
  ['object', embedded],
  ['embed', embedded],
  ['b', strong],
  ['strong', strong],
  ['i', emphasis],
  ['em', emphasis],
  ['a', link],
  ['img', image],
  ['pre', preformatted],
  ['li', item],
  ['dl', definitionList],
  ['dt', item],
  ['dd', item],
  ['table', table],
  ['blockquote', quotation],
  ['sub', raised],
  ['sup', raised],
  ['q', quoted],
  ['math', formula],
  ['input', checkbox],
  ['summary', summary],
  ['hr', rule],
  ['br', ({ out }) => out.lineBreak()],
  [
    'td',
    (place, element) => {
      writeChildren(place, element);
      place.out.space();
    },
  ],
]);

/**
 * Cleans text for storage: removes invisible characters, makes no-break spaces plain spaces, UTF-16 valid, and line
 * ends `\n`, also those that a form feed or a vertical tab makes.
 */
export const cleanMarkdown = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\f\v]/g, '\n')
    .replace(invisible, '')
    .replace(/\u00a0/g, ' ')
    .trim();

/** How a page's Markdown is written, apart from its content. */
export interface MarkdownOptions {
  /**
   * The page's title, which is written first as the one first-level heading. Without a title, levels are the page's
   * own.
   */
  readonly title?: string | null;
  /** Whether the request excluded the page's title: none is written, and headings stand a level below it. */
  readonly isTitleExcluded?: boolean;
  readonly linkStyle?: LinkStyle;
  /** The ends of the links of a document of which this is a part: it writes their definitions itself, once. */
  readonly links?: LinkEnds;
}

/** Writes everything in `root` as Markdown (GitHub Flavored), in one walk that does not change the tree. */
export const writeMarkdown = (root: DomElement, urls: Urls, options: MarkdownOptions = {}): string => {
  const links = options.links ?? new LinkEnds(options.linkStyle ?? 'absolute');
  const out = new MarkdownWriter(null, links.areReferences);
  const headings =
    options.title === undefined
      ? ownLevels
      : assignHeadingLevels(root, options.title, options.isTitleExcluded);
  const place: MarkdownPlace = {
    out,
    urls,
    footnotes: findFootnotes(root),
    rules,
    lists: new ListMarkers(),
    headings,
    links,
    skipped: new Set(),
    quotes: 0,
    card: null,
    carried: new Map(),
  };
  if (holdsContent(root)) writeTitle(place);
  // The root may itself be a table or a list.
  (rules.get(root.localName) ?? block)(place, root);
  const definitions = options.links === undefined ? links.definitions() : '';
  if (definitions !== '') {
    out.block(2);
    out.lines(definitions);
  }
  return out.toString().toWellFormed().trim();
};

const media = ['img', 'picture', 'video', 'audio', 'iframe', 'object', 'embed'];

/** Says whether there is content under the title. An empty page gets no title, so that it is seen to be empty. */
const holdsContent = (root: DomElement): boolean => hasInk(root) || holdsAny(root, media);

/** Writes the title first, wherever on the page it stands. */
const writeTitle = (place: MarkdownPlace): void => {
  const { title, text } = place.headings;
  if (title !== null) {
    heading(place, title);
    place.skipped.add(title);
  } else if (text !== null) {
    const { out } = place;
    const before = out.item('# ');
    out.onOneLine(() => out.text(text));
    out.end(before);
    out.block(2);
  }
};
