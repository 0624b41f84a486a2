import TurndownService from 'turndown/lib/turndown.browser.cjs.js';
import { ancestorOf, collapsed, isElement, nextNode, type DomElement, type DomNode } from './dom.ts';
import { cellOf, cellsOf, isLayoutTable, markdownTable, rowsOf } from './markdown-table.ts';

/**
 * Markdown of a node: CommonMark with GFM's tables, strikethrough and task lists, by turndown with rules of our own.
 * turndown's GFM plugin reads `table.rows`, which linkedom does not have, and drops what has no header.
 */

type Rule = Parameters<TurndownService['addRule']>[1];
type Filter = (node: DomElement) => boolean;
type Replacement = (content: string, node: DomElement) => string;

const rule = (filter: Filter | string | readonly string[], replacement: Replacement): Rule =>
  ({ filter, replacement }) as unknown as Rule;

const block = (content: string): string => `\n\n${content.trim()}\n\n`;

const languageClass = /(?:^|\s)(?:language|lang|highlight-source|brush:|sourceCode)[-\s]?([\w+#.-]+)/i;

/** Language of a code block, from the classes that highlighters set on it or on what is around it. */
const codeLanguage = (pre: DomElement): string => {
  const nodes = [pre.getElementsByTagName('code')[0], pre, pre.parentNode, pre.parentNode?.parentNode];
  for (const node of nodes) {
    if (node === undefined || node === null || !isElement(node)) continue;
    const named = node.getAttribute('data-lang') ?? node.getAttribute('data-language');
    const found = named ?? languageClass.exec(node.className)?.[1] ?? /^highlight-(\w+)/.exec(node.className)?.[1];
    if (found !== undefined && /^[\w+#.-]{1,30}$/.test(found)) return found.toLowerCase();
  }
  return '';
};

/** Text of a code block: what turndown made of it is escaped, and a `<br>` in it is a line. */
const codeText = (pre: DomElement): string => {
  let text = '';
  for (let node: DomNode | null = pre; node !== null; node = nextNode(node, pre)) {
    if (!isElement(node)) text += node.textContent;
    else if (node.localName === 'br') text += '\n';
  }
  return text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
};

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);

const codeBlock: Replacement = (_content, pre) => {
  const code = codeText(pre);
  if (code === '') return '\n\n';
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `\n\n${fence}${codeLanguage(pre)}\n${code}\n${fence}\n\n`;
};

const inlineCode: Replacement = (_content, node) => {
  // The text itself: emphasis and links would be shown as they are written.
  const code = node.textContent.replace(/\s+/g, ' ');
  if (code.trim() === '') return code;
  const fence = '`'.repeat(longestRun(code) + 1);
  const pad = /^`|`$/.test(code) ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
};

const inTable = (node: DomElement): boolean =>
  ancestorOf(node, ({ localName }) => localName === 'td' || localName === 'th') !== null;

/** A cell's markdown on one line: GFM cells hold no blocks. */
const cellText = (content: string): string =>
  content
    .trim()
    .replace(/ *\n[\s]*\n */g, '<br>')
    .replace(/ *\n */g, ' ')
    .replace(/(?<!\\)\|/g, '\\|');

const linkText = (content: string): string => content.trim().replace(/\s*\n\s*/g, ' ');

const destination = (url: string): string => url.replace(/[\s<>()]/g, (found) => encodeURIComponent(found).replace(/[()]/g, (c) => `\\${c}`));

const link: Replacement = (content, node) => {
  const text = linkText(content);
  const url = node.getAttribute('href') ?? '';
  return text === '' || url === '' ? text : `[${text}](${destination(url)})`;
};

const image: Replacement = (_content, node) => {
  const alt = collapsed(node.getAttribute('alt') ?? '').replace(/[[\]]/g, '\\$&');
  return `![${alt}](${destination(node.getAttribute('src') ?? '')})`;
};

const checkbox: Replacement = (_content, node) => {
  if (ancestorOf(node, ({ localName }) => localName === 'li') === null) return '';
  return node.hasAttribute('checked') ? '[x] ' : '[ ] ';
};

const listItem: Replacement = (content, node) => {
  const list = node.parentNode;
  const index = list === null ? 0 : list.childNodes.filter(isElement).indexOf(node);
  const start = Number.parseInt(list?.getAttribute('start') ?? '1', 10);
  const marker = list?.localName === 'ol' ? `${(Number.isNaN(start) ? 1 : start) + index}. ` : '- ';
  const text = content.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`);
  return `${marker}${text}${node.nextSibling === null ? '' : '\n'}`;
};

const heading: Replacement = (content, node) => {
  const text = linkText(content);
  if (text === '') return '\n\n';
  return inTable(node) ? `**${text}**` : `\n\n${'#'.repeat(Number(node.localName.slice(1)))} ${text}\n\n`;
};

/** Texts of cells, by the cell: a table is written after its cells were. */
const table =
  (texts: WeakMap<DomElement, string>): Replacement =>
  (content, node) => {
    if (isLayoutTable(node)) return block(content);
    const caption = node.childNodes.filter(isElement).find(({ localName }) => localName === 'caption');
    const title = caption === undefined ? '' : `${collapsed(caption.textContent)}\n\n`;
    const rows = rowsOf(node).map((row) => cellsOf(row).map((cell) => cellOf(cell, texts.get(cell) ?? '')));
    // A table inside a cell has to be one line: its cells in order.
    if (inTable(node)) return rows.map((row) => row.map(({ text }) => text).join(' ')).join('\n\n');
    return block(title + markdownTable(rows));
  };

const makeService = (): TurndownService => {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '_',
    br: '  ',
  });
  const texts = new WeakMap<DomElement, string>();
  const cell: Replacement = (content, node) => {
    texts.set(node, cellText(content));
    return block(content);
  };
  service.addRule('heading', rule(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], heading));
  service.addRule('listItem', rule('li', listItem));
  service.addRule('link', rule('a', link));
  service.addRule('image', rule('img', image));
  service.addRule('inlineCode', rule(['code', 'kbd', 'samp', 'tt'], inlineCode));
  service.addRule('codeBlock', rule('pre', codeBlock));
  service.addRule('strikethrough', rule(['del', 's', 'strike'], (content) => (content.trim() === '' ? '' : `~~${content.trim()}~~`)));
  service.addRule('checkbox', rule('input', checkbox));
  service.addRule('term', rule('dt', (content) => block(`**${linkText(content).replace(/\*\*/g, '')}**`)));
  service.addRule('definition', rule('dd', (content) => block(content)));
  service.addRule('subscript', rule('sub', (content) => (content === '' ? '' : `<sub>${content}</sub>`)));
  service.addRule('superscript', rule('sup', (content) => (content === '' ? '' : `<sup>${content}</sup>`)));
  service.addRule('cell', rule(['td', 'th'], cell));
  service.addRule('row', rule(['tr', 'thead', 'tbody', 'tfoot'], (content) => content));
  service.addRule('table', rule('table', table(texts)));
  service.addRule('caption', rule('caption', (content) => block(content)));
  return service;
};

const service = makeService();

const fencePattern = /^ *(`{3,})/;

/** Spaces at line ends and more than one empty line go, except in fenced code. A hard break keeps its two spaces. */
const tidy = (markdown: string): string => {
  const lines: string[] = [];
  let fence = '';
  for (const line of markdown.replace(/\u00a0/g, ' ').split('\n')) {
    const found = fencePattern.exec(line)?.[1] ?? '';
    const wasOpen = fence !== '';
    if (!wasOpen) fence = found;
    else if (found.length >= fence.length && line.trim() === found) fence = '';
    const isBreak = /\S {2,}$/.test(line);
    const text = wasOpen ? line : `${line.trimEnd()}${isBreak ? '  ' : ''}`;
    if (wasOpen || text !== '' || (lines.at(-1) ?? '') !== '') lines.push(text);
  }
  return lines.join('\n').trim();
};

/** Markdown of a node whose links are absolute. Uses the node up: turndown would work on a copy of it. */
export const markdownOf = (node: DomElement): string => {
  Object.defineProperty(node, 'cloneNode', { value: () => node, configurable: true });
  return tidy(service.turndown(node as never));
};
