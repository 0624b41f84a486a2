import * as fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { parsePage } from '../dom/document.ts';
import { findAncestor, elementsWithin, isElement, isText } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { writeMarkdown } from './markdown.ts';
import { urlsFrom } from '../dom/urls.ts';

/** Random pages, and the properties that a page and its parsed Markdown must share. */

/** The parts of a node of the Markdown's tree (mdast) that are read here. */
export interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly alt?: string | null;
  readonly depth?: number;
  readonly label?: string | null;
  readonly lang?: string | null;
  readonly children?: readonly MarkdownNode[];
}

export const parseMarkdown = (markdown: string): MarkdownNode =>
  fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  }) as unknown as MarkdownNode;

const inlineMarkdown = new Set([
  'text',
  'emphasis',
  'strong',
  'delete',
  'link',
  'inlineCode',
  'html',
  'linkReference',
]);

/** Returns the text of parsed Markdown, with blocks kept apart. */
export const textOfMarkdown = (node: MarkdownNode): string => {
  if (node.type === 'html') return node.value === '<br>' ? ' ' : '';
  if (node.type === 'image' || node.type === 'definition' || node.type === 'footnoteReference') return '';
  if (node.value !== undefined) return inlineMarkdown.has(node.type) ? node.value : ` ${node.value} `;
  const text = (node.children ?? []).map(textOfMarkdown).join('');
  return inlineMarkdown.has(node.type) ? text : ` ${text} `;
};

/** Returns the nodes of these types, in order. */
export const findNodes = (node: MarkdownNode, ...types: string[]): MarkdownNode[] => [
  ...(types.includes(node.type) ? [node] : []),
  ...(node.children ?? []).flatMap((child) => findNodes(child, ...types)),
];

const inlineHtml = new Set('a b strong i em code sub sup del span kbd u'.split(' '));

const textOfNode = (node: DomNode): string => {
  if (isText(node)) return node.data;
  if (!isElement(node)) return '';
  if (node.localName === 'br') return ' ';
  const text = node.childNodes.map(textOfNode).join('');
  return inlineHtml.has(node.localName) ? text : ` ${text} `;
};

/** Collapses white space in a text. */
export const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const parseBody = (html: string): DomElement => {
  const parsed = parsePage(html);
  return parsed.body;
};

export interface RoundTrip {
  readonly markdown: string;
  readonly tree: MarkdownNode;
  readonly source: string;
  readonly body: DomElement;
}

export const roundTrip = (html: string): RoundTrip => {
  const body = parseBody(html);
  const markdown = writeMarkdown(body, urlsFrom('https://a.test/docs/page.html', true));
  return { markdown, tree: parseMarkdown(markdown), source: folded(textOfNode(body)), body };
};

const words = 'one two Three f(x) 4 grün 日本 x_y a.b C++'.split(' ');
const marks =
  '* ** _ __ ` `` ~ ~~ [ ] ( ) [a](b) ![ < <b> </p> & &amp; \\ | # - + 1. 2) > = --- . , : ; ! " … € « ('.split(
    ' ',
  );
const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const text = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...words) },
      fc.constantFrom(...marks),
      fc.constant(' '),
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => escapeHtml(parts.join('')));

const wrap = (name: string, content: fc.Arbitrary<string>, attributes = ''): fc.Arbitrary<string> =>
  content.map((inner) => `<${name}${attributes}>${inner}</${name}>`);

const joined = (content: fc.Arbitrary<string>, maxLength: number, between = ''): fc.Arbitrary<string> =>
  fc.array(content, { minLength: 1, maxLength }).map((parts) => parts.join(between));

const { inline } = fc.letrec<{ inline: string; content: string }>((tie) => ({
  content: joined(fc.oneof({ weight: 2, arbitrary: text }, fc.constant(' '), tie('inline')), 4),
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    wrap(
      'code',
      fc.constantFrom('a', 'f(`x`)', 'x | y', '`', 'a*b', ' ', '&lt;b>', '\\').map((code) => code),
    ),
    fc.constant('<br>'),
    ...['b', 'em', 'strong', 'i', 'del', 'sup', 'span', 'u'].map((name) => wrap(name, tie('content'))),
    wrap('a', tie('content'), ' href="/to(x)"'),
  ),
}));
const line = joined(fc.oneof(inline, text, fc.constant(' ')), 4);

const pre = fc
  .array(fc.constantFrom('let x = 1;', '  y', '```', '', '# no', '&lt;b>', '- x', '~~~', '|'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((lines) => `<pre>${lines.join('\n')}</pre>`);

const cell = (name: string, content: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('', '', '', ' colspan=2', ' rowspan=2'), content)
    .map(([span, inner]) => `<${name}${span}>${inner}</${name}>`);

const rowOf = (name: string, content: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  wrap(
    'tr',
    fc.array(cell(name, content), { minLength: 1, maxLength: 3 }).map((cells) => cells.join('')),
  );

const { block } = fc.letrec<{ block: string; items: string; definitions: string; cells: string }>((tie) => ({
  items: joined(
    wrap(
      'li',
      fc.oneof(
        line,
        joined(tie('block'), 2),
        fc.tuple(line, tie('block')).map((pair) => pair.join('')),
      ),
    ),
    3,
  ),
  definitions: joined(
    fc
      .tuple(joined(wrap('dt', line), 2), joined(wrap('dd', fc.oneof(line, joined(tie('block'), 2))), 2))
      .map((pair) => pair.join('')),
    2,
  ),
  cells: joined(rowOf('td', fc.oneof({ weight: 3, arbitrary: line }, wrap('p', line))), 3),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    wrap('p', line),
    wrap('div', line),
    ...['h2', 'h3', 'h5'].map((name) => wrap(name, line)),
    pre,
    fc.constant('<hr>'),
    wrap('ul', tie('items')),
    wrap('ol', tie('items')),
    wrap('dl', tie('definitions')),
    wrap('blockquote', joined(tie('block'), 2)),
    wrap('section', joined(tie('block'), 3)),
    fc.tuple(rowOf('th', line), tie('cells')).map(([head, rows]) => `<table>${head}${rows}</table>`),
    wrap('table', tie('cells')),
  ),
}));

/** A body of a page. */
export const pages: fc.Arbitrary<string> = joined(block, 4);

/** A paragraph alone, which is the most likely to be misread. */
export const paragraphs: fc.Arbitrary<string> = wrap('p', line);

/** Returns the differences between the Markdown and the page; empty if there are none. */
export const findProblems = ({ tree, source, body }: RoundTrip): string[] => {
  const text = folded(textOfMarkdown(tree));
  const problems = text === source ? [] : [`text: ${JSON.stringify(text)} and not ${JSON.stringify(source)}`];
  const count = (what: string, found: number, wanted: number): void => {
    if (found !== wanted) problems.push(`${what}: ${found} and not ${wanted}`);
  };
  count(
    'headings',
    findNodes(tree, 'heading').length,
    elementsOutside(body, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']).length,
  );
  count('code blocks', findNodes(tree, 'code').length, elementsOutside(body, ['pre']).length);
  count('quotations', findNodes(tree, 'blockquote').length, elementsOutside(body, ['blockquote']).length);
  const bare = elementsOutside(body, ['ul', 'ol', 'dl', 'table']);
  const lists = findNodes(tree, 'list').length + findNodes(tree, 'table').length;
  if (lists > bare.length) problems.push(`lists and tables: ${lists} and not ${bare.length}`);
  for (const table of findNodes(tree, 'table')) {
    const widths = new Set((table.children ?? []).map(({ children }) => children?.length));
    if (widths.size > 1) problems.push(`a table of rows of ${[...widths].join(', ')} cells`);
  }
  return problems;
};

/** Returns elements with text outside of table cells and terms, where everything is one line. */
const elementsOutside = (body: DomElement, names: readonly string[]): DomElement[] =>
  elementsWithin(body, names).filter(
    (element) =>
      (/\S/.test(element.textContent) || elementsWithin(element, ['hr']).length > 0) &&
      findAncestor(
        element,
        ({ localName }) => localName === 'td' || localName === 'th' || localName === 'dt',
      ) === null,
  );
