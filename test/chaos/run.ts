/**
 * Crawls a generated web on this machine's whole stack while a saboteur kills a worker with `kill -9` every second,
 * doubles messages, and the table throttles, refuses transactions and loses answers.
 *
 *   npm run chaos -- --minutes 10 [--pages 3000] [--hosts 40] [--delay 0.5]
 *
 * One crawl after the other until the minutes are over; each must end with every page once, and no host asked
 * faster than its delay. Ends with 1 if one did not.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandArguments, refuseArguments } from '../command-line/command-arguments.ts';
import { localAccount } from '../../local/template/intrinsics.ts';
import { launch } from '../../local/launch.ts';
import { startDynoxide } from '../../local/runtime/start-dynoxide.ts';
import { serveGeneratedWeb } from './generated-web.ts';
import { judgeCrawl, type Verdict } from './judge-crawl.ts';
import { startSaboteur } from './saboteur.ts';
import { startThrottlingTable } from './throttling-table.ts';

const { values } = commandArguments('npm run chaos', {
  options: {
    minutes: { type: 'string', default: '3' },
    pages: { type: 'string', default: '3000' },
    hosts: { type: 'string', default: '40' },
    delay: { type: 'string', default: '0.5' },
  },
});
const number = (name: keyof typeof values, least: number, most: number): number => {
  const value = Number(values[name]);
  if (value >= least && value <= most) return value;
  refuseArguments(`--${name} ${values[name]}: expected a number from ${least} to ${most}`);
};
const minutes = number('minutes', 0.1, 600);
const pages = number('pages', 1, 100_000);
const hosts = number('hosts', 1, 200);
const delaySeconds = number('delay', 0, 60);

/**
 * What may be missing of a distance on arrival. Requests leave at least the delay apart; a machine that is busy may
 * stop a sender between its last look at the clock and the write. The web's own lateness is not in it
 * (`arrival-clock.ts`).
 */
const allowedMs = 50;
/** A crawl that takes longer than this once nobody disturbs it any more is stuck. */
const patienceMs = 15 * 60_000;

const folder = await mkdtemp(join(tmpdir(), 'gleaner-chaos-'));
const dataDir = join(folder, 'stack');
// Not the stack's own: a stack ends what it finds running in its folder.
const tableDir = join(folder, 'table');
await mkdir(join(tableDir, 'logs'), { recursive: true });
const web = await serveGeneratedWeb(pages, hosts);
const store = await startDynoxide(tableDir);
const table = await startThrottlingTable(store.url, { throttle: 0.04, conflict: 0.04, loseAnswer: 0.01 });
const gleaner = await launch({
  dataDir,
  options: { delaySeconds, allow: [`127.0.0.0/8:${web.port}`], environment: 'development' },
  dynamodb: table.url,
  quiet: true,
});
const headers = { authorization: `Bearer ${gleaner.key}`, 'content-type': 'application/json' };
const queueUrl = `${gleaner.endpoints.cloud}/${localAccount}/fetch-normal`;
const tableName = gleaner.plan.tables[0]?.name ?? '';

/** The API under sabotage is asked again until it answers. */
const ask = async (
  path: string,
  options: { method?: string; body?: string; token?: string } = {},
): Promise<Record<string, unknown>> => {
  for (;;) {
    try {
      const response = await fetch(`${gleaner.url}${path}`, {
        ...(options.method === undefined ? {} : { method: options.method }),
        ...(options.body === undefined ? {} : { body: options.body }),
        headers: {
          ...headers,
          ...(options.token === undefined ? {} : { 'x-idempotency-key': options.token }),
        },
      });
      if (response.ok) return (await response.json()) as Record<string, unknown>;
    } catch {
      // A worker died with our request.
    }
    await pause(250);
  }
};

const crawl = async (round: number, until: number): Promise<Verdict> => {
  web.forget();
  const saboteur = startSaboteur(dataDir, queueUrl, gleaner.credentials);
  let calmAt = 0;
  const { id } = await ask('/v2/crawl', {
    method: 'POST',
    token: `chaos-${round}`,
    body: JSON.stringify({ url: web.start, limit: pages + 10, allowExternalLinks: true }),
  });
  for (;;) {
    const status = await ask(`/v2/crawl/${String(id)}?limit=0`);
    if (status['status'] !== 'scraping') break;
    if (calmAt === 0 && Date.now() > until) {
      calmAt = Date.now();
      await saboteur.stop();
      table.calm();
    }
    if (calmAt !== 0 && Date.now() > calmAt + patienceMs) break;
    await pause(500);
  }
  await saboteur.stop();
  process.stdout.write(
    `crawl ${round}: ${saboteur.done.kills} kills, ${saboteur.done.doubled} messages doubled\n`,
  );
  return await judgeCrawl(
    { url: gleaner.url, key: gleaner.key, dynamodb: store.url, tableName },
    web,
    String(id),
  );
};

const isWell = (verdict: Verdict): boolean =>
  verdict.lost.length + verdict.double.length === 0 &&
  !verdict.stuck &&
  verdict.disagreement === null &&
  verdict.smallestGapMs >= delaySeconds * 1_000 - allowedMs;

let failed = 0;
try {
  const until = Date.now() + minutes * 60_000;
  for (let round = 1; round === 1 || Date.now() < until; round += 1) {
    const began = Date.now();
    const verdict = await crawl(round, until);
    if (!isWell(verdict)) failed += 1;
    const { lost, double, stuck, smallestGapMs, gapAt } = verdict;
    process.stdout.write(
      `crawl ${round}: ${verdict.pages} of ${pages} pages in ${Math.round((Date.now() - began) / 1_000)} ` +
        `s: ${lost.length} lost, ${double.length} double, ` +
        `${stuck ? 1 : 0} stuck; ${verdict.requests} requests, ${verdict.requestsTwice} pages asked for ` +
        `more than once; smallest gap ${smallestGapMs} ms (wanted ${delaySeconds * 1_000})\n`,
    );
    if (verdict.disagreement !== null) process.stdout.write(`  counters: ${verdict.disagreement}\n`);
    for (const url of [...lost, ...double].slice(0, 10)) process.stdout.write(`  ${url}\n`);
    if (!isWell(verdict) && smallestGapMs < delaySeconds * 1_000 - allowedMs)
      process.stdout.write(`  ${gapAt}\n`);
  }
  const { calls, throttled, conflicts, lost } = table.tally;
  process.stdout.write(
    `table: ${calls} calls, ${throttled} throttled, ${conflicts} conflicts, ${lost} answers lost\n`,
  );
} finally {
  await gleaner.stop();
  await table.close();
  await store.stop();
  await web.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(failed > 0 ? 1 : 0);
