import type { PdfBlock } from '../../fetch/pdf/pdf-block.ts';
import type { PdfPageText } from '../../fetch/pdf/pdf-text.ts';
import { fenced } from '../markdown/code-block.ts';
import { runMarkdown, type RunPlace } from '../markdown/inline-run.ts';

const written = (text: string, kind: RunPlace['kind']): string =>
  runMarkdown([text], { kind, prefix: '', hasReferences: false });

/** A paragraph that begins with a number stays an item of a numbered list. */
const paragraphMarkdown = (text: string): string => {
  const [number = ''] = /^\d{1,9}[.)] /.exec(text) ?? [];
  return number + written(text.slice(number.length), 'paragraph');
};

const cellMarkdown = (text: string): string => written(text, 'cell').replace(/\|/g, '\\|');

const tableMarkdown = (rows: readonly (readonly string[])[]): string => {
  const [first = '', ...rest] = rows.map((cells) => `| ${cells.map(cellMarkdown).join(' | ')} |`);
  return [first, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...rest].join('\n');
};

const blockMarkdown = (block: Exclude<PdfBlock, { kind: 'item' }>): string => {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${written(block.text, 'heading')}`;
    case 'paragraph':
      return paragraphMarkdown(block.text);
    case 'code':
      return fenced(block.text, '');
    case 'table':
      return tableMarkdown(block.rows);
  }
};

type Item = Extract<PdfBlock, { kind: 'item' }>;

/** Says whether a blank line stands above an item: another list begins. */
const isParted = (before: Item, { depth = 0, label }: Item): boolean => {
  const isDeeper = depth > (before.depth ?? 0);
  // Below the text of an item, a number other than 1 would go on with that text.
  if (isDeeper) return label !== undefined && !/^1\D/.test(label);
  return depth === (before.depth ?? 0) && (before.label === undefined) !== (label === undefined);
};

/** Writes blocks below each other. Items of one list have no blank lines between them, and stand below their own. */
const blocksMarkdown = (blocks: readonly PdfBlock[]): string => {
  let text = '';
  let around: { readonly depth: number; readonly width: number }[] = [];
  for (const [at, block] of blocks.entries()) {
    const before = blocks[at - 1];
    if (block.kind !== 'item') {
      text += `\n\n${blockMarkdown(block)}`;
      continue;
    }
    const { depth = 0, label = '-' } = block;
    around = before?.kind === 'item' ? around.filter((one) => one.depth < depth) : [];
    const indent = ' '.repeat(around.reduce((sum, { width }) => sum + width, 0));
    around.push({ depth, width: label.length + 1 });
    const isNext = before?.kind === 'item' && !isParted(before, block);
    text += `${isNext ? '\n' : '\n\n'}${indent}${label} ${written(block.text, 'paragraph')}`;
  }
  return text;
};

/**
 * Writes the pages of a PDF as Markdown, each behind a comment with its number: `<!-- page 3 -->`. The comment of a
 * page that was scanned says so.
 */
export const pdfMarkdown = (pages: readonly PdfPageText[]): string =>
  pages
    .map(({ blocks, isScanned }, index) => {
      const note = `<!-- page ${index + 1}${isScanned ? ': pictures without text, needs OCR' : ''} -->`;
      return note + blocksMarkdown(blocks);
    })
    .join('\n\n');
