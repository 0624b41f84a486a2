import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noHosts } from '../../../lib/fetch/politeness/host-policies.ts';
import { launch, type Launched } from '../../../local/launch.ts';
import { serveAttackSite } from './attack-site.ts';
import { floodedJobs } from './flood-attacks.ts';
import type { Attack, Target, AttackVerdict } from './attack.ts';

/**
 * Attacks at the same time, and how long one of them may take (milliseconds) before it has held us for too long. One
 * that is tried by itself sends ten thousand requests, which take as long as the machine takes for so many.
 */
const atOnce = 8;
const attackMs = ({ isAlone }: Pick<Attack, 'isAlone'>): number => (isAlone === true ? 900_000 : 120_000);

export interface AttackEnded {
  readonly attack: Attack;
  readonly verdict: AttackVerdict;
}

const makeKey = async (gleaner: Launched, order: object): Promise<string> => {
  const outcome = await gleaner.invoke('manage-keys', { action: 'create', ...order });
  if (!outcome.ok) throw new Error(outcome.message);
  const { key } = JSON.parse(outcome.payload) as { key?: string };
  if (key === undefined) throw new Error(outcome.payload);
  return key;
};

/** Starts a stack and the sites that attack it. */
export const startTarget = async (
  alsoAllow: readonly string[] = [],
): Promise<Target & { stop(): Promise<void> }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-attack-'));
  const site = await serveAttackSite();
  const gleaner = await launch({
    dataDir,
    port: 0,
    quiet: true,
    options: {
      delaySeconds: 0,
      allow: [
        ...alsoAllow,
        ...[site, site.healthy, ...Object.values(site.wikis), ...Object.values(site.sitemaps)].map(
          ({ allow }) => allow,
        ),
        ...site.floods.map(({ port }) => `127.0.0.1/32:${port}`),
      ],
      search: site.search.origin,
      corpus: 'main',
      hosts: {
        ...noHosts,
        mediawiki: Object.fromEntries(
          Object.values(site.wikis).map(({ origin, host }) => [
            host,
            { endpoint: `${origin}/w/api.php`, namespaces: [0] },
          ]),
        ),
      },
      keyRequestsPerMinute: 60_000,
      keyOpenJobs: 10_000,
    },
  });
  const ask: Target['ask'] = async (method, path, { key = gleaner.key, body, raw, headers = {} } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(gleaner.url + path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent as string }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const keys = {
    admin: gleaner.key,
    read: await makeKey(gleaner, { name: 'read', scopes: ['read'] }),
    write: await makeKey(gleaner, { name: 'write', scopes: ['write'] }),
    flooding: await makeKey(gleaner, {
      name: 'flooding',
      team: 'flooding',
      scopes: ['write'],
      openJobs: floodedJobs,
    }),
    stranger: await makeKey(gleaner, {
      name: 'stranger',
      team: 'stranger',
      scopes: ['read', 'write', 'admin'],
    }),
  };
  const start = async (path: string, body: object): Promise<string> => {
    const { id } = JSON.parse((await ask('POST', path, { body })).text) as { id: string };
    return id;
  };
  const crawl = await start('/v2/crawl', { url: `${site.origin}/crawled`, limit: 1 });
  const batch = await start('/v2/batch/scrape', { urls: [`${site.origin}/batched`] });
  const scraped = await ask('POST', '/v2/scrape', { body: { url: `${site.origin}/scraped` } });
  const scrape = /"(?:scrapeId|jobId|id)":"([0-9a-f-]{36})"/.exec(scraped.text)?.[1] ?? crawl;
  return {
    gleaner,
    site,
    keys,
    jobs: { scrape, crawl, batch },
    ask,
    stop: async () => {
      await gleaner.stop();
      await site.closeAll();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const runOne = async (target: Target, attack: Attack): Promise<AttackVerdict> => {
  const late = Promise.withResolvers<AttackVerdict>();
  const ms = attackMs(attack);
  const timer = setTimeout(() => late.resolve({ failed: `it took longer than ${ms} ms` }), ms);
  try {
    return await Promise.race([attack.run(target), late.promise]);
  } catch (error) {
    return { failed: String(error) };
  } finally {
    clearTimeout(timer);
  }
};

/** Runs attacks, several at a time, and answers how each ended, in their order. */
export const runAttacks = async (
  target: Target,
  attacks: readonly Attack[],
  onEnd: (done: number) => void = () => undefined,
): Promise<AttackEnded[]> => {
  const ended: AttackEnded[] = [];
  let done = 0;
  const run = async (places: readonly number[], workers: number): Promise<void> => {
    let next = 0;
    const work = async (): Promise<void> => {
      for (let at = places[next++]; at !== undefined; at = places[next++]) {
        const attack = attacks[at];
        if (attack === undefined) return;
        ended[at] = { attack, verdict: await runOne(target, attack) };
        done += 1;
        onEnd(done);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  };
  const places = [...attacks.keys()];
  const isAlone = (at: number): boolean => attacks[at]?.isAlone === true;
  await run(
    places.filter((at) => !isAlone(at)),
    atOnce,
  );
  await run(places.filter(isAlone), 1);
  return ended;
};
