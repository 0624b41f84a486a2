import type { Configuration } from './configuration.ts';
import { titleOf, withProcess, type Slot, type Step } from './process.ts';
import { receive, receiveTwo, stepsOf } from './processes.ts';
import {
  admitted,
  concluded,
  fetched,
  finishing,
  idle,
  maskOf,
  names,
  pagesOf,
  running,
  type Message,
  type Process,
  type State,
} from './state.ts';
import { changePage, endJob, giveBack, maskIn, sparesIn, take } from './store.ts';

/**
 * Every step that the system can take next: of each process, of the queues, of the heartbeat, of the caller, of fate.
 */

const processesOf = (state: State): [Slot, Process][] => {
  const all: [Slot, Process | null][] = [
    ...state.workers.map((worker, slot): [Slot, Process | null] => [slot, worker]),
    ['starter', state.starter],
    ['beat', state.beat],
    ['ender', state.ender],
  ];
  return all.filter((entry): entry is [Slot, Process] => entry[1] !== null);
};

const spend = (state: State): State => ({ ...state, faultsLeft: state.faultsLeft - 1 });

const crash = (state: State, slot: Slot, process: Process, configuration: Configuration): Step => {
  const gone = withProcess(spend(state), slot, null);
  return {
    label: `${titleOf(slot, process)}: crashes`,
    state: process.message === null ? gone : giveBack(gone, process.message, configuration),
  };
};

const workerSteps = (state: State, configuration: Configuration): Step[] => {
  const steps: Step[] = [];
  const strikes = (kind: Configuration['kinds'][number]): boolean =>
    state.faultsLeft > 0 && configuration.kinds.includes(kind);
  for (const [slot, process] of processesOf(state)) {
    steps.push(...stepsOf(state, slot, process, configuration));
    if (strikes('crash')) steps.push(crash(state, slot, process, configuration));
    if (strikes('duplicate') && process.message !== null) {
      steps.push({
        label: `${titleOf(slot, process)}: works on too long, its message is visible again`,
        state: giveBack(spend(state), process.message, configuration),
      });
    }
  }
  return steps;
};

/** Messages that one invocation may take together with this one: of another host, delivered for the first time. */
const companionsOf = (
  message: Message,
  distinct: readonly Message[],
  { together, hosts }: Configuration,
): Message[] => {
  const isFirst = ({ kind, receives, alone, pages }: Message): boolean =>
    kind === 'fetch' && receives === 0 && !alone && pages !== 0;
  const ownHosts = new Set(pagesOf(message.pages).map((page) => hosts[page]));
  if (!together || !isFirst(message)) return [];
  return distinct.filter(
    (other) =>
      isFirst(other) &&
      other.pages > message.pages &&
      !pagesOf(other.pages).some((page) => ownHosts.has(hosts[page])),
  );
};

const queueSteps = (state: State, configuration: Configuration): Step[] => {
  const steps: Step[] = [];
  const free = state.workers.indexOf(null);
  const distinct = state.queue.filter(
    (message, index) =>
      state.queue.findIndex(
        (other) =>
          other.kind === message.kind &&
          other.pages === message.pages &&
          other.spares === message.spares &&
          other.receives === message.receives &&
          other.alone === message.alone,
      ) === index,
  );
  for (const message of distinct) {
    if (free !== -1) {
      steps.push(receive(state, free, message));
      for (const other of companionsOf(message, distinct, configuration))
        steps.push(receiveTwo(state, free, message, other));
    }
    if (state.faultsLeft === 0) continue;
    const title = `queue: ${message.kind} {${names(message.pages)}}`;
    if (configuration.kinds.includes('loss'))
      steps.push({ label: `${title} is lost`, state: take(spend(state), message) });
    if (configuration.kinds.includes('duplicate')) {
      const queue = [...state.queue, { ...message }];
      steps.push({ label: `${title} is duplicated`, state: { ...spend(state), queue } });
    }
  }
  return steps;
};

/** Nobody works and no message waits: the heartbeat is right to take the job for one that stands still. */
const isQuiet = (state: State): boolean => state.queue.length === 0 && processesOf(state).length === 0;

/** What the heartbeat finds when it reads the job (and, for a resend, its pages): its next call. */
const beatOf = (state: State, configuration: Configuration): Process => {
  const { job } = state;
  if (job.status === finishing) return { ...idle, place: 'ring' };
  if (job.seeding && configuration.mutant !== 'no-seeding-mark') {
    const seeds = maskOf(configuration.seeds);
    const chunk = maskOf(configuration.seeds.slice(0, configuration.childrenPerTransaction));
    const rest = seeds & ~chunk;
    return { ...idle, place: 'write', chunk, rest, last: rest === 0 };
  }
  if (job.open === 0) return { ...idle, place: 'drain' };
  const extract = configuration.mutant === 'fetched-not-resent' ? 0 : maskIn(state, fetched);
  const wake = configuration.mutant === 'reserve-never-woken' ? 0 : sparesIn(state);
  return { ...idle, place: 'send', send: maskIn(state, admitted), extract, wake };
};

const beatSteps = (state: State, configuration: Configuration): Step[] => {
  if (configuration.mutant === 'no-heartbeat' || state.beat !== null || state.job.status === concluded)
    return [];
  const quiet = isQuiet(state);
  if (!quiet && (state.faultsLeft === 0 || !configuration.kinds.includes('eager-beat'))) return [];
  const next = quiet ? state : spend(state);
  return [
    {
      label: `heartbeat: reads the job${quiet ? ', which stands still' : ' too eagerly'}`,
      state: withProcess(next, 'beat', beatOf(state, configuration)),
    },
  ];
};

const endSteps = (state: State, configuration: Configuration): Step[] => {
  if (state.endsLeft === 0 || state.ender !== null || state.job.status !== running) return [];
  const ended = endJob(state, false, configuration);
  if (ended === null) return [];
  return [
    {
      label: `end of the job: cancelled, past its deadline, or stopped early; ${ended.job.abandoned} abandoned`,
      state: withProcess({ ...ended, endsLeft: 0 }, 'ender', { ...idle, place: 'ring' }),
    },
  ];
};

const forgetSteps = (state: State, configuration: Configuration): Step[] =>
  configuration.mutant === 'trusted-client-token'
    ? state.pages.flatMap((page, index) =>
        page.token
          ? [
              {
                label: `DynamoDB: ten minutes pass, the token of ${names(1 << index)} is forgotten`,
                state: changePage(state, index, { token: false }),
              },
            ]
          : [],
      )
    : [];

export const listSuccessors = (state: State, configuration: Configuration): Step[] => [
  ...workerSteps(state, configuration),
  ...queueSteps(state, configuration),
  ...beatSteps(state, configuration),
  ...endSteps(state, configuration),
  ...forgetSteps(state, configuration),
];
