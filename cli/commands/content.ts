import type { Command } from '../command.ts';
import { linkStyleFlag } from '../options/link-style.ts';

/** `gleaner content <url|file|->` */
export const contentCommand: Command = {
  name: 'content',
  summary: 'read pages or files here, without an API, as Markdown or JSON',
  operand: '<url|file|->',
  takesMany: true,
  operandCompletes: 'file',
  needsNode24: true,
  description: `Runs the content stage alone: main content as Markdown, metadata, links and structured data of web
pages and files. HTML, PDF, feeds, plain text, JSON and XML are read; files may be gzipped. "-" is
standard input.`,
  options: {
    json: {
      type: 'boolean',
      help: 'print one JSON object per page: title, markdown, text, metadata, links, images, structuredData',
    },
    explain: {
      type: 'boolean',
      help: 'print what each pass removed and why, instead of the Markdown, or beside it with --json',
    },
    compare: {
      type: 'boolean',
      help: 'print the whole page; mark and colour what the main content leaves out',
    },
    whole: { type: 'boolean', help: 'print the whole page, not only its main content' },
    'no-images': { type: 'boolean', help: 'Markdown without images' },
    'link-style': linkStyleFlag,
    without: { type: 'string', value: 'NAMES', help: 'passes to leave out, separated by commas' },
    'include-tags': { type: 'string', value: 'SELECTORS', help: 'keep only what these CSS selectors match' },
    'exclude-tags': { type: 'string', value: 'SELECTORS', help: 'leave out what these CSS selectors match' },
    'base-url': { type: 'string', value: 'URL', help: "where a file's relative links start" },
    help: { type: 'boolean', help: 'show this help' },
  },
  clashes: [
    { options: ['explain', 'json'], beside: ['compare'], why: 'each prints the page in a form of its own' },
    {
      options: ['whole'],
      beside: ['compare'],
      why: '--compare prints the whole page beside its main content',
    },
  ],
  examples: [
    ['Read a page', 'npx gleaner content https://example.com'],
    ['See why something is missing', 'npx gleaner content page.html --explain'],
    ['See all of a page beside its main content', 'npx gleaner content page.html --compare'],
    ['Read many files into JSON Lines', 'npx gleaner content pages/*.html.gz --json > pages.jsonl'],
  ],
  run: async (_operand, values, operands) => {
    const { printContent } = await import('../output/print-content.ts');
    return await printContent(operands, values);
  },
};
