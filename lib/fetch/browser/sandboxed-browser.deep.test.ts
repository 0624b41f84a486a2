import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlPage, serveSite, type TestSite } from '../../../test/harness/serve-site.ts';
import { completeScrapeOptions } from '../../request/scrape-options.ts';
import { guardedDial } from '../http/guarded-connect.ts';
import { parseOpenRange } from '../http/address.ts';
import { probeBrowserSandbox, type BrowserSandbox } from './browser-sandbox.ts';
import { renderInBrowser } from './render-in-browser.ts';
import { unpackBrowser } from './unpack-browser.ts';

/** What one process of a browser may, read while it shows a page. */
interface Seen {
  readonly kind: string;
  /** Its system calls are filtered (proc(5), `Seccomp`). */
  readonly isFiltered: boolean;
  /** It has process numbers of its own besides ours (`NSpid`), so it knows no process of ours. */
  readonly isApart: boolean;
}

const temporary = mkdtempSync(join(tmpdir(), 'gleaner-sandboxed-'));
let site: TestSite;
let seen: Seen[] = [];

/** Processes of Chromium that this one has started, and those that they have. */
const lookAtProcesses = (): Seen[] => {
  const all = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const word = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
      return [{ pid, parent: word('PPid'), seccomp: word('Seccomp'), numbers: word('NSpid'), line }];
    } catch {
      // It has ended.
      return [];
    }
  });
  const below = (parent: string): typeof all =>
    all.flatMap((each) => (each.parent === parent ? [each, ...below(each.pid)] : []));
  return below(String(process.pid))
    .filter(({ line }) => /\/chromium[\0 ]/.test(line))
    .map(({ line, seccomp, numbers }) => ({
      kind: /--type=([\w-]+)/.exec(line)?.[1] ?? 'browser',
      isFiltered: seccomp === '2',
      isApart: numbers.split('\t').length > 1,
    }));
};

beforeAll(async () => {
  site = await serveSite((path, response) => {
    if (path === '/seen') seen = lookAtProcesses();
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(path === '/' ? `${htmlPage('Home', [])}<script>fetch('/seen')</script>` : 'seen');
  });
});
afterAll(async () => {
  await site.close();
  rmSync(temporary, { recursive: true, force: true });
});

const render = async (sandbox: BrowserSandbox | null) => {
  seen = [];
  return await renderInBrowser(
    {
      unpack: async () => ({
        ...(await unpackBrowser(tmpdir())),
        ...(sandbox === null ? {} : { sandbox }),
      }),
      dial: guardedDial({ open: [parseOpenRange(site.allow) ?? expect.fail()] }),
      temporary,
      userAgent: 'Gleaner',
    },
    { url: `${site.origin}/`, timeoutMs: 60_000 },
    completeScrapeOptions({}),
    { checkHop: async () => await Promise.resolve({ ok: true }), now: Date.now },
  );
};

const sandbox = await probeBrowserSandbox();

describe.skipIf(sandbox === null)('where the system allows it', () => {
  test('what shows a page is kept apart from other processes, and its system calls are filtered', async () => {
    expect(await render(sandbox)).toMatchObject({ kind: 'response', status: 200 });
    const renderers = seen.filter(({ kind }) => kind === 'renderer');
    expect(renderers.length).toBeGreaterThan(0);
    expect(renderers.every(({ isFiltered, isApart }) => isFiltered && isApart)).toBe(true);
  });
});

test('without it Chromium is one process, and nothing is said to be kept apart', async () => {
  expect(await render(null)).toMatchObject({ kind: 'response', status: 200 });
  expect(seen).toEqual([{ kind: 'browser', isFiltered: false, isApart: false }]);
});

test('nothing is left of either', () => {
  expect(lookAtProcesses()).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});
