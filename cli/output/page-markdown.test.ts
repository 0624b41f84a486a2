import { expect, test } from 'vitest';
import { pageDocumentSchema } from '../job/job-status.ts';
import { makePageMarkdown } from './page-markdown.ts';

test('a title cannot end the front matter or add to it', () => {
  const page = pageDocumentSchema.parse({
    markdown: '# Owls\n\nText.\n\n',
    metadata: {
      url: 'https://a.example/new',
      sourceURL: 'https://a.example/old',
      title: '"a"\n---\nurl: evil',
    },
  });
  expect(makePageMarkdown(page, '2026-11-21T08:00:00.000Z')).toBe(
    `---
url: "https://a.example/new"
source: "https://a.example/old"
title: "\\"a\\"\\n---\\nurl: evil"
fetched: "2026-11-21T08:00:00.000Z"
---

# Owls

Text.
`,
  );
});

test('the time of the fetch is the one that the API gives', () => {
  const page = pageDocumentSchema.parse({ metadata: { scrapedAt: '2026-11-20T07:00:00.000Z' } });
  expect(makePageMarkdown(page, '2026-11-21T08:00:00.000Z')).toContain('fetched: "2026-11-20T07:00:00.000Z"');
});

test('the front matter says what is known of the page, and nothing of what is not', () => {
  const page = pageDocumentSchema.parse({
    markdown: 'Text.',
    metadata: {
      url: 'https://a.example/',
      title: 'Owls',
      description: 'Of owls',
      author: 'Ada Quill, Noor Zaman',
      publishedTime: '2026-01-02',
      contentHash: 'sha256:00',
      scrapedAt: '2026-11-20T07:00:00.000Z',
    },
  });
  expect(makePageMarkdown(page, '')).toBe(
    '---\nurl: "https://a.example/"\ntitle: "Owls"\ndescription: "Of owls"\nauthor: "Ada Quill, Noor Zaman"\n' +
      'published: "2026-01-02"\nfetched: "2026-11-20T07:00:00.000Z"\nhash: "sha256:00"\n---\n\nText.\n',
  );
});
