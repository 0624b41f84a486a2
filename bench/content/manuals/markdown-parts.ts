import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { readLetters } from './letters.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root['children'][number];

/** Markdown, parsed again by a CommonMark and GFM parser that is not ours. */
export interface MarkdownParts {
  /** Letters and digits of all of it. */
  readonly text: string;
  /** How often each unit stands in it: blocks, lines, rows, cells, and what is marked as one. */
  readonly units: ReadonlyMap<string, number>;
  /** Units that show what kind they are. */
  readonly asCode: ReadonlyMap<string, number>;
  readonly asHeading: ReadonlyMap<string, number>;
  /** The smallest blocks, with their words. */
  readonly blocks: readonly string[];
}

/** A mark of a footnote, and a picture, whose words stand in no text of the page. */
const isMark = (node: Nodes): boolean =>
  node.type === 'footnoteReference' ||
  node.type === 'image' ||
  (node.type === 'link' &&
    /^\[?[\d*†‡]{1,3}\]?$/.test(textOf(node).trim()) &&
    /#(?:.*(?:fn|ftn|foot|note|cite)|id\d)/i.test(node.url));

const textOf = (node: Nodes): string => {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') return node.value;
  // Of inline HTML only the tags are no text.
  if (node.type === 'html') return node.value.replace(/<[^>]*>/g, ' ');
  if (node.type === 'break') return '\n';
  if (!('children' in node)) return '';
  return node.children.map((child) => (isMark(child) ? '' : textOf(child))).join('');
};

const units = new Set([
  'paragraph',
  'heading',
  'code',
  'tableRow',
  'tableCell',
  'strong',
  'emphasis',
  'link',
  'inlineCode',
  'listItem',
]);
const leaves = new Set(['paragraph', 'heading', 'code', 'tableCell', 'html']);

const count = (counts: Map<string, number>, key: string): void => {
  if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** Lines of a cell or a paragraph, which an HTML break parts. */
const linesOf = (node: Nodes): string[] => {
  const marked = 'children' in node ? node.children : [];
  let line = '';
  const lines: string[] = [];
  for (const child of marked) {
    if (child.type === 'break' || (child.type === 'html' && child.value.startsWith('<br'))) {
      lines.push(line);
      line = '';
    } else if (!isMark(child)) line += textOf(child);
  }
  return [...lines, line];
};

export const markdownParts = (markdown: string): MarkdownParts => {
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const found = {
    units: new Map<string, number>(),
    asCode: new Map<string, number>(),
    asHeading: new Map<string, number>(),
  };
  const blocks: string[] = [];
  const visit = (node: Nodes): void => {
    if (units.has(node.type)) count(found.units, readLetters(textOf(node)));
    if (node.type === 'code' || node.type === 'inlineCode') count(found.asCode, readLetters(textOf(node)));
    if (node.type === 'heading') count(found.asHeading, readLetters(textOf(node)));
    if (node.type === 'paragraph' || node.type === 'tableCell') {
      const lines = linesOf(node);
      if (lines.length > 1) for (const line of lines) count(found.units, readLetters(line));
    }
    if (leaves.has(node.type)) blocks.push(textOf(node));
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(root);
  return { ...found, blocks, text: readLetters(textOf(root)) };
};
