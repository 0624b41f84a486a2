import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { parsePage } from '../../lib/content/dom/document.ts';
import { findAncestor, elementsWithin, isElement, isText } from '../../lib/content/dom/dom-walk.ts';
import type { DomElement, DomNode } from '../../lib/content/dom/dom.ts';
import { detectAdmonition } from '../../lib/content/markdown/admonition.ts';
import { preformattedText } from '../../lib/content/markdown/code-block.ts';

/** What is wrong with the Markdown of one page, when it is parsed again by a parser of GitHub's Markdown. */
export interface Defects {
  /** Words of the page's content, and how many of them are missing or too many in the Markdown. */
  readonly words: number;
  readonly lost: number;
  readonly doubled: number;
  readonly headingsLost: number;
  readonly codeLost: number;
  readonly codeChanged: number;
  readonly languagesLost: number;
  /** Data tables that are no table, or whose rows are not as wide as their header. */
  readonly tablesBroken: number;
  readonly rawMarks: number;
  readonly strayBackslashes: number;
  readonly rawTags: number;
  /** The words that are missing or too many. */
  readonly which: readonly string[];
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly lang?: string | null;
  readonly label?: string | null;
  readonly children?: readonly Node[];
}

const inlineTypes = new Set(
  'text emphasis strong delete link inlineCode html linkReference footnoteReference'.split(' '),
);

const textOfTree = (node: Node): string => {
  if (node.type === 'html') return (node.value ?? '').replace(/<br\s*\/?>/gi, ' ').replace(/<[^>]*>/g, '');
  if (node.type === 'footnoteReference') return ` ${node.label ?? ''} `;
  if (node.type === 'definition' || node.type === 'image') return '';
  const isInline = inlineTypes.has(node.type);
  const text = node.value ?? (node.children ?? []).map(textOfTree).join('');
  return isInline ? text : ` ${text} `;
};

const nodesOf = (node: Node, type: string): Node[] => [
  ...(node.type === type ? [node] : []),
  ...(node.children ?? []).flatMap((child) => nodesOf(child, type)),
];

const silent = new Set(
  'script style template head svg canvas iframe object embed audio video math'.split(' '),
);
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rp rt ' +
    'ruby s samp small ' +
    'span strike strong sub sup time tt u var wbr meter picture button'
  ).split(' '),
);

const textOfPage = (node: DomNode): string => {
  if (isText(node)) return node.data;
  if (!isElement(node) || silent.has(node.localName)) return '';
  const text = node.childNodes.map(textOfPage).join('');
  return inline.has(node.localName) || node.localName.includes('-') ? text : ` ${text} `;
};

// oxlint-disable-next-line no-control-regex
const invisible = /[\u200b\u2060\ufeff\u00ad\u0000-\u0008]/g;

const wordsOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of text
    .replace(invisible, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

const more = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): [string, number][] =>
  [...a].flatMap(([word, count]) => {
    const over = count - (b.get(word) ?? 0);
    return over > 0 ? [[word, over] as [string, number]] : [];
  });

const sum = (pairs: readonly [string, number][]): number =>
  pairs.reduce((total, [, count]) => total + count, 0);

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const isInCell = (element: DomElement): boolean =>
  findAncestor(element, ({ localName }) => /^(?:td|th|dt|summary)$/.test(localName)) !== null;

/** Languages that classes state in the commonest notation, the HTML standard's. */
const statedLanguage = (pre: DomElement): string | null => {
  const code = elementsWithin(pre, ['code'], 1)[0];
  for (const element of [pre, code]) {
    const name = /(?:^|\s)lang(?:uage)?-([a-z0-9+#-]{1,20})/i
      .exec(element?.className ?? '')?.[1]
      ?.toLowerCase();
    if (name !== undefined && !/^(?:text|none|plain(?:text)?|default|auto)$/.test(name)) return name;
  }
  return null;
};

/** Whether a table has data: more than one column and row, and no other table inside or around it. */
const isData = (table: DomElement): boolean => {
  const rows = elementsWithin(table, ['tr']);
  return (
    rows.length > 1 &&
    rows.some((row) => elementsWithin(row, ['td', 'th']).length > 1) &&
    elementsWithin(table, ['th'], 1).length > 0 &&
    elementsWithin(table, ['table'], 1).length === 0 &&
    table.getAttribute('role') !== 'presentation' &&
    !isInCell(table)
  );
};

const brokenTables = (root: DomElement, tree: Node): number => {
  const tables = nodesOf(tree, 'table');
  const ragged = tables.filter(
    (table) => new Set(table.children?.map(({ children }) => children?.length)).size > 1,
  ).length;
  const wanted = elementsWithin(root, ['table']).filter(
    (table) => isData(table) && letters(table.textContent) !== '',
  ).length;
  return ragged + Math.max(0, wanted - tables.length);
};

const codeDefects = (
  root: DomElement,
  tree: Node,
): Pick<Defects, 'codeLost' | 'codeChanged' | 'languagesLost'> => {
  const found = nodesOf(tree, 'code');
  const exact = new Map(found.map((node) => [node.value ?? '', node.lang ?? '']));
  const loose = new Map(found.map((node) => [letters(node.value ?? ''), node.lang ?? '']));
  let [codeLost, codeChanged, languagesLost] = [0, 0, 0];
  for (const pre of elementsWithin(root, ['pre'])) {
    const text = preformattedText(pre)
      .replace(/\u00a0/g, ' ')
      .replace(invisible, '');
    if (letters(text) === '' || isInCell(pre)) continue;
    const lang = exact.get(text) ?? loose.get(letters(text));
    if (lang === undefined) codeLost += 1;
    else if (!exact.has(text)) codeChanged += 1;
    if (statedLanguage(pre) !== null && (lang ?? '') === '') languagesLost += 1;
  }
  return { codeLost, codeChanged, languagesLost };
};

/**
 * What a writer may say that stands in attributes: the kind of a note without a title, what a frame, a film or a link
 * without words is called.
 */
const addedTo = (root: DomElement): string =>
  elementsWithin(root, null)
    .flatMap((element) => {
      const admonition = detectAdmonition(element);
      if (admonition !== null) return admonition.title === null ? [admonition.kind] : [];
      const isBareLink = element.localName === 'a' && letters(element.textContent) === '';
      if (isBareLink) return [element.getAttribute('aria-label') ?? element.getAttribute('title') ?? ''];
      if (!/^(?:iframe|video|audio|object|embed)$/.test(element.localName)) return [];
      return [element.getAttribute('title') ?? element.getAttribute('aria-label') ?? 'Video Audio Code PDF'];
    })
    .join(' ');

/** Compares a page's content, as HTML, with its Markdown. */
export const findDefects = (html: string, markdown: string): Defects => {
  const root = parsePage(html).body;
  const tree = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  }) as unknown as Node;
  const hasFormulas = elementsWithin(root, ['math'], 1).length > 0;
  const text = textOfTree(tree);
  const content = textOfPage(root);
  // A title that comes from the page's head is no part of its content.
  const title = textOfTree(nodesOf(tree, 'heading')[0] ?? { type: 'text' });
  const wanted = wordsOf(letters(content).includes(letters(title)) ? content : `${title} ${content}`);
  const found = wordsOf(hasFormulas ? text.replace(/\$\$?[^$]+\$\$?/g, ' ') : text);
  const labels = new Set(nodesOf(tree, 'footnoteDefinition').map(({ label }) => label?.toLowerCase() ?? ''));
  const isNoLabel = ([word]: [string, number]): boolean => !labels.has(word);
  const added = wordsOf(addedTo(root));
  const lost = more(wanted, found).filter(isNoLabel);
  const doubled = more(found, wanted)
    .filter(isNoLabel)
    .flatMap(([word, count]): [string, number][] => {
      const over = count - (added.get(word) ?? 0);
      return over > 0 ? [[word, over]] : [];
    });
  const headings = new Set(nodesOf(tree, 'heading').map((node) => letters(textOfTree(node))));
  const shown = nodesOf(tree, 'text')
    .map(({ value = '' }) => value)
    .join('\n');
  return {
    words: [...wanted.values()].reduce((total, count) => total + count, 0),
    lost: sum(lost),
    doubled: sum(doubled),
    headingsLost: elementsWithin(root, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']).filter(
      (heading) =>
        letters(textOfPage(heading)) !== '' &&
        !isInCell(heading) &&
        findAncestor(heading, (box) => detectAdmonition(box)?.title === heading) === null &&
        !headings.has(letters(textOfPage(heading))),
    ).length,
    ...codeDefects(root, tree),
    tablesBroken: brokenTables(root, tree),
    rawMarks: countNew(shown, root, /\*\*|\]\(/g),
    strayBackslashes: countNew(shown, root, /\\[!-/:-@[-`{-~]/g),
    rawTags: nodesOf(tree, 'html').filter(({ value = '' }) => !/^<\/?(?:br|su[bp])\s*\/?>$/i.test(value))
      .length,
    which: [...lost.map(([word]) => `-${word}`), ...doubled.map(([word]) => `+${word}`)].slice(0, 20),
  };
};

/** How often something is shown that the page itself does not show. */
const countNew = (shown: string, root: DomElement, pattern: RegExp): number =>
  Math.max(0, (shown.match(pattern)?.length ?? 0) - (textOfPage(root).match(pattern)?.length ?? 0));
