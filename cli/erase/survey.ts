import { urlTest, type ErasureSelection } from './wanted.ts';

/** What is known of the table and the buckets before any decision. */
export interface Survey {
  readonly wanted: ErasureSelection;
  readonly isWanted: (url: string) => boolean;
  /** Each job's team, and whether the job is over. Of a job whose items have expired, something else says the team. */
  readonly jobs: Map<string, { readonly team: string; readonly isOver: boolean }>;
  /** The team of each webhook, also of those that tell of alerts. */
  readonly hooks: Map<string, string>;
  /** The teams that extract by a stored spec, by its hash. */
  readonly specs: Map<string, Set<string>>;
  /** Jobs with a page that is to be erased. */
  readonly touched: Set<string>;
  /** Keys of objects with data that is to be erased. */
  readonly links: Set<string>;
  /** The keys of files that were sent, with the jobs that read each. */
  readonly uploads: Map<string, Set<string>>;
  /** Keys of objects of which nothing says whose they are. */
  readonly unclear: Set<string>;
  /**
   * Pictures and texts that something else than the team's data names, and whether that is known to be another team's.
   * They are stored by their content, so that several teams may have the same.
   */
  readonly shared: Map<string, 'others' | 'unclear'>;
  /** Names of what an erasure of the same team that was cut off had still to delete. */
  readonly begun: ReadonlySet<string>;
}

/** The survey of a selection before anything is read. */
export const nothingKnown = (wanted: ErasureSelection, begun: ReadonlySet<string> = new Set()): Survey => ({
  wanted,
  isWanted: urlTest(wanted),
  jobs: new Map(),
  hooks: new Map(),
  specs: new Map(),
  touched: new Set(),
  links: new Set(),
  uploads: new Map(),
  unclear: new Set(),
  shared: new Map(),
  begun,
});
