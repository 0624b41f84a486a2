import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seedsOfRun } from '../../test/slices/slices.ts';
import { countWork } from './counted-work.fixture.ts';
import { mutateHtml, randomFrom, randomHtml } from './dom/random-page.fixture.ts';
import { readPage } from './read-page.ts';

const folder = join(import.meta.dirname, '..', '..', 'test', 'golden');
const golden = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));

const [runs, documentsOfRun] = [50, 2_000] as const;

/** Characters of a part of a page: most documents are small, so that there are many. */
const partCharacters = 1_500;

/** Mostly parts of pages with mistakes put in, and trees of random tags; whole pages among them. */
const documentFrom = (random: () => number): string => {
  const kind = random();
  if (kind < 0.5) return randomHtml(random, 5 + Math.floor(random() * 80));
  const page = golden[Math.floor(random() * golden.length)] ?? '';
  if (kind > 0.98) return mutateHtml(random, page);
  const from = Math.floor(random() * page.length);
  const body = mutateHtml(random, page.slice(from, from + partCharacters));
  return random() < 0.5 ? body : `<title>A page</title><main><h1>A page</h1>${body}</main>`;
};

const optionsFrom = (random: () => number): Parameters<typeof readPage>[0]['options'] => ({
  onlyMainContent: random() < 0.8,
  includeTags: random() < 0.05 ? ['main', '.post'] : [],
  excludeTags: random() < 0.05 ? ['p > a'] : [],
  removeBase64Images: true,
  wantHtml: random() < 0.2,
});

/**
 * Steps at most: five times what the dearest of 15,000 documents took, which was 2,000 and 7.4 for each of its
 * characters.
 */
const stepsMax = (html: string): number => 10_000 + 37 * html.length;
/** Characters of Markdown for one of the page: addresses of links become absolute, and nested lists are indented. */
const markdownMax = (html: string): number => 2_000 + 10 * html.length;

/** Whatever a step throws is a warning that begins with what is missing for it. */
const thrown = / \((?:\w+: .*|undefined|object|string|number)\)$/s;

test.each(seedsOfRun(0, runs))(
  'whatever stands in a document, no step throws and none does more work than its size allows: seeds of run %i',
  (run) => {
    for (let at = 0; at < documentsOfRun; at += 1) {
      const seed = run * documentsOfRun + at;
      const random = randomFrom(seed);
      const html = documentFrom(random);
      const options = optionsFrom(random);
      const { result, steps } = countWork(() => readPage({ html, url: 'https://a.test/b/c.html', options }));
      const warnings =
        result.kind === 'read' ? result.content.warnings.filter((one) => thrown.test(one)) : ['refused'];
      const markdown = result.kind === 'read' ? result.content.markdown.length : 0;
      if (warnings.length > 0 || steps > stepsMax(html) || markdown > markdownMax(html))
        expect.fail(
          `seed ${seed}: ${warnings.join('; ')} ${steps} steps, ${markdown} characters of ${html.length}`,
        );
    }
  },
);
