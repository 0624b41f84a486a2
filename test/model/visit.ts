import type { Configuration } from './configuration.ts';
import { startWrite } from './finish-page.ts';
import { endTogether } from './finish-together.ts';
import { afterThrow, settle, titleOf, withProcess, type Slot, type Step } from './process.ts';
import {
  admitted,
  done,
  failed,
  fetched,
  maskOf,
  names,
  pagesOf,
  type Process,
  type State,
} from './state.ts';
import { changePage, giveBack, isModelSatisfied, pageAt } from './store.ts';

/**
 * A worker with a reserve: its links go into the frontier as far as there is room; it ends where none can be delivered.
 */
const spareSteps = (state: State, slot: Slot, process: Process, configuration: Configuration): Step[] => {
  const page = pagesOf(process.pendingSpares)[0] as number;
  const { spare } = pageAt(state, page);
  const step = { page, to: done, spare: true };
  if (process.message?.kind === 'dead') {
    const steps = startWrite(state, slot, process, configuration, { ...step, children: 0 });
    return steps.map((one) => ({ ...one, state: { ...one.state, buriedLinks: true } }));
  }
  const children = isModelSatisfied(state, configuration) ? 0 : spare;
  return startWrite(state, slot, process, configuration, { ...step, children });
};

/**
 * One of two visits that share an invocation meets an outage, after the other has ended its pages: what was admitted
 * is sent, and only the message of that visit comes back.
 */
const otherVisitThrows = (
  state: State,
  slot: Slot,
  process: Process,
  configuration: Configuration,
): Step[] => {
  const { message, pending } = process;
  const { hosts, kinds } = configuration;
  if (message === null || state.faultsLeft === 0 || !kinds.includes('crash')) return [];
  const host = hosts[pagesOf(pending)[0] as number];
  const part = maskOf(pagesOf(message.pages).filter((page) => hosts[page] === host));
  if (message.kind !== 'fetch' || part === message.pages || (pending & ~part) !== 0) return [];
  const struck = { ...state, faultsLeft: state.faultsLeft - 1 };
  const rest = { ...process, message: { ...message, pages: part, spares: 0 } };
  return [
    {
      label: `${titleOf(slot, process)}: the visit of ${names(part)} throws`,
      state: afterThrow(struck, slot, rest, configuration),
    },
  ];
};

/** A worker with the next of its pages: fetched, extracted or buried, with every outcome that the site may cause. */
export const visitSteps = (
  state: State,
  slot: Slot,
  process: Process,
  configuration: Configuration,
): Step[] => {
  if (process.pending === 0) return spareSteps(state, slot, process, configuration);
  const page = pagesOf(process.pending)[0] as number;
  const name = names(1 << page);
  const title = titleOf(slot, process);
  const steps: Step[] = [];
  if (process.message?.kind === 'dead') {
    return startWrite(state, slot, process, configuration, { page, to: failed, children: 0 });
  }
  if (process.message?.kind === 'extract') {
    steps.push(...startWrite(state, slot, process, configuration, { page, to: done, children: 0 }));
    if (configuration.failures)
      steps.push(...startWrite(state, slot, process, configuration, { page, to: failed, children: 0 }));
    return steps;
  }
  if ((configuration.poison & (1 << page)) !== 0) {
    const dead = withProcess(state, slot, null);
    const { message } = process;
    return [
      {
        label: `${title}: dies of ${name}`,
        state: message === null ? dead : giveBack(dead, message, configuration),
      },
    ];
  }
  const children = maskOf(configuration.links[page] ?? []);
  const to = configuration.twoSteps ? fetched : done;
  steps.push(...startWrite(state, slot, process, configuration, { page, to, children }));
  if (configuration.failures)
    steps.push(...startWrite(state, slot, process, configuration, { page, to: failed, children: 0 }));
  steps.push(
    ...endTogether(state, slot, process, configuration),
    ...otherVisitThrows(state, slot, process, configuration),
  );
  const attempts = process.seen[page] as number;
  const item = pageAt(state, page);
  const again = (label: string, browser: boolean): void => {
    // `recordAttempt`: on condition that the page is open and nobody else counted this attempt.
    const mine = item.state === admitted && item.attempts === attempts;
    const next = mine ? changePage(state, page, { attempts: attempts + 1, browser }) : state;
    const rest = { ...process, pending: process.pending & ~(1 << page) };
    const later = mine ? process.later | (1 << page) : process.later;
    const told = `${title}: ${label} ${name}${mine ? '' : ', but it has moved on'}`;
    steps.push({ label: told, state: withProcess(next, slot, settle({ ...rest, later })) });
    if (!mine || !configuration.kinds.includes('ambiguous') || state.faultsLeft === 0) return;
    const struck = { ...next, faultsLeft: state.faultsLeft - 1 };
    steps.push({
      label: `${told}; the answer is lost, the retry finds the attempt counted`,
      state: withProcess(struck, slot, settle(rest)),
    });
  };
  if (attempts < configuration.retries) again('notes a failed attempt at', item.browser);
  if (configuration.tiers && !item.browser && attempts <= configuration.retries)
    again('wants the browser for', true);
  return steps;
};
