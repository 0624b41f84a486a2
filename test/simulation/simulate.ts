import { openTable } from '../../lib/store/clients.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { listWebhookEvents } from '../../lib/store/webhooks/outbox.ts';
import { countOpenJobs } from '../../lib/store/keys/open-jobs-of-keys.ts';
import { listUsage } from '../../lib/store/keys/usage.ts';
import { listPages } from '../../lib/store/frontier/list-pages.ts';
import type { Table } from '../../lib/store/table.ts';
import { type Page } from '../../lib/frontier/page.ts';
import { hasEnded, type Job } from '../../lib/job/job.ts';
import { sumOfUsage, jobUsage } from '../../lib/job/usage.ts';
import { auditJob } from './audit.ts';
import { askTable, type Emulator } from './backend.ts';
import {
  apiEvent,
  cancelJob,
  clientKey,
  readJob,
  submitSimulated,
  type SimulatedAnswer,
  type AskSimulatedApi,
} from './client.ts';
import { gone } from './lambda.ts';
import type { WireMutant } from './mutants.ts';
import { makeScenario, type Scenario } from './scenario.ts';
import { wikiArticlePath, wikiEndpoint } from './simulated-wiki.ts';
import { epochMs, virtualNow } from './virtual-time.ts';
import type { Release } from './releases.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { makeWeb, type Web } from './web.ts';
import { openWorld, type World } from './world.ts';

/** The stores that one process runs its worlds on, one after the other. */
export interface Stores {
  readonly table: Emulator;
  readonly objects: Emulator;
  /** Whose handlers its sandboxes run. */
  readonly releases: readonly [Release, ...Release[]];
  /** DynamoDB's `CreateTable` for an empty table of our shape. */
  readonly createTable: string;
}

export interface Outcome {
  readonly seed: number;
  readonly violations: readonly string[];
  /** The same for the same seed. */
  readonly trace: string;
  readonly virtualMs: number;
  readonly tally: World['tally'];
}

const askThrough =
  (world: World): AskSimulatedApi =>
  async (method, path, options) => {
    const asked = world.invoke('api', apiEvent(method, path, options));
    const answer = await asked.catch((error: Error) => {
      // Middy ends a function just before Lambda would: API Gateway has no answer of it either.
      if (error.name === 'TimeoutError') return gone;
      throw error;
    });
    return answer === gone ? null : (answer as SimulatedAnswer);
  };

const makeWebs = (scenario: Scenario): Map<string, Web> => {
  const random = seededRandom(scenario.seed * 11 + 7);
  const webs = Array.from({ length: scenario.sites }, (_, index) =>
    makeWeb(`site${index}.test`, random, scenario.sizeMax),
  );
  return new Map(webs.map((web) => [web.origin, web]));
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Everything that clients do in a world; answers the ids of their jobs. */
const actAsClients = async (world: World, urls: readonly string[], jobs: Set<string>): Promise<void> => {
  const { scenario } = world;
  const ask = askThrough(world);
  const one = async (index: number): Promise<void> => {
    const token = `token-${index}`;
    const ids = await Promise.all(
      Array.from({ length: scenario.twice ? 2 : 1 }, () => submitSimulated(ask, scenario, urls, token)),
    );
    for (const id of ids) jobs.add(id);
    if (new Set(ids).size > 1)
      world.violations.push(`submission: one submission became ${ids.join(' and ')}`);
    const [id] = ids;
    if (scenario.cancelAfterMs === null || id === undefined || index > 0) return;
    await pause(scenario.cancelAfterMs);
    await cancelJob(ask, scenario, id);
  };
  await Promise.all(Array.from({ length: scenario.jobs }, (_, index) => one(index)));
};

/** Lets the world go on until what a client does is done. */
const drive = async <Result>(world: World, work: Promise<Result>): Promise<Result> => {
  let over = false;
  const watched = work.finally(() => void (over = true));
  watched.catch(() => undefined);
  await world.run(() => over && world.isQuiet());
  return await watched;
};

/** Slices of time, five minutes each, in which whatever was lost or refused is told after all. */
const slicesMax = 30;

/** What a job's webhook was not told, or told of what did not count. */
const auditHooks = async (world: World, table: Table, job: Job): Promise<string[]> => {
  if (!world.scenario.tells) return [];
  const side = (which: 'E' | 'L') => listWebhookEvents(table, job.id, which, { most: 1_000 });
  for (let slice = 0; slice < slicesMax && (await side('E')).length > 0; slice += 1) {
    const end = virtualNow() + 5 * 60_000;
    await world.run(() => virtualNow() >= end && world.isQuiet());
  }
  const [open, told] = [await side('E'), await side('L')];
  const pages = told.filter(({ event }) => event === 'page');
  const found: string[] = [];
  if (open.length > 0) found.push(`webhooks: ${open.length} events were never told`);
  if (told.some(({ outcome }) => outcome !== 'delivered')) found.push('webhooks: an event was given up');
  if (new Set(pages.map(({ page }) => page)).size !== pages.length)
    found.push('webhooks: a page has two events');
  if (pages.length !== job.finished)
    found.push(`webhooks: ${pages.length} pages were told, ${job.finished} counted`);
  if (told.at(0)?.event !== 'started' || told.at(-1)?.event !== job.status)
    found.push(
      `webhooks: told from ${told.at(0)?.event ?? ''} to ${told.at(-1)?.event ?? ''}, it ${job.status}`,
    );
  return found;
};

/** What a model's answer adds to a job, also after its pages are done. */
const spending = { inputTokens: 0, outputTokens: 0, microdollars: 0, unpriced: 0 };

/**
 * What the team's usage says beside its jobs: each counts once, and none is open any more. The release before concludes
 * a job with the spending that it has read: an answer that is counted at the same moment may be missing then.
 */
const auditUsage = async (world: World, table: Table, jobs: Iterable<string>): Promise<string[]> => {
  const ended = (await Promise.all([...jobs].map((id) => getJob(table, id)))).filter((job) => job !== null);
  const [team, { services: spent, ...used }] = [ended[0]?.team ?? '', sumOfUsage(ended.map(jobUsage))];
  const { services, ...counted } = sumOfUsage(await listUsage(table, team, '0'));
  const least = sumOfUsage(
    ended.map((job) => ({ ...jobUsage(job), ...(world.concludedByBefore.has(job.id) ? spending : {}) })),
  );
  const names = Object.keys(used) as (keyof typeof used)[];
  const isRight = names.every((name) => counted[name] >= least[name] && counted[name] <= used[name]);
  const [wanted, found] = [JSON.stringify(used), JSON.stringify(counted)];
  const open = await countOpenJobs(table, team);
  return [
    ...(isRight ? [] : [`usage: counted ${found}, the jobs say ${wanted}`]),
    // Counted when a job ends, so what its end takes is not in it. A part of a thousandth is lost to rounding.
    ...(services <= spent + 1 && services >= 0
      ? []
      : [`usage: ${services} of services, the jobs say ${spent}`]),
    ...(open === 0 ? [] : [`usage: ${open} jobs count as open`]),
  ];
};

/** What is wrong with a job. Items are read while nothing moves, so that each run of a seed is the same. */
const audit = async (
  world: World,
  table: Table,
  webs: ReadonlyMap<string, Web>,
  asked: { readonly job: string; readonly urls: readonly string[] },
): Promise<string[]> => {
  const job = await getJob(table, asked.job);
  if (job === null) return ['end: the job is gone'];
  const items: Page[] = [];
  for await (const portion of listPages(table, asked.job)) items.push(...portion);
  const pages = items.filter((page) => page.kind === 'page');
  const sitemaps = items.filter((page) => page.kind !== 'page');
  const read = hasEnded(job)
    ? await drive(world, readJob(askThrough(world), world.scenario, asked.job))
    : null;
  const found = auditJob({ world, webs, urls: asked.urls, job, pages, sitemaps, read });
  return [...found, ...(await auditHooks(world, table, job))];
};

/** Lets clients act and everything go wrong, then lets the world come to rest; what is wrong with its jobs. */
const live = async (
  world: World,
  table: Table,
  webs: ReadonlyMap<string, Web>,
  urls: readonly string[],
): Promise<string[]> => {
  const { violations } = world;
  world.calm = true;
  await drive(world, world.invoke('manage-keys', { action: 'create', key: clientKey }));
  world.calm = false;
  const jobs = new Set<string>();
  let acted = false;
  void actAsClients(world, urls, jobs).then(
    () => void (acted = true),
    (error: Error) => void violations.push(`client: ${error.message}`),
  );
  const isOver = (): boolean => acted && [...jobs].every((job) => world.concluded.has(job));
  if (!(await world.run(() => violations.length > 0 || isOver()))) return ['stuck: a job does not end'];
  if (violations.length > 0) return violations;
  world.calm = true;
  if (!(await world.run(() => world.isQuiet()))) return ['stuck: messages do not end'];
  const found: string[] = [];
  for (const job of jobs) found.push(...(await audit(world, table, webs, { job, urls })));
  return [...found, ...(await auditUsage(world, table, jobs))];
};

/** What the deployment says of its sites: nothing, or that they are wikis. */
const hostsOf = (scenario: Scenario, webs: ReadonlyMap<string, Web>): object =>
  scenario.wiki
    ? {
        mediawiki: Object.fromEntries(
          [...webs.values()].map(({ host, origin }) => [
            host,
            { endpoint: origin + wikiEndpoint, articlePath: wikiArticlePath },
          ]),
        ),
      }
    : {};

/** Runs the world of one seed to its end, and audits it. */
export const simulate = async (
  stores: Stores,
  seed: number,
  options: { readonly mutant?: WireMutant; readonly onTrace?: (line: string) => void } = {},
): Promise<Outcome> => {
  const scenario: Scenario = { ...makeScenario(seed), ...options.mutant?.worlds };
  const webs = makeWebs(scenario);
  process.env['GLEANER_DELAY_SECONDS'] = String(scenario.delaySeconds);
  process.env['GLEANER_HOSTS'] = JSON.stringify(hostsOf(scenario, webs));
  await askTable(stores.table, 'CreateTable', stores.createTable);
  const world = await openWorld({
    ...stores,
    scenario,
    webs,
    mutant: options.mutant,
    onTrace: options.onTrace,
  });
  const table: Table = openTable('gleaner');
  const urls =
    scenario.kind === 'crawl'
      ? [...webs.keys()].map((origin) => `${origin}/`)
      : [...webs.values()].flatMap((web) => [...web.pages.keys()].map((path) => `${web.origin}${path}`));
  const violations = await live(world, table, webs, urls);
  const trace = world.traceHash();
  table.documents.destroy();
  await askTable(stores.table, 'DeleteTable', JSON.stringify({ TableName: 'gleaner' }));
  return { seed, violations, trace, virtualMs: virtualNow() - epochMs, tally: world.tally };
};
