import type { Configuration } from './configuration.ts';
import { afterThrow, redelivered, settle, titleOf, withProcess, type Slot, type Step } from './process.ts';
import {
  absent,
  admitted,
  done,
  fetched,
  maskOf,
  names,
  pagesOf,
  type Process,
  type State,
} from './state.ts';
import { maskIn, pageAt, transact } from './store.ts';

/** `finishTogether`: one transaction by which several pages of a visit move on, with the children of all. */

/**
 * The effect of the transaction: what the pages' own transactions would do one after the other, all of it or nothing.
 * A child of two of the pages is put once, as the first one's. Null where any condition does not hold.
 */
const applied = (state: State, pages: readonly number[], configuration: Configuration): State | null => {
  const { limit, tries, mutant, twoSteps, links } = configuration;
  const existing = maskOf(state.pages.flatMap((page, index) => (page.state === absent ? [] : [index])));
  let next = state;
  let put = 0;
  for (const page of pages) {
    // What exists is dropped: a try that was cancelled for it has told so, and it stays true.
    const children = maskOf(links[page] ?? []) & ~put & ~existing;
    const from = mutant === 'together-unconditional' ? pageAt(state, page).state || admitted : admitted;
    const write = { page, from, to: twoSteps ? fetched : done, children, limit, tries };
    const answer = transact(next, write, undefined);
    if (answer.kind === 'cancelled') return null;
    next = answer.state;
    put |= children;
  }
  if (mutant !== 'together-counted-once') return next;
  const { job } = next;
  return { ...next, job: { ...job, open: job.open + 1, finished: job.finished - 1 } };
};

/** A worker ends all that it has at once, with every answer that it may get; refused, it goes on page by page. */
export const endTogether = (
  state: State,
  slot: Slot,
  process: Process,
  configuration: Configuration,
): Step[] => {
  const pages = pagesOf(process.pending);
  const isPoisoned = (configuration.poison & process.pending) !== 0;
  const isAlone = process.apart || pages.length < 2 || redelivered(process);
  if (!configuration.together || isAlone || isPoisoned) return [];
  const title = `${titleOf(slot, process)}: transaction of ${names(process.pending)} together`;
  // A page that has moved falls out, and is dealt with by itself.
  const open = pages.filter(
    (page) => pageAt(state, page).state === admitted || configuration.mutant === 'together-unconditional',
  );
  const next = open.length < 2 ? null : applied(state, open, configuration);
  const apart = { ...process, apart: true };
  if (next === null)
    return [{ label: `${title}: cancelled, goes on page by page`, state: withProcess(state, slot, apart) }];
  const children = pagesOf(maskIn(next, admitted)).filter((child) => pageAt(state, child).state === absent);
  const ends = maskOf(open);
  const ended: Process = {
    ...apart,
    pending: process.pending & ~ends,
    send: process.send | maskOf(children),
    extract: configuration.twoSteps ? process.extract | ends : process.extract,
  };
  const steps: Step[] = [{ label: title, state: withProcess(next, slot, settle(ended)) }];
  if (state.faultsLeft === 0) return steps;
  const struck = { faultsLeft: state.faultsLeft - 1 };
  if (configuration.kinds.includes('conflict')) {
    steps.push({
      label: `${title}: conflicts, goes on page by page`,
      state: withProcess({ ...state, ...struck }, slot, apart),
    });
  }
  if (configuration.kinds.includes('ambiguous')) {
    const unknown = { ...next, ...struck };
    steps.push(
      {
        label: `${title}: applied, the answer is lost, goes on page by page`,
        state: withProcess(unknown, slot, { ...apart, maybe: ends }),
      },
      {
        label: `${title}: applied, the answer is lost, gives up`,
        state: afterThrow(unknown, slot, process, configuration),
      },
    );
  }
  return steps;
};
