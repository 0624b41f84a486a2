import { expect, test } from 'vitest';
import { nameUpload, uploadUrl } from './upload-place.ts';

const url = uploadUrl('5'.repeat(64), "mayor's minutes (1).pdf");
const folder = url.slice(0, url.lastIndexOf('/') + 1);

test('an answer about a file that was sent names it as its sender does, and keeps its relative links so', () => {
  const answer = {
    success: false,
    error: `Cannot read ${url}: its PDF is broken`,
    data: {
      markdown: `[next](${folder}next.html) [top](https://upload.invalid/top) [part](${url}#part)`,
      rawHtml: '<a href="https://upload.invalid/x">as it was sent</a>',
      links: [`${folder}next.html`, 'https://example.com/'],
      metadata: { url, warning: `${url} has no text`, numbers: [1, null, true] },
    },
  };
  expect(nameUpload(answer, url)).toEqual({
    success: false,
    error: "Cannot read mayor's minutes (1).pdf: its PDF is broken",
    data: {
      markdown: "[next](next.html) [top](/top) [part](mayor's%20minutes%20(1).pdf#part)",
      rawHtml: answer.data.rawHtml,
      links: ['next.html', 'https://example.com/'],
      metadata: {
        url: "mayor's minutes (1).pdf",
        warning: "mayor's minutes (1).pdf has no text",
        numbers: [1, null, true],
      },
    },
  });
});

test('an answer about any other page is left as it is', () => {
  const answer = { error: `it links to ${url}` };
  for (const other of ['https://example.com/', 'https://upload.invalid/short/a.txt'])
    expect(nameUpload(answer, other)).toBe(answer);
});
