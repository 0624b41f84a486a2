import { openTable, type openObjects, type openQueues, type openSecrets } from '../../lib/store/clients.ts';
import { getSecret, rememberSecret } from '../../lib/store/keys/get-secret.ts';
import { rememberVersions, type SecretVersions } from '../../lib/store/keys/secret-versions.ts';
import { openMeter, type Meter } from '../../lib/store/meter.ts';
import type { Objects } from '../../lib/store/objects.ts';
import type { Queues } from '../../lib/store/queues.ts';
import type { Table } from '../../lib/store/table.ts';
import { readConfig, type EnvironmentName } from '../../lib/config.ts';
import { createSeenCache, type SeenCache } from '../../lib/frontier/seen-cache.ts';
import { log } from './logger.ts';
import { sleep } from './sleep.ts';
import type { Log } from '../../lib/log.ts';

/** The queues of a deployment in which pages and jobs wait. */
export const jobQueues = [
  'FETCH_HIGH_QUEUE_URL',
  'FETCH_NORMAL_QUEUE_URL',
  'RENDER_QUEUE_URL',
  'EXTRACT_QUEUE_URL',
  'FINISH_QUEUE_URL',
  'DELIVER_QUEUE_URL',
] as const satisfies readonly EnvironmentName[];
type JobQueue = (typeof jobQueues)[number];

/** What a function gets for each variable of the environment. */
interface Parts {
  readonly TABLE_NAME: { readonly table: Table };
  readonly ENVELOPE_BUCKET: { readonly envelopes: Objects };
  readonly RESULT_BUCKET: { readonly results: Objects };
  readonly SOURCE_BUCKET: { readonly sources: Objects };
  readonly FETCH_HIGH_QUEUE_URL: { readonly queues: Pick<Queues, 'client' | 'fetch'> };
  readonly RENDER_QUEUE_URL: { readonly queues: Pick<Queues, 'client' | 'render'> };
  readonly EXTRACT_QUEUE_URL: { readonly queues: Pick<Queues, 'client' | 'extract'> };
  readonly FINISH_QUEUE_URL: { readonly queues: Pick<Queues, 'client' | 'finish'> };
  readonly DELIVER_QUEUE_URL: { readonly queues: Pick<Queues, 'client' | 'deliver'> };
  /** The deployment's secrets. */
  readonly KEY_SECRET_NAME: { readonly pepper: () => Promise<string> };
  readonly HEADER_SECRET_NAME: { readonly headerSecret: SecretVersions };
}

/** Functions that make clients. A function passes in those that it needs, so its bundle has no others. */
interface Openers {
  readonly objects: typeof openObjects;
  readonly queues: typeof openQueues;
  readonly secrets: typeof openSecrets;
}

/** The clients that a variable needs, except the table's, which every function has. */
interface Needs extends Record<JobQueue, 'queues'> {
  readonly ENVELOPE_BUCKET: 'objects';
  readonly RESULT_BUCKET: 'objects';
  readonly SOURCE_BUCKET: 'objects';
  readonly KEY_SECRET_NAME: 'secrets';
  readonly HEADER_SECRET_NAME: 'secrets';
}
type OpenersFor<Name extends EnvironmentName> = Pick<Openers, Needs[Extract<Name, keyof Needs>]>;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  each: infer All,
) => void
  ? All
  : never;

/** What every function has. */
interface Common<Name extends EnvironmentName> {
  readonly config: ReturnType<typeof readConfig<Name>>;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
  readonly seen: SeenCache;
  /** @param time The unit in which the function's own time is counted. */
  readonly meterFor: (time: Parameters<typeof openMeter>[0]) => Meter;
}

/** What a function works with: what all functions have, and what its variables add. */
type FunctionRuntime<Name extends EnvironmentName> = Common<Name> &
  (Extract<Name, keyof Parts> extends never ? unknown : Intersection<Parts[Extract<Name, keyof Parts>]>);

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};

/**
 * Makes everything that a function works with: its configuration, clients, clock, memory, log and meter. It is called
 * once for a sandbox, when the function starts.
 *
 * @param names The variables that the function reads, and no others.
 * @param open The functions that make the clients that they need.
 * @throws {Error} when a variable is missing or malformed.
 */
export const createRuntime = <Name extends EnvironmentName>(
  names: readonly Name[],
  open: OpenersFor<Name>,
): FunctionRuntime<Name> => {
  // The type guarantees the openers that the variables need.
  const { objects, queues, secrets } = open as unknown as Openers;
  const config = readConfig(names);
  const given = config as Partial<ReturnType<typeof readConfig>>;
  const keySecret = given.KEY_SECRET_NAME;
  const client = once(() => objects());
  const vault = once(() => secrets());
  const bucket = (name: string | undefined) => name && { client: client(), bucket: name };
  const parts = {
    table: given.TABLE_NAME && openTable(given.TABLE_NAME),
    envelopes: bucket(given.ENVELOPE_BUCKET),
    results: bucket(given.RESULT_BUCKET),
    sources: bucket(given.SOURCE_BUCKET),
    queues: names.some((name) => jobQueues.includes(name as JobQueue)) && openGivenQueues(queues(), given),
    pepper: keySecret && rememberSecret(async () => await getSecret(vault(), keySecret)),
    headerSecret: given.HEADER_SECRET_NAME && rememberVersions(vault(), given.HEADER_SECRET_NAME),
  };
  const brought = Object.fromEntries(Object.entries(parts).filter(([, part]) => Boolean(part)));
  const common: Common<Name> = {
    config,
    now: Date.now,
    random: Math.random,
    sleep,
    log,
    seen: createSeenCache(),
    meterFor: (time) => openMeter(time, Date.now, performance.now()),
  };
  // The names decide which parts there are, as the type says.
  return { ...common, ...brought } as unknown as FunctionRuntime<Name>;
};

const openGivenQueues = (
  client: Queues['client'],
  given: Partial<ReturnType<typeof readConfig>>,
): object => ({
  client,
  fetch: {
    high: given.FETCH_HIGH_QUEUE_URL,
    normal: given.FETCH_NORMAL_QUEUE_URL,
  },
  render: given.RENDER_QUEUE_URL,
  extract: given.EXTRACT_QUEUE_URL,
  finish: given.FINISH_QUEUE_URL,
  deliver: given.DELIVER_QUEUE_URL,
});
