#!/usr/bin/env node
import * as z from 'zod';
import { bombAttacks } from '../../test/attacks/catalogue/bomb-attacks.ts';
import { documentAttacks } from '../../test/attacks/catalogue/document-attacks.ts';
import { workAttacks } from '../../test/attacks/catalogue/work-attacks.ts';
import { startTarget } from '../../test/attacks/catalogue/run-catalogue.ts';
import { htmlPage, serveSite } from '../../test/harness/serve-site.ts';

/**
 * `npm run bench:attack [-- --jobs N --rounds N]`: what one team feels while another sends all bombs of the catalogue
 * and 10,000 requests for crawls, of which a key with usual limits gets a thousand taken. Quiet and attacked rounds
 * take turns in one run on one machine, so that whatever else the machine does falls on both, and the ratio means
 * something where the times do not: the 95th percentile of a plain scrape may grow to three times what it is while
 * nobody else is there, and the first webhook of a crawl has to come within ten seconds. It begins no round after four
 * minutes, and ends within six.
 *
 * What would flatter: a quiet round that still feels the attack before it is left out; bombs that did not go off are
 * told apart, and a run of which more than a tenth did not, or without a quiet round, fails. The team scrapes one page
 * after the other, so a standstill is one time among others: the worst is printed as well.
 */
const scrapesPerRound = 12;
const bombsAtOnce = 8;
const floodsAtOnce = 4;
const ratioMax = 3;
const webhookMsMax = 10_000;
const beginsMs = 240_000;
/** An attacked round goes on until its share of crawls was asked for, and for so long at most. */
const roundMs = 30_000;
const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
};
const rounds = option('rounds', 6);
const asksPerRound = Math.ceil(option('jobs', 10_000) / rounds);
/** Crawls of one round that are taken; beyond them the flood goes on with a key that may have few open. */
const takenPerRound = Math.ceil(1_000 / rounds);

const toldAt = new Map<string, () => void>();
const receiver = await serveSite((path, response) => {
  response.end('ok');
  toldAt.get(path)?.();
});

const home = await serveSite((path, response) => {
  if (path === '/robots.txt') return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('Home', []));
});

const target = await startTarget([receiver.allow, home.allow]);
const { ask, site } = target;

/** The team that is measured. No other scrapes for it: each bomb then looks whether `stranger` is served. */
const made = await target.gleaner.invoke('manage-keys', {
  action: 'create',
  name: 'quiet',
  team: 'quiet',
  scopes: ['read', 'write'],
});
const { key: quietKey } = z.object({ key: z.string() }).parse(made.ok ? JSON.parse(made.payload) : made);

/** Milliseconds of one plain scrape of another team, asked for again until it is there, as the API says one should. */
const scrapeMs = async (): Promise<number> => {
  const began = performance.now();
  const body = { url: `${home.origin}/?${Math.random()}`, timeout: 60_000 };
  for (;;) {
    const { status, text } = await ask('POST', '/v2/scrape', { key: quietKey, body });
    if (status === 200) return performance.now() - began;
    if (status !== 408) throw new Error(`${status} ${text.slice(0, 200)}`);
  }
};

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;

/** Scrapes one after the other, so many at least, and for as long as `goesOn` says. */
const measure = async (goesOn: () => boolean = () => false): Promise<number[]> => {
  const times: number[] = [];
  while (times.length < scrapesPerRound || goesOn()) times.push(await scrapeMs());
  return times;
};

/**
 * Waits until nothing of an attack is felt any more, or for as long as a page of it may still be fetched. Returns
 * whether nothing is.
 */
const settle = async (usualMs: number): Promise<boolean> => {
  const until = performance.now() + 25_000;
  let calm = 0;
  while (calm < 3 && performance.now() < until) calm = (await scrapeMs()) < 1.5 * usualMs ? calm + 1 : 0;
  return calm === 3;
};

/** Milliseconds until the first webhook of a crawl of another team. */
const webhookMs = async (): Promise<number> => {
  const began = performance.now();
  // A path of its own: an event of the crawl before may come as late as this one's.
  const path = `/hook-${Math.random()}`;
  const first = new Promise<void>((resolve) => toldAt.set(path, resolve));
  const webhook = { url: `${receiver.origin}${path}`, events: ['started', 'page'] };
  const body = { url: `${home.origin}/`, limit: 1, webhook };
  const { status, text } = await ask('POST', '/v2/crawl', { key: quietKey, body });
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`);
  await first;
  return performance.now() - began;
};

const bombs = [...bombAttacks, ...documentAttacks, ...workAttacks];
/** Shares no divisor with how many bombs there are: each round has of all kinds, and goes on where one ended. */
const stride = 41;
const sentByGroup = new Map<string, number>();
let sent = 0;
let failed = 0;
let asked = 0;
let accepted = 0;

/**
 * Sends bombs again and again until it is told to stop. What each comes to is the catalogue's to judge; here it only
 * counts which of them could not be sent at all.
 */
const bombard = async (isOver: () => boolean): Promise<void> => {
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const attack = bombs[(sent * stride) % bombs.length];
      if (attack === undefined) return;
      sent += 1;
      sentByGroup.set(attack.group, (sentByGroup.get(attack.group) ?? 0) + 1);
      await attack.run(target).catch(() => void (failed += 1));
    }
  };
  await Promise.all(Array.from({ length: bombsAtOnce }, worker));
};

/** Asks for crawls, and answers those that were taken. */
const flood = async (round: number, isOver: () => boolean): Promise<string[]> => {
  const taken: string[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < asksPerRound && !isOver()) {
      const at = next;
      next += 1;
      asked += 1;
      const body = {
        url: `${site.origin}/${at % 2 === 0 ? 'flood' : 'never'}?${round}-${at}`,
        limit: 1,
        // Receivers that never answer, for every tenth: each holds whoever delivers for as long as it may.
        ...(at % 10 === 0 ? { webhook: { url: `${site.origin}/never`, events: ['started'] } } : {}),
      };
      const key = at < takenPerRound ? target.keys.admin : target.keys.flooding;
      const { status, text } = await ask('POST', '/v2/crawl', { key, body });
      if (status !== 200) continue;
      accepted += 1;
      taken.push(z.object({ id: z.string() }).parse(JSON.parse(text)).id);
    }
  };
  await Promise.all(Array.from({ length: floodsAtOnce }, worker));
  return taken;
};

/** One round under attack: begins when the bombs hold what they can, and leaves nothing of the attack behind. */
const attacked = async (round: number): Promise<{ times: number[]; hookMs: number }> => {
  const ending = new AbortController();
  const isOver = (): boolean => ending.signal.aborted;
  const until = performance.now() + roundMs;
  let isFlooding = true;
  const flooding = flood(round, isOver).finally(() => (isFlooding = false));
  const bombing = bombard(isOver);
  await new Promise((done) => setTimeout(done, 5_000));
  const hookMs = await webhookMs();
  const times = await measure(() => isFlooding && performance.now() < until);
  ending.abort();
  const crawls = await flooding;
  await bombing;
  const cancel = async (id: string): Promise<void> => {
    for (const key of [target.keys.admin, target.keys.flooding])
      if ((await ask('DELETE', `/v2/crawl/${id}`, { key })).status !== 404) return;
  };
  while (crawls.length > 0) await Promise.all(crawls.splice(0, floodsAtOnce).map(cancel));
  return { times, hookMs };
};

let unquiet = 0;
const quiet: number[] = [];
const loud: number[] = [];
const quietHooks: number[] = [];
const loudHooks: number[] = [];
try {
  // Until every function that is measured has a sandbox.
  for (let at = 0; at < 10; at += 1) await scrapeMs();
  await webhookMs();
  const usualMs = percentile(await measure(), 0.5);
  let done = 0;
  for (let round = 1; round <= rounds && performance.now() < beginsMs; round += 1) {
    const isQuiet = round === 1 || (await settle(usualMs));
    const before = await measure();
    const hookMs = await webhookMs();
    if (isQuiet) quietHooks.push(hookMs);
    const under = await attacked(round);
    if (isQuiet) quiet.push(...before);
    else unquiet += 1;
    loud.push(...under.times);
    loudHooks.push(under.hookMs);
    done = round;
    const [was, is] = [percentile(before, 0.5), percentile(under.times, 0.5)];
    process.stderr.write(
      `round ${round}, ${(performance.now() / 1_000).toFixed(0)} s: p50 ${was.toFixed(0)} ms quiet, ` +
        `${is.toFixed(0)} ms attacked (${under.times.length} scrapes)\n`,
    );
  }
  const row = (name: string, times: readonly number[], hooks: readonly number[]): string =>
    name.padEnd(8) +
    [
      String(times.length),
      percentile(times, 0.5).toFixed(0),
      percentile(times, 0.95).toFixed(0),
      Math.max(...times).toFixed(0),
      (Math.max(...hooks) / 1_000).toFixed(2),
    ]
      .map((cell) => cell.padStart(18))
      .join('') +
    '\n';
  const heads = ['scrapes', 'p50 ms', 'p95 ms', 'worst ms', 'worst webhook s'];
  process.stdout.write(`${''.padEnd(8)}${heads.map((it) => it.padStart(18)).join('')}\n`);
  process.stdout.write(row('quiet', quiet, quietHooks) + row('bombs', loud, loudHooks));
  const ratio = percentile(loud, 0.95) / percentile(quiet, 0.95);
  const ofMedians = percentile(loud, 0.5) / percentile(quiet, 0.5);
  const groups = [...sentByGroup].map(([group, count]) => `${group} ${count}`).join(', ');
  process.stdout.write(
    `p95 ${ratio.toFixed(2)} times the quiet one (at most ${ratioMax}), p50 ${ofMedians.toFixed(2)} times; ` +
      `first webhook after ${(Math.max(...loudHooks) / 1_000).toFixed(2)} s (at most ${webhookMsMax / 1_000})\n` +
      `${done} rounds (${unquiet} quiet halves left out), ${sent} bombs, of which ${failed} did not go off ` +
      `(${groups}), ${asked} crawls asked for, ${accepted} taken\n`,
  );
  const isAttack = done > 0 && sent > 0 && failed <= sent / 10 && accepted > 0;
  const isHeld = ratio <= ratioMax && Math.max(...loudHooks) <= webhookMsMax;
  process.exitCode = isAttack && quiet.length > 0 && isHeld ? 0 : 1;
} finally {
  await receiver.close();
  await home.close();
  await target.stop();
}
