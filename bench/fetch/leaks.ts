import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveHostileSite } from '../../test/harness/hostile-site.ts';
import { parseOpenRange } from '../../lib/fetch/http/address.ts';
import { guardedDial } from '../../lib/fetch/http/guarded-connect.ts';
import { renderInBrowser } from '../../lib/fetch/browser/render-in-browser.ts';
import { unpackBrowser } from '../../lib/fetch/browser/unpack-browser.ts';
import { completeScrapeOptions } from '../../lib/request/scrape-options.ts';

/**
 * Renders many pages in one process, harmless and hostile ones, and prints what is left of them as it goes:
 * processes, files, open descriptors, memory. Fails when anything is.
 *
 *   node --expose-gc bench/fetch/leaks.ts [pages]
 */

/** Of a hundred pages, how many do what. */
const shares: Readonly<Record<string, number>> = {
  plain: 30,
  form: 8,
  'script-built': 24,
  'endless loop': 4,
  'endless loop, later': 2,
  dialogs: 4,
  popups: 4,
  polling: 3,
  reloads: 2,
  workers: 3,
  sockets: 3,
  'many elements': 3,
  download: 4,
  'never answers': 2,
  'never ends': 1,
  crash: 3,
};

/** Milliseconds for a page: enough for what ends, so that what does not costs the run little. */
const pageMs = 4_000;
const pagesPerLine = 25;

const unpackedIn = tmpdir();
const temporary = mkdtempSync(join(unpackedIn, 'gleaner-leaks-'));
// Where Playwright makes its profiles.
process.env['TMPDIR'] = temporary;
const unpacked = await unpackBrowser(unpackedIn);
const site = await serveHostileSite(temporary);

/** Processes below this one, by their command. */
const children = (): string[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return parent === process.pid || command.includes(temporary) ? [`${name} ${command.slice(0, 80)}`] : [];
    } catch {
      return [];
    }
  });

const descriptors = (): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) !== '';
    } catch {
      return false;
    }
  }).length;

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);

interface Left {
  readonly pages: number;
  readonly processes: number;
  readonly files: number;
  readonly descriptors: number;
  readonly rssMb: number;
  readonly heapMb: number;
}

const measure = async (pages: number): Promise<Left> => {
  // Sockets that were destroyed close in the next rounds of the loop.
  await sleep(300);
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return {
    pages,
    processes: children().length,
    files: readdirSync(temporary).length,
    descriptors: descriptors(),
    rssMb: megabytes(rss),
    heapMb: megabytes(heapUsed),
  };
};

const wanted = Number(process.argv[2] ?? 500);
const cycle = Object.entries(shares).flatMap(([name, share]) => Array.from({ length: share }, () => name));
/** A step that has no divisor with 100 visits every entry of the cycle once, kinds mixed. */
const kindAt = (page: number): string => cycle[(page * 37) % cycle.length] ?? 'plain';

const ends = new Map<string, number>();
const lines: Left[] = [];
const began = performance.now();
for (let page = 0; page < wanted; page += 1) {
  const kind = kindAt(page);
  const outcome = await renderInBrowser(
    {
      unpack: async () => await Promise.resolve(unpacked),
      dial: guardedDial({ open: [parseOpenRange(site.allow)].filter((range) => range !== null) }),
      temporary,
      userAgent: 'Gleaner/bench',
    },
    { url: `${site.origin}${site.paths[kind] ?? '/'}`, timeoutMs: pageMs },
    // Every tenth page is looked at as well.
    completeScrapeOptions(page % 10 === 0 ? { formats: [{ type: 'screenshot', fullPage: true }] } : {}),
    { checkHop: async () => await Promise.resolve({ ok: true }), now: Date.now },
  );
  const end = `${kind}: ${outcome.kind === 'failed' ? outcome.failure.code : 'shown'}`;
  ends.set(end, (ends.get(end) ?? 0) + 1);
  if ((page + 1) % pagesPerLine === 0) {
    lines.push(await measure(page + 1));
    console.log(JSON.stringify(lines.at(-1)));
  }
}
const seconds = (performance.now() - began) / 1_000;
await site.close();
const last = await measure(wanted);
rmSync(temporary, { recursive: true, force: true });

console.log(
  [...ends]
    .toSorted()
    .map(([end, count]) => `${String(count).padStart(4)} ${end}`)
    .join('\n'),
);
const first = lines[1] ?? lines[0] ?? last;
console.log(
  `${wanted} pages in ${seconds.toFixed(0)} s: ${last.processes} processes and ${last.files} files left, ` +
    `descriptors ${first.descriptors} → ${last.descriptors}, heap ${first.heapMb} → ${last.heapMb} MiB, ` +
    `memory ${first.rssMb} → ${last.rssMb} MiB (from page ${first.pages} on)`,
);
const leaked = last.processes + last.files > 0 || last.descriptors > first.descriptors;
process.exit(leaked ? 1 : 0);
