import { selectAll, selectOne, type Options } from 'css-select';
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5';
import { readLetters } from './letters.ts';
import { contentsLists, footnoteMarks, type Layout } from './manuals.ts';

/** What a page holds, read from the tree that the HTML standard makes of it (parse5), not from ours. */

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export const blockKinds = ['code', 'headings', 'paragraphs', 'rows', 'items'] as const;
export type BlockKind = (typeof blockKinds)[number];

export interface PageTruth {
  /** Letters and digits of each part of the main area, in document order. */
  readonly parts: Readonly<Record<BlockKind, readonly string[]>>;
  /** Letters and digits of all of the main area. */
  readonly text: string;
  /** Of what a reader may keep or leave. */
  readonly either: string;
}

const isElement = (node: Node): node is Element => 'tagName' in node;
const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : []);

const adapter: NonNullable<Options<Node, Element>['adapter']> = {
  isTag: isElement,
  getAttributeValue: (element, name) => element.attrs.find((one) => one.name === name)?.value,
  getChildren: childrenOf,
  getName: ({ tagName }) => tagName,
  getParent: (node) => ('parentNode' in node ? node.parentNode : null),
  getSiblings: (node) => {
    const parent = 'parentNode' in node ? node.parentNode : null;
    return parent === null ? [node] : parent.childNodes;
  },
  getText: (node) => textOf(node),
  hasAttrib: (element, name) => element.attrs.some((one) => one.name === name),
  removeSubsets: (nodes) => nodes,
};

const textOf = (node: Node): string =>
  defaultTreeAdapter.isTextNode(node) ? node.value : childrenOf(node).map(textOf).join('');

const select = (selector: string, root: Node): Element[] =>
  selectAll<Node, Element>(selector, root, { adapter, cacheResults: false });

const silent =
  'script, style, template, noscript, svg, canvas, iframe, object, select, textarea, [hidden], ' +
  '[style*="display:none"], [style*="display: none"]';

const remove = (elements: readonly Element[]): void => {
  for (const element of elements) defaultTreeAdapter.detachNode(element);
};

const inline = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code data del dfn em font i img input ins kbd label mark nobr q ' +
    's samp small span strike ' +
    'strong sub sup time tt u var wbr math button'
  ).split(' '),
);

const isInline = (node: Node): boolean => {
  if (!isElement(node)) return true;
  return inline.has(node.tagName) && childrenOf(node).every(isInline);
};

const blocksInRows = new Set('table pre h1 h2 h3 h4 ul ol dl'.split(' '));

/** A row that holds lists or tables is a layout, and its parts are those of the page. */
const holdsBlocks = (element: Element): boolean =>
  childrenOf(element).some(
    (child) => isElement(child) && (blocksInRows.has(child.tagName) || holdsBlocks(child)),
  );

/** Collects parts: every run of inline content is one, of the kind of the block around it. */
class Collector {
  readonly parts: Record<BlockKind, string[]> = {
    code: [],
    headings: [],
    paragraphs: [],
    rows: [],
    items: [],
  };

  #add(kind: BlockKind, text: string): void {
    const letters = readLetters(text);
    if (letters !== '') this.parts[kind].push(letters);
  }

  visit(element: Element, kind: BlockKind): void {
    const { tagName } = element;
    if (tagName === 'pre') {
      this.#add('code', textOf(element));
    } else if (/^h[1-6]$/.test(tagName)) {
      this.#add('headings', textOf(element));
    } else if (tagName === 'tr' && !holdsBlocks(element)) {
      this.#add('rows', textOf(element));
    } else
      this.#visitChildren(
        element,
        /^(?:li|dt|dd)$/.test(tagName) ? 'items' : tagName === 'p' ? 'paragraphs' : kind,
      );
  }

  #visitChildren(element: Element, kind: BlockKind): void {
    let run = '';
    for (const child of childrenOf(element)) {
      if (isInline(child)) {
        run += textOf(child);
        continue;
      }
      this.#add(kind, run);
      run = '';
      if (isElement(child))
        this.visit(
          child,
          kind === 'items' && !/^[ou]l$|^dl$|^li$|^d[td]$/.test(child.tagName) ? 'items' : 'paragraphs',
        );
    }
    this.#add(kind, run);
  }
}

/** Whether all links of a list of contents lead within its page. */
const leadsWithin = (list: Element): boolean => {
  const links = select('a[href]', list);
  const href = (link: Element): string => link.attrs.find(({ name }) => name === 'href')?.value ?? '';
  return links.length > 0 && links.every((link) => href(link).startsWith('#'));
};

/** The parts of a page's main area; null where no layout fits it, or there is no text in it. */
export const pageTruth = (html: string, layouts: readonly Layout[]): PageTruth | null => {
  const page = parse(html);
  const layout = layouts.find(
    ({ when, main }) =>
      selectOne<Node, Element>(when ?? main, page, { adapter, cacheResults: false }) !== null,
  );
  if (layout === undefined) return null;
  const [main] = select(layout.main, page);
  if (main === undefined) return null;
  remove(select(layout.frame, main));
  remove(select(silent, main));
  remove(
    select(footnoteMarks, main).filter((mark) => /^[[(]?[\w*†‡§.]{0,3}[\])]?$/u.test(textOf(mark).trim())),
  );
  const others = [
    ...(layout.either === undefined ? [] : select(layout.either, main)),
    ...select(contentsLists, main).filter(leadsWithin),
  ];
  const either = others.map((element) => readLetters(textOf(element))).join('');
  remove(others);
  const collector = new Collector();
  collector.visit(main, 'paragraphs');
  const text = readLetters(textOf(main));
  return text === '' ? null : { parts: collector.parts, text, either };
};
