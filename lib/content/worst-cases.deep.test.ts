import { expect, test } from 'vitest';
import { cpuMs } from '../../test/harness/cpu-time.ts';
import { limits } from '../limits.ts';
import { readPage, type PageRead } from './read-page.ts';
import { worstCases } from './worst-cases.fixture.ts';

const read = (html: string): PageRead =>
  readPage({
    html,
    url: 'https://a.test/',
    options: {
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: true,
      wantHtml: true,
    },
  });

/** CPU time: what else the machine does does not count. */
const milliseconds = (html: string): number => {
  const start = process.cpuUsage();
  expect(read(html).kind).toBe('read');
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
};

const small = 40_000;
const growth = 8;

test.each(Object.entries(worstCases))(
  'time grows with the size of the page, not with its square: %s',
  (_name, page) => {
    // The first reading is for the compiler.
    milliseconds(page(small));
    const before = Math.min(milliseconds(page(small)), milliseconds(page(small)));
    const after = Math.min(milliseconds(page(growth * small)), milliseconds(page(growth * small)));
    // Eight times the page in eight times the time, and as much again for a busy machine; the square would be 64 times.
    expect(after / Math.max(before, 25)).toBeLessThan(4 * growth);
  },
);

test.each(['unclosed tables', 'nested tables', 'cells that span everything', 'related headings'])(
  'nor does a megabyte take longer in a page of several: %s',
  (name) => {
    const page = worstCases[name];
    if (page === undefined) throw new Error(`no such case: ${name}`);
    const before = Math.min(milliseconds(page(1_000_000)), milliseconds(page(1_000_000)));
    // Collecting a larger heap costs more, a third as a rule; a step that looks at everything for each table, ten times as much.
    expect(milliseconds(page(4_000_000)) / 4 / before).toBeLessThan(2);
  },
);

test('a page of more nodes than are read is refused by name, at once', () => {
  const start = cpuMs();
  const page = read('<b>'.repeat(limits.domNodesMax + 1));
  expect(page).toMatchObject({ kind: 'refused', failure: { code: 'CONTENT_TOO_COMPLEX' } });
  expect(cpuMs() - start).toBeLessThan(10_000);
});

test('a body of half a million elements is read', () => {
  expect(read(`<body>${'<p>x'.repeat(500_000)}`).kind).toBe('read');
});

test('what is nested deeper than the tree may be is read as siblings', () => {
  const words = Array.from({ length: 3 * limits.domDepthMax }, (_, at) => `word${at}`);
  const page = read(words.map((word) => `<div>${word} `).join(''));
  if (page.kind === 'refused') throw new Error(page.failure.message);
  for (const word of words) expect(page.content.markdown).toContain(word);
});
