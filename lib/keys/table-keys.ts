import { limits } from '../limits/limits.ts';

/**
 * Every key of the one table. No other file spells a key.
 *
 *   PK                SK                what
 *   J#job             META              the job
 *   J#job             SPEC              the job's request and what else is large of it, if it is not in META
 *   J#job#b           U#hash            a page; b is the bucket of its hash
 *   J#job#cell<n>      COUNTS            a part of the counters of a job that may grow wide
 *   H#host            PACE | ROBOTS     slots, leases, breaker | robots rules
 *   H#host            TIER              what the host's pages needed
 *   H#host            WIKI              what a wiki says of itself
 *   H#host            ERROR             the host's answer for pages that do not exist
 *   C#SEAL            PUBLIC            public keys that seal headers of callers
 *   P#viewer#hash     LATEST            the last version of a page across jobs
 *   P#viewer#hash     TRACKED           the last version of a page that a request with changeTracking saw
 *   A#team            CHAIN#source      the last audit record of a source; `_team`: of all sources
 *   K#key id          KEY               an API key's HMAC
 *   T#team            KEY#key id        a key as its team lists it, with its last use
 *   T#team            MINUTE#key#minute requests of a key that began work in a minute
 *   T#team            JOB#key id#job    a crawl, batch or extraction of a key that is open
 *   T#team#jobs       job               a job as its team lists it, open or over; ids sort by their making. It stays
 *                                       while the buckets may hold something of the job, to say whose that is
 *   T#team            USE#month#key#n   usage of a key's jobs that ended in a month; n is one of a few shards
 *   S#team            SOURCE#source     when a source is due, its open run, its snapshot, how its last runs ended
 *   S#team            MANIFESTS         the versions of manifests that a team has applied
 *   S#team            FEED              how many entries the team's feed of changes has
 *   S#team#manifest#name  number        a version of a manifest that was applied, append-only
 *   S#team#source#source  RUN#time#job  a run of a source, append-only
 *   V#team#source#hash    time          a version of a page of a source, append-only
 *   F#team            number            a run's changes, in the order of the team's feed, append-only
 *   N#team            ALERT#source#rule an alert of a source
 *   N#team            CHANNEL#name      where the team is told of alerts
 *   I#team#token      REQUEST           an idempotent submission
 *   M#fingerprint     KEY               a model's key: leases, cooldown, refusals; never the key itself
 *   M#hash            TRAITS            what a model at a base URL supports
 *   M#hash            SIZE              what answers with a schema take; hash is of team, model and schema
 *   L#content hash    schema#model#…    an answer of a model, or the lease of the worker that asks for it
 *   X#hash            ORDER             what jobs extract: fields or schema, prompt, model; hash is of these
 *   Q#hash            QUESTION          a question to a model about a request, and its answer; hash is of the question
 *   J#job#answers     R#time#hash       what was extracted from a page, when the page ended
 *   J#job#answers     W#hash            the answers so far of a page that waits for a model
 *   W#job             HOOK              where a job's webhooks go, the worker that delivers them, the next try
 *   W#job             E#place           an event to deliver: the outbox; by place, in the order of the job
 *   W#job             L#place           an event that was delivered or given up: the log
 */
export interface TableKey {
  readonly PK: string;
  readonly SK: string;
}

/** Returns the partition, `0` to `f`, that holds the page. */
export const pageBucket = (hash: string): string =>
  (Number.parseInt(hash.slice(0, 4), 16) % limits.pageBucketsPerJob).toString(16);

export const pageBuckets: readonly string[] = Array.from({ length: limits.pageBucketsPerJob }, (_, bucket) =>
  bucket.toString(16),
);

export const jobKey = (job: string): TableKey => ({ PK: `J#${job}`, SK: 'META' });

export const jobSpecKey = (job: string): TableKey => ({ PK: `J#${job}`, SK: 'SPEC' });

export const pagesPartition = (job: string, bucket: string): string => `J#${job}#${bucket}`;

export const pageKey = (job: string, hash: string): TableKey => ({
  PK: pagesPartition(job, pageBucket(hash)),
  SK: `U#${hash}`,
});

export const shardKey = (job: string, shard: number): TableKey => ({
  PK: `J#${job}#cell${shard}`,
  SK: 'COUNTS',
});

export const modelKeyKey = (fingerprint: string): TableKey => ({ PK: `M#${fingerprint}`, SK: 'KEY' });

/** The states of all model keys together: few items, read by people and once by a job. */
export const modelRegistryPartition = 'MODELS';

export const registeredModelKey = (fingerprint: string): TableKey => ({
  PK: modelRegistryPartition,
  SK: `KEY#${fingerprint}`,
});

export const modelCapabilitiesKey = (id: string): TableKey => ({ PK: `M#${id}`, SK: 'TRAITS' });

export const answerSizeKey = (id: string): TableKey => ({ PK: `M#${id}`, SK: 'SIZE' });

export const questionKey = (id: string): TableKey => ({ PK: `Q#${id}`, SK: 'QUESTION' });

export const modelCacheItemKey = (content: string, question: string): TableKey => ({
  PK: `L#${content}`,
  SK: question,
});

/** A source of a team: two teams may each have one with the same id. */
export interface SourceName {
  readonly team: string;
  readonly source: string;
}

/** Returns the partition of a team's sources: they are listed together, and each is written twice in a run. */
export const teamSourcesPartition = (team: string): string => `S#${team}`;

export const sourceStateKey = ({ team, source }: SourceName): TableKey => ({
  PK: teamSourcesPartition(team),
  SK: `SOURCE#${source}`,
});

export const teamSources: Between = { from: 'SOURCE#', to: 'SOURCE#~' };

export const manifestRootKey = (team: string): TableKey => ({
  PK: teamSourcesPartition(team),
  SK: 'MANIFESTS',
});

/** Returns the key of a manifest's version; versions sort in the order in which they were applied. */
export const manifestVersionKey = (team: string, name: string, seq: number): TableKey => ({
  PK: `S#${team}#manifest#${name}`,
  SK: String(seq).padStart(12, '0'),
});

export const sourcePartition = ({ team, source }: SourceName): string => `S#${team}#source#${source}`;

/** Returns the key of a source's run; `at` is when it ended, in milliseconds since the epoch. */
export const sourceRunKey = (name: SourceName, at: number, job: string): TableKey => ({
  PK: sourcePartition(name),
  SK: `RUN#${new Date(at).toISOString()}#${job}`,
});

/** Returns the key of a version of a source's URL; versions sort by the moment at which they were seen. */
export const pageVersionKey = (name: SourceName, hash: string, at: number): TableKey => ({
  PK: `V#${name.team}#${name.source}#${hash}`,
  SK: new Date(at).toISOString(),
});

export const changeFeedPartition = (team: string): string => `F#${team}`;

/** Returns the key of the counter of a team's feed of changes; the entries stand beside it by their number. */
export const changeFeedKey = (team: string): TableKey => ({ PK: teamSourcesPartition(team), SK: 'FEED' });

export const changeEntryKey = (team: string, seq: number): TableKey => ({
  PK: changeFeedPartition(team),
  SK: String(seq).padStart(12, '0'),
});

export const extractSpecKey = (hash: string): TableKey => ({ PK: `X#${hash}`, SK: 'ORDER' });

/** Returns the one partition of a job's answers: an extraction waits for models far longer than for it. */
export const pageExtractionsPartition = (job: string): string => `J#${job}#answers`;

/**
 * Returns the key of a page's answer, which sorts by the time at which the page ended (milliseconds since the epoch).
 */
export const pageExtractionKey = (job: string, hash: string, at: number): TableKey => ({
  PK: pageExtractionsPartition(job),
  SK: `R#${String(at).padStart(14, '0')}#${hash}`,
});

/**
 * Returns the key of the answers so far of a page that waits for a model; they sort behind those of pages that ended.
 */
export const waitingAnswerKey = (job: string, hash: string): TableKey => ({
  PK: pageExtractionsPartition(job),
  SK: `W#${hash}`,
});

export const paceKey = (host: string): TableKey => ({ PK: `H#${host}`, SK: 'PACE' });

export const robotsKey = (host: string): TableKey => ({ PK: `H#${host}`, SK: 'ROBOTS' });

export const hostTierKey = (host: string): TableKey => ({ PK: `H#${host}`, SK: 'TIER' });

export const errorPageKey = (host: string): TableKey => ({ PK: `H#${host}`, SK: 'ERROR' });

export const wikiSiteKey = (host: string): TableKey => ({ PK: `H#${host}`, SK: 'WIKI' });

export const latestKey = (viewer: string, hash: string): TableKey => ({
  PK: `P#${viewer}#${hash}`,
  SK: 'LATEST',
});

export const trackedKey = (viewer: string, hash: string): TableKey => ({
  PK: `P#${viewer}#${hash}`,
  SK: 'TRACKED',
});

/** Returns the key of the public keys with which headers of callers are sealed. */
export const sealKeysKey = (): TableKey => ({ PK: 'C#SEAL', SK: 'PUBLIC' });

export const apiKeyKey = (id: string): TableKey => ({ PK: `K#${id}`, SK: 'KEY' });

export const teamPartition = (team: string): string => `T#${team}`;

/** Returns the key of a key's requests in a minute (since the epoch). Who counts them must not write `K#`. */
export const keyMinuteKey = (team: string, id: string, minute: number): TableKey => ({
  PK: teamPartition(team),
  SK: `MINUTE#${id}#${minute}`,
});

export const teamKeyKey = (team: string, id: string): TableKey => ({
  PK: teamPartition(team),
  SK: `KEY#${id}`,
});

export const teamJobKey = (team: string, key: string, job: string): TableKey => ({
  PK: teamPartition(team),
  SK: `JOB#${key}#${job}`,
});

/**
 * Returns the key of a job in its team's list: a partition of its own, so that a team's many scrapes do not crowd its
 * keys and its usage.
 */
export const teamJobListKey = (team: string, job: string): TableKey => ({ PK: `T#${team}#jobs`, SK: job });

/** Returns the key of usage, which sorts by month (`2026-11`), then by API key. */
export const usageKey = (team: string, month: string, key: string, shard: number): TableKey => ({
  PK: teamPartition(team),
  SK: `USE#${month}#${key}#${shard}`,
});

/** Range of sort keys of a team's items; `~` sorts behind every character of a key or id. */
export interface Between {
  readonly from: string;
  readonly to: string;
}

export const teamKeys: Between = { from: 'KEY#', to: 'KEY#~' };

/** Returns the range of the open jobs of all keys, or of one. */
export const teamJobs = (key?: string): Between => {
  const prefix = key === undefined ? 'JOB#' : `JOB#${key}#`;
  return { from: prefix, to: `${prefix}~` };
};

/** Returns the range of usage from a month on. */
export const teamUsage = (since: string): Between => ({ from: `USE#${since}`, to: 'USE#~' });

export const submissionKey = (team: string, token: string): TableKey => ({
  PK: `I#${team}#${token}`,
  SK: 'REQUEST',
});

export const webhookKey = (job: string): TableKey => ({ PK: `W#${job}`, SK: 'HOOK' });

/** Returns the key of an event in the outbox (`E`) or in the log (`L`). */
export const webhookEventKey = (job: string, side: 'E' | 'L', place: string): TableKey => ({
  PK: `W#${job}`,
  SK: `${side}#${place}`,
});

/** Sparse index of jobs that are not over, by deadline. A job leaves it when `openJob` is removed. */
export const openJobsIndex = {
  name: 'open-jobs',
  partition: 'openJob',
  sort: 'deadline',
  value: 'open',
} as const;

/** The same index holds webhooks whose outbox may hold events; `deadline` is when the heartbeat checks them. */
export const openWebhooksValue = 'hooks';

/**
 * It also holds sources, by the moment at which they are due, and a team's applied manifests until its sources are
 * updated.
 */
export const dueSourcesValue = 'sources';

/**
 * Partitions by the kind of item in them, as the roles of functions name them (`infra/permissions.ts`): patterns for
 * IAM's `dynamodb:LeadingKeys`.
 */
export const partitionKinds = {
  jobs: 'J#*',
  hosts: 'H#*',
  versions: 'P#*',
  audit: 'A#*',
  alerts: 'N#*',
  'api-keys': 'K#*',
  teams: 'T#*',
  sources: 'S#*',
  submissions: 'I#*',
  models: 'M#*',
  'model-registry': modelRegistryPartition,
  answers: 'L#*',
  'extract-specs': 'X#*',
  questions: 'Q#*',
  webhooks: 'W#*',
  'page-versions': 'V#*',
  'change-feed': 'F#*',
  'seal-keys': 'C#SEAL',
} as const;
export type PartitionKind = keyof typeof partitionKinds;

/** Name of the attribute, in seconds since the epoch, after which DynamoDB removes an item. */
export const ttlAttribute = 'ttl';
