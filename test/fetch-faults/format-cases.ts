import { makePdf } from '../../lib/fetch/make-pdf.fixture.ts';
import { html, textReply, type CaseRun, type FaultCase } from './fault-case.ts';

const formatCase = (one: Omit<FaultCase, 'area'>): FaultCase => ({ area: 'formats', kind: 'scrape', ...one });

const markdownOf = async ({ envelope }: CaseRun): Promise<Record<string, unknown>> => {
  const { content, page_metadata: page } = await envelope('/');
  return { body: content.body, format: content.format, title: page.title };
};

const words = 'A sentence of some words on a page of a file.';

export const formatCases: readonly FaultCase[] = [
  formatCase({
    title: 'a PDF is read page by page, known by its bytes',
    replies: {
      '/': textReply(
        makePdf([[[words, 12]], [['And more.', 12]]], { info: { Title: 'A file' } }),
        'text/html',
      ),
    },
    pages: { '/': 'done' },
    facts: markdownOf,
    expected: {
      body: `<!-- page 1 -->\n\n${words}\n\n<!-- page 2 -->\n\nAnd more.`,
      format: 'pdf_text',
      title: 'A file',
    },
  }),
  formatCase({
    title: 'a crawl goes on with the links of a PDF',
    kind: 'crawl',
    replies: {
      '/': html('Home', ['/file.pdf']),
      '/file.pdf': ({ origin }) =>
        textReply(makePdf([[[words, 12]]], { link: `${origin}/next` }), 'application/pdf'),
      '/next': html('Next'),
    },
    pages: { '/': 'done', '/file.pdf': 'done', '/next': 'done' },
  }),
  formatCase({
    title: 'a scanned PDF says that it needs OCR',
    replies: { '/': textReply(makePdf(['picture', 'picture']), 'application/pdf') },
    pages: { '/': 'failed PDF_NEEDS_OCR' },
  }),
  formatCase({
    title: 'a broken PDF is unreadable',
    replies: { '/': textReply('%PDF-1.7\nnothing of the kind', 'application/pdf') },
    pages: { '/': 'failed CONTENT_UNREADABLE' },
  }),
  formatCase({
    title: 'a page of HTML that calls itself a PDF is a page',
    replies: { '/': { ...html('Viewer', [], words), headers: { 'content-type': 'application/pdf' } } },
    pages: { '/': 'done' },
    facts: async (run) => ({ found: String((await markdownOf(run))['body']).includes(words) }),
    expected: { found: true },
  }),
  formatCase({
    title: 'plain text is itself',
    replies: { '/': textReply('Line one\nLine two\n') },
    pages: { '/': 'done' },
    facts: markdownOf,
    expected: { body: 'Line one\nLine two', format: 'markdown', title: null },
  }),
  formatCase({
    title: 'JSON is a block of code',
    replies: { '/': textReply('{"a":[1,2]}', 'application/json') },
    pages: { '/': 'done' },
    facts: async (run) => ({
      fenced: /^```json\n[\s\S]*\n```$/.test(String((await markdownOf(run))['body'])),
    }),
    expected: { fenced: true },
  }),
  formatCase({
    title: 'XML is a block of code, and its entities stay what they are',
    replies: {
      '/': textReply(
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        'application/xml',
      ),
    },
    pages: { '/': 'done' },
    facts: async (run) => {
      const body = String((await markdownOf(run))['body']);
      return {
        fenced: body.startsWith('```xml'),
        entity: body.includes('&x;'),
        leak: body.includes('root:'),
      };
    },
    expected: { fenced: true, entity: true, leak: false },
  }),
  formatCase({
    title: 'a feed is its items, and a crawl follows them',
    kind: 'crawl',
    replies: {
      '/': textReply(
        '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>One</title>' +
          '<link>/one</link><description>&lt;p&gt;About one.&lt;/p&gt;</description></item></channel></rss>',
        'text/html',
      ),
      '/one': html('One'),
    },
    pages: { '/': 'done', '/one': 'done' },
    facts: async (run) => {
      const { body, title } = await markdownOf(run);
      return { body: String(body).replaceAll(run.names.origin, ''), title };
    },
    expected: { body: '# News\n\n## [One](/one)\n\nAbout one.', title: 'News' },
  }),
];
