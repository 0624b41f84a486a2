import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveHostileSite, type HostileSite } from '../../test/harness/hostile-site.ts';
import { completeScrapeOptions } from '../request/scrape-options.ts';
import { parseOpenRange } from './http/address.ts';
import { guardedDial } from './http/guarded-connect.ts';
import { renderInBrowser } from './browser/render-in-browser.ts';
import { unpackBrowser } from './browser/unpack-browser.ts';

/** A few of what `bench/fetch/leaks.ts` does hundreds of times. */
let site: HostileSite;
const unpackedIn = tmpdir();
const temporary = mkdtempSync(join(unpackedIn, 'gleaner-left-'));
process.env['TMPDIR'] = temporary;

beforeAll(async () => {
  site = await serveHostileSite(temporary);
});

afterAll(async () => {
  await site.close();
  rmSync(temporary, { recursive: true, force: true });
});

const descriptors = (): number => readdirSync('/proc/self/fd').length;
const browsers = (): string[] =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('/chromium ') && line.includes(temporary));

/** Ends by their deadline alone; what ends by itself has time enough on a busy machine. */
const endless = new Set(['endless loop', 'never answers']);

const render = async (kind: string): Promise<string> => {
  const timeoutMs = endless.has(kind) ? 2_500 : 30_000;
  const outcome = await renderInBrowser(
    {
      unpack: () => unpackBrowser(unpackedIn),
      dial: guardedDial({ open: [parseOpenRange(site.allow) ?? expect.fail()] }),
      temporary,
      userAgent: 'Gleaner/test',
    },
    { url: `${site.origin}${site.paths[kind] ?? expect.fail(kind)}`, timeoutMs },
    completeScrapeOptions({}),
    { checkHop: async () => ({ ok: true }), now: Date.now },
  );
  return outcome.kind === 'failed' ? outcome.failure.code : 'shown';
};

test('whatever a page does, no process, file or connection of its browser is left', async () => {
  await render('plain');
  await expect.poll(browsers).toEqual([]);
  const before = descriptors();
  const ends: Record<string, string> = {};
  for (const kind of [
    'form',
    'endless loop',
    'dialogs',
    'popups',
    'workers',
    'sockets',
    'download',
    'never answers',
    'crash',
    'memory without end',
    'memory at once',
  ])
    ends[kind] = await render(kind);
  expect(ends).toMatchObject({
    'endless loop': 'TIMEOUT',
    'never answers': 'TIMEOUT',
    crash: 'BROWSER_CRASHED',
  });
  await expect.poll(browsers).toEqual([]);
  await expect.poll(() => readdirSync(temporary)).toEqual([]);
  await expect.poll(descriptors).toBeLessThanOrEqual(before);
});
