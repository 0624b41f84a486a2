import type { EnvironmentName } from '../lib/config.ts';
import type { PartitionKind } from '../lib/keys/table-keys.ts';
import type { QueueName } from './queues.ts';

/** A row of the table of functions (`infra/functions.ts`): what one is given, and all that it may touch. */
export interface FunctionSpec {
  /** `functions/<name>.ts` exports its `handler`. */
  readonly name: StackFunctionName;
  /** Decides the share of a CPU as well: 1,769 MB is one whole vCPU (AWS Lambda, "Configure function memory"). */
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /**
   * The function stands in a cycle of queues and functions. Lambda stops such chains after about 16 rounds
   * unless told not to, which would end deep crawls in silence.
   */
  readonly inLoop: boolean;
  /** Items of the table that it reads, and those that it writes, by the partitions of their kinds. */
  readonly reads: readonly PartitionKind[];
  readonly writes: readonly PartitionKind[];
  /** Queries the index of open jobs and due webhooks. */
  readonly listsOpenJobs: boolean;
  readonly envelopes: readonly ObjectAccess[];
  readonly results: readonly ObjectAccess[];
  readonly corpora: readonly ObjectAccess[];
  /** Manifests, snapshots of sources and their changes. */
  readonly sources: readonly ObjectAccess[];
  readonly sendsTo: readonly QueueName[];
  /** Asks how many messages wait in these; it sends to them as well, so it knows their URLs. */
  readonly measures: readonly QueueName[];
  /** Reads the key with which API keys are hashed. */
  readonly readsKeySecret: boolean;
  /**
   * What it does with the secret that opens the headers which callers gave for the sites they crawl. Whoever makes it
   * may not read it.
   */
  readonly headerSecret?: 'reads' | 'makes';
  /** Puts events on the account's default event bus. */
  readonly putsEvents: boolean;
  /** Reads the keys of models. */
  readonly readsModelKeys: boolean;
  /** Asks the embedder: one of Bedrock with its own role. */
  readonly embeds: boolean;
  /**
   * What the deployment decides and this function reads. Names of tables, buckets, queues and secrets follow
   * from the above.
   */
  readonly settings: readonly (EnvironmentName & `GLEANER_${string}`)[];
  /** The processor's architecture where it is not arm64, which costs less. */
  readonly architecture?: 'x86_64';
  /** Packages that cannot be bundled, or are data: copied beside the bundle as they are. */
  readonly packages?: readonly string[];
  /** Room for files, in MB, where the 512 that every function has are not enough. */
  readonly diskMb?: number;
  /** What it does with the vectors of a corpus that are in Amazon S3 Vectors. */
  readonly vectors?: 'puts' | 'searches';
  /** What a deployment must name for the function to be in it. */
  readonly onlyWith?: 'corpus';
  /** Errors in five minutes that are no cause for a page: those that redelivery covers. */
  readonly errorsTolerated: number;
}

/** What may be done with objects under a prefix of a bucket. */
export interface ObjectAccess {
  readonly prefix:
    | 'staged/'
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
  readonly may: readonly ('read' | 'write' | 'delete')[];
}

/** A page is staged, or drafted for extraction. */
export const fetchedObjects = [
  { prefix: 'staged/', may: ['read', 'write'] },
  { prefix: 'drafts/', may: ['write'] },
  { prefix: 'reread/', may: ['write'] },
] as const;

/** What is done with manifests, and with the snapshots and changes of sources. */
export const readManifests = { prefix: 'manifests/', may: ['read'] } as const;
export const readSnapshots = { prefix: 'snapshots/', may: ['read'] } as const;
export const writeChanges = { prefix: 'changes/', may: ['write'] } as const;
/** Headers of sources, sealed; those that no manifest in force needs are removed. */
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

/** What moving a job's pages touches: the job, and the outbox that tells of it. */
export const jobItems = ['jobs', 'webhooks'] as const;
/** What starting a job touches. */
export const startItems = [...jobItems, 'teams', 'submissions'] as const;

/** What a function is given and may where its row says nothing else. */
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
  embeds: false,
  settings: [],
  errorsTolerated: 0,
} as const satisfies Partial<FunctionSpec>;
