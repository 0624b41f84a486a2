import { configurations, type Configuration, type InjectedFault, type Mutant } from './configuration.ts';
import type { Invariant } from './invariants.ts';

/** A protocol with one mistake in it, the configuration that shows it, and the invariant by which it falls. */
export interface MutantCase {
  readonly mutant: Mutant;
  readonly title: string;
  readonly configuration: string;
  readonly invariant: Invariant;
  /** The one kind of fault that is enough. */
  readonly kind: InjectedFault;
}

export const mutantCases: readonly MutantCase[] = [
  {
    mutant: 'together-counted-once',
    title: 'pages that end together counted as one fewer',
    configuration: 'pages that end together',
    invariant: 'an end is reachable',
    kind: 'loss',
  },
  {
    mutant: 'together-unconditional',
    title: 'pages ended together without a condition on their state',
    configuration: 'pages that end together',
    invariant: 'each page ends once',
    kind: 'duplicate',
  },
  {
    mutant: 'put-child-then-count',
    title: 'children put in one call and counted in the next',
    configuration: 'diamond with a way back',
    invariant: 'no false completion',
    kind: 'crash',
  },
  {
    mutant: 'unconditional-decrement',
    title: 'a page counted as finished without a condition on its state',
    configuration: 'diamond with a way back',
    invariant: 'each page ends once',
    kind: 'duplicate',
  },
  {
    mutant: 'completion-from-empty-queue',
    title: 'a job taken for complete because its queue is empty',
    configuration: 'diamond with a way back',
    invariant: 'no false completion',
    kind: 'crash',
  },
  {
    mutant: 'no-heartbeat',
    title: 'no heartbeat',
    configuration: 'diamond with a way back',
    invariant: 'an end is reachable',
    kind: 'loss',
  },
  {
    mutant: 'limit-by-check-then-act',
    title: 'the limit checked in one call and used in the next',
    configuration: 'two seeds race for the last room',
    invariant: 'finished ≤ admitted ≤ tries',
    kind: 'crash',
  },
  {
    mutant: 'trusted-client-token',
    title: 'a client token trusted instead of a condition on the page',
    configuration: 'diamond with a way back',
    invariant: 'each page ends once',
    kind: 'duplicate',
  },
  {
    mutant: 'finish-before-children',
    title: 'a page finished before its children are admitted',
    configuration: 'diamond with a way back',
    invariant: 'no false completion',
    kind: 'crash',
  },
  {
    mutant: 'forgotten-dead-letter',
    title: 'dead letters thrown away',
    configuration: 'dead letters of a page that kills its worker',
    invariant: 'an end is reachable',
    kind: 'crash',
  },
  {
    mutant: 'no-seeding-mark',
    title: 'a job that does not say that its seeds are still to come',
    configuration: 'seeds in chunks',
    invariant: 'no false completion',
    kind: 'crash',
  },
  {
    mutant: 'fetched-not-resent',
    title: 'a heartbeat that sends fetched pages to nobody who extracts them',
    configuration: 'fetched, then done',
    invariant: 'an end is reachable',
    kind: 'loss',
  },
  {
    mutant: 'cut-links-dropped',
    title: 'links forgotten for which there was no room when they were found',
    configuration: 'links that the limit cuts, and pages that fail',
    invariant: 'no false completion',
    kind: 'crash',
  },
  {
    mutant: 'reserve-ended-when-cut',
    title: 'a reserve ended although there was no room for all of it',
    configuration: 'cut links in chunks',
    invariant: 'no false completion',
    kind: 'crash',
  },
  {
    mutant: 'drained-beside-reserve',
    title: 'a job taken for drained although a reserve holds links that there is room for',
    configuration: 'links that the limit cuts, and pages that fail',
    invariant: 'no false completion',
    kind: 'crash',
  },
  {
    mutant: 'reserve-never-woken',
    title: 'a reserve that nobody comes for',
    configuration: 'links that the limit cuts, and pages that fail',
    invariant: 'an end is reachable',
    kind: 'crash',
  },
  {
    mutant: 'reserve-without-limit',
    title: 'a reserve admitted whole',
    configuration: 'links that the limit cuts, and pages that fail',
    invariant: 'no more than the limit can be delivered',
    kind: 'crash',
  },
  {
    mutant: 'late-unconditional',
    title: 'a page delivered late without a condition on its state',
    configuration: 'cancel, deadline, early stop',
    invariant: 'each page ends once',
    kind: 'crash',
  },
  {
    mutant: 'late-not-read',
    title: 'a page taken for abandoned although its worker delivered it meanwhile',
    configuration: 'cancel, deadline, early stop',
    invariant: 'counters equal items',
    kind: 'crash',
  },
];

export const mutated = (mutantCase: MutantCase): Configuration => {
  const configuration = configurations().find(({ name }) => name === mutantCase.configuration);
  if (configuration === undefined)
    throw new Error(
      `Cannot explore mutant ${mutantCase.mutant}: no configuration ${mutantCase.configuration}`,
    );
  return { ...configuration, mutant: mutantCase.mutant, kinds: [mutantCase.kind] };
};
