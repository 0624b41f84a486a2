import type { EnvironmentName } from '../lib/config.ts';
import type { PartitionKind } from '../lib/keys/table-keys.ts';
import type { QueueName } from './queues.ts';

/** A row of the table of functions (`infra/functions.ts`): a function's resources, and everything that it may use. */
export interface FunctionSpec {
  /** `functions/<name>.ts` exports its `handler`. */
  readonly name: StackFunctionName;
  /** It decides the share of a CPU as well: 1,769 MB is one whole vCPU (AWS Lambda, "Configure function memory"). */
  readonly memoryMb: number;
  /** Megabytes of its heap, if half of the memory is too little for what it keeps there. */
  readonly heapMb?: number;
  readonly timeoutSeconds: number;
  /**
   * Whether the function is part of a cycle of queues and functions. By default Lambda stops such chains after about 16
   * rounds, which would silently end deep crawls.
   */
  readonly inLoop: boolean;
  /** Items of the table that it reads, and those that it writes, by the partitions of their kinds. */
  readonly reads: readonly PartitionKind[];
  readonly writes: readonly PartitionKind[];
  /** Whether it queries the index of open jobs and due webhooks. */
  readonly listsOpenJobs: boolean;
  readonly envelopes: readonly ObjectAccess[];
  readonly results: readonly ObjectAccess[];
  readonly corpora: readonly ObjectAccess[];
  /** Manifests, snapshots of sources and their changes. */
  readonly sources: readonly ObjectAccess[];
  readonly sendsTo: readonly QueueName[];
  /**
   * Whether Lambda hands events that it gives up, after three tries of an asynchronous invocation, to the queue for
   * dead letters, with the function's role.
   */
  readonly handsOverGivenUp?: true;
  /** Queues whose waiting messages it counts; it sends to them as well, so it knows their URLs. */
  readonly measures: readonly QueueName[];
  /** Whether it reads the key with which API keys are hashed. */
  readonly readsKeySecret: boolean;
  /** Whether it makes that key in a new deployment. */
  readonly makesKeySecret?: true;
  /**
   * Its use of the secret that opens the headers which callers gave for the sites they crawl. The function that makes
   * the secret may not read it.
   */
  readonly headerSecret?: 'reads' | 'makes';
  /** Whether it puts events on the account's default event bus. */
  readonly putsEvents: boolean;
  /** Whether it reads the keys of models. */
  readonly readsModelKeys: boolean;
  /** Whether it reads the keys of services that fetch pages. */
  readonly readsFetcherKeys: boolean;
  /** Whether it calls the embedder; it calls one of Bedrock with its own role. */
  readonly embeds: boolean;
  /**
   * The deployment's settings that this function reads. Names of tables, buckets, queues and secrets follow from the
   * above.
   */
  readonly settings: readonly (EnvironmentName & `GLEANER_${string}`)[];
  /** The processor's architecture, if it is not arm64, which costs less. */
  readonly architecture?: 'x86_64';
  /** Packages that cannot be bundled, or are data: copied unchanged beside the bundle. */
  readonly packages?: readonly string[];
  /** Disk space in MB, if the 512 of every function are not enough. */
  readonly diskMb?: number;
  /** Its use of the vectors of a corpus in Amazon S3 Vectors. */
  readonly vectors?: 'puts' | 'searches';
  /** The function exists only if the deployment names this. */
  readonly onlyWith?: 'corpus';
  /** Errors in five minutes that do not ring an alarm, because redelivery covers them. */
  readonly errorsTolerated: number;
}

/** Permissions for objects under a prefix of a bucket. */
export interface ObjectAccess {
  readonly prefix:
    | 'staged/'
    | 'kept/'
    | 'drafts/'
    | 'reread/'
    | 'captures/'
    | 'uploads/'
    | 'results/'
    | 'requests/'
    | 'corpora/'
    | 'manifests/'
    | 'snapshots/'
    | 'changes/'
    | 'audit/'
    | 'headers/';
  /** `confirm`: read and set the tags of objects. */
  readonly may: readonly ('read' | 'write' | 'delete' | 'confirm')[];
}

/** Permissions for envelopes: those of sources with a class of retention, and all others. */
export const envelopesThat = <May extends ObjectAccess['may']>(may: May) =>
  [
    { prefix: 'staged/', may },
    { prefix: 'kept/', may },
  ] as const;

/** Objects of a fetched page: its envelope, or its draft for extraction. */
export const fetchedObjects = [
  ...envelopesThat(['read', 'write']),
  { prefix: 'drafts/', may: ['write'] },
  { prefix: 'reread/', may: ['write'] },
] as const;

/** Permissions for manifests, and for the snapshots and changes of sources. */
export const readManifests = { prefix: 'manifests/', may: ['read'] } as const;
export const readSnapshots = { prefix: 'snapshots/', may: ['read'] } as const;
export const writeChanges = { prefix: 'changes/', may: ['write'] } as const;
/** Sealed headers of sources; those that no current manifest needs are removed. */
export const keepHeaders = { prefix: 'headers/', may: ['read', 'delete'] } as const;
export const writeAudit = { prefix: 'audit/', may: ['write'] } as const;

export const functionNames = [
  'api',
  'submit-job',
  'fetch-pages',
  'render-pages',
  'extract-pages',
  'finish-job',
  'deliver-webhooks',
  'bury-dead-letters',
  'heartbeat',
  'manage-keys',
  'manage-sources',
  'ingest-envelopes',
  'search-corpus',
] as const;
export type StackFunctionName = (typeof functionNames)[number];

/** Items that moving a job's pages uses: the job, and the outbox of its events. */
export const jobItems = ['jobs', 'webhooks'] as const;
/** Items that starting a job uses. */
export const startItems = [...jobItems, 'teams', 'submissions'] as const;

/** Defaults for everything that a function's row does not state. */
export const nothing = {
  inLoop: false,
  reads: [],
  writes: [],
  listsOpenJobs: false,
  envelopes: [],
  results: [],
  corpora: [],
  sources: [],
  sendsTo: [],
  measures: [],
  readsKeySecret: false,
  putsEvents: false,
  readsModelKeys: false,
  readsFetcherKeys: false,
  embeds: false,
  settings: [],
  errorsTolerated: 0,
} as const satisfies Partial<FunctionSpec>;
