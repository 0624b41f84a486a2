import type { PdfBlock, PdfPageText } from '../../fetch/pdf/pdf-text.ts';
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

const blockMarkdown = (block: PdfBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${written(block.text, 'heading')}`;
    case 'paragraph':
      return paragraphMarkdown(block.text);
    case 'item':
      return `${'  '.repeat(block.depth ?? 0)}- ${written(block.text, 'paragraph')}`;
    case 'table':
      return tableMarkdown(block.rows);
  }
};

/** Writes blocks below each other; items of one list have no blank lines between them. */
const blocksMarkdown = (blocks: readonly PdfBlock[]): string =>
  blocks
    .map((block, at) => {
      const isNextItem = block.kind === 'item' && blocks[at - 1]?.kind === 'item';
      return `${isNextItem ? '\n' : '\n\n'}${blockMarkdown(block)}`;
    })
    .join('');

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
