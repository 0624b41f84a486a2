import type { Configuration } from './configuration.ts';
import { continueWrite } from './finish-page.ts';
import {
  afterThrow,
  redelivered,
  settle,
  titleOf,
  unsentOf,
  withProcess,
  type Slot,
  type Step,
} from './process.ts';
import {
  abandoned,
  admitted,
  concluded,
  done,
  fetched,
  finishing,
  idle,
  late,
  maskOf,
  names,
  pagesOf,
  running,
  type Message,
  type Process,
  type State,
} from './state.ts';
import {
  bundles,
  changePage,
  endJob,
  fresh,
  giveBack,
  maskIn,
  openMask,
  pageAt,
  send,
  sparesIn,
  take,
} from './store.ts';
import { visitSteps } from './visit.ts';

/** What a worker reads first: the job, then its pages; a message that has no more meaning is acknowledged. */
const received = (state: State, message: Message): Process => {
  const base: Process = { ...idle, message, seen: state.pages.map((page) => page.attempts) };
  switch (message.kind) {
    case 'finish':
      return state.job.status === finishing
        ? {
            ...base,
            place: 'conclude',
            pending: openMask(state),
            seen: state.pages.map(({ state }) => state),
          }
        : { ...base, place: 'acknowledge' };
    case 'dead': {
      if (state.job.status !== running) return { ...base, place: 'acknowledge' };
      if (!message.alone && message.spares === 0 && pagesOf(message.pages).length > 1)
        return { ...base, place: 'send', later: message.pages };
      const pending = openMask(state, message.pages);
      const pendingSpares = sparesIn(state, message.spares);
      return {
        ...base,
        pending,
        pendingSpares,
        seen: state.pages.map((page) => page.state),
        place: pending === 0 && pendingSpares === 0 ? 'drain' : 'work',
      };
    }
    case 'extract':
    case 'fetch': {
      if (state.job.status !== running)
        return { ...base, place: message.receives > 0 ? 'drain' : 'acknowledge' };
      const pending = maskIn(state, message.kind === 'fetch' ? admitted : fetched, message.pages);
      const over = message.pages & ~openMask(state);
      const unsent = message.kind === 'fetch' && message.receives > 0 ? unsentOf(state, over) : 0;
      const pendingSpares = message.kind === 'fetch' ? sparesIn(state, message.spares) : 0;
      return settle({ ...base, pending, pendingSpares, send: unsent });
    }
  }
};

export const receive = (state: State, slot: number, message: Message): Step => {
  const process = received(state, message);
  return {
    label: `${titleOf(slot, process)}: receives its message and reads job and pages`,
    state: withProcess(take(state, message), slot, process),
  };
};

/**
 * A worker that takes the messages of two hosts in one invocation: their pages may end together, what they admit is
 * sent together, and it looks once whether the job is drained. Each message comes back by itself.
 */
export const receiveTwo = (state: State, slot: number, one: Message, other: Message): Step => {
  const both = { ...one, pages: one.pages | other.pages, spares: one.spares | other.spares };
  const process = received(state, both);
  return {
    label: `${titleOf(slot, process)}: receives two messages, and reads job and pages`,
    state: withProcess(take(take(state, one), other), slot, process),
  };
};

/** Concludes the job: pages that were delivered late, as this process has read them, count as finished now. */
const concludeJob = (state: State, slot: Slot, process: Process): Step => {
  const { job } = state;
  const won = job.status === finishing;
  const delivered = process.seen.filter((seen) => seen === late).length;
  const counted = {
    ...job,
    status: concluded,
    finished: job.finished + delivered,
    abandoned: job.abandoned - delivered,
  };
  const next = won ? { ...state, job: counted, faultsLeft: 0, endsLeft: 0 } : state;
  return {
    label: `${titleOf(slot, process)}: ${won ? 'concludes the job' : 'finds the job concluded'}`,
    state: withProcess(next, slot, { ...process, place: 'acknowledge', seen: [] }),
  };
};

/** `finish-job` ends what is open, page by page, and reads a page again that has moved since it was read. */
const concludeSteps = (
  state: State,
  slot: Slot,
  process: Process,
  { mutant }: Pick<Configuration, 'mutant'>,
): Step[] => {
  const title = titleOf(slot, process);
  const page = pagesOf(process.pending)[0];
  if (page === undefined) return [concludeJob(state, slot, process)];
  const name = names(1 << page);
  const now = pageAt(state, page).state;
  const dealtWith = (as: number): Process => ({
    ...process,
    pending: process.pending & ~(1 << page),
    seen: process.seen.map((seen, at) => (at === page ? as : seen)),
    prepared: false,
  });
  if (process.prepared) {
    const isOpen = now === admitted || now === fetched;
    const read = dealtWith(now);
    const next = isOpen ? { ...read, pending: process.pending } : read;
    return [{ label: `${title}: reads ${name} again`, state: withProcess(state, slot, next) }];
  }
  if (now !== process.seen[page]) {
    const next = mutant === 'late-not-read' ? dealtWith(abandoned) : { ...process, prepared: true };
    return [{ label: `${title}: skips ${name}, which is over`, state: withProcess(state, slot, next) }];
  }
  const end = (as: number, label: string): Step => ({
    label: `${title}: ${label} ${name}`,
    state: withProcess(changePage(state, page, { state: as }), slot, dealtWith(as)),
  });
  // What a page that was fetched answers by itself is delivered, if it answers anything.
  return [end(abandoned, 'skips'), ...(now === fetched ? [end(late, 'delivers')] : [])];
};

/**
 * A worker whose page could not end because its job was over: it delivers the page, if nobody has ended it. Then it
 * goes on with what else it has fetched, or leaves the rest, which it has not.
 */
const lateSteps = (state: State, slot: Slot, process: Process, configuration: Configuration): Step[] => {
  const { page, to, message } = process;
  const title = `${titleOf(slot, process)}: delivers ${names(1 << page)} late`;
  const now = pageAt(state, page).state;
  const isMine = now === admitted || configuration.mutant === 'late-unconditional';
  const ended = changePage(state, page, { state: to === done ? late : fetched });
  const next = isMine ? { ...ended, endedTwice: state.endedTwice || now >= done } : state;
  const left = { ...process, pending: process.pending & ~(1 << page) };
  const label = isMine ? title : `${title}: in vain`;
  const steps = [{ label, state: withProcess(next, slot, { ...idle, message, place: 'drain' }) }];
  if (left.pending !== 0)
    steps.push({ label: `${label}, and goes on`, state: withProcess(next, slot, settle(left)) });
  if (state.faultsLeft === 0 || !configuration.kinds.includes('conflict')) return steps;
  const struck = { ...state, faultsLeft: state.faultsLeft - 1 };
  const thrown = afterThrow(struck, slot, process, configuration);
  return [...steps, { label: `${title}: conflicts until it gives up`, state: thrown }];
};

const drainSteps = (state: State, slot: Slot, process: Process, configuration: Configuration): Step[] => {
  const title = titleOf(slot, process);
  const after = process.message === null ? null : { ...process, place: 'acknowledge' as const };
  const won = endJob(state, true, configuration);
  const wakes =
    state.job.status === running && state.job.open === 0 && configuration.mutant !== 'reserve-never-woken';
  if (won === null && wakes && sparesIn(state) !== 0) {
    const waking = { ...process, place: 'send' as const, wake: sparesIn(state), last: false };
    return [
      {
        label: `${title}: job is not drained: a reserve is left`,
        state: withProcess(state, slot, waking),
      },
    ];
  }
  if (won === null) {
    const rings = redelivered(process) && process.message?.kind !== 'dead' && state.job.status === finishing;
    return [
      {
        label: `${title}: job is not drained${rings ? ', but finishing: will ring' : ''}`,
        state: withProcess(state, slot, rings ? { ...process, place: 'ring' } : after),
      },
    ];
  }
  const steps = [
    {
      label: `${title}: ends the drained job`,
      state: withProcess(won, slot, { ...process, place: 'ring' }),
    },
  ];
  if (!configuration.kinds.includes('ambiguous') || state.faultsLeft === 0) return steps;
  const struck = { ...won, faultsLeft: state.faultsLeft - 1 };
  const rings = redelivered(process) && process.message?.kind !== 'dead';
  steps.push(
    {
      label: `${title}: ends the drained job; the answer is lost, the retry finds it finishing`,
      state: withProcess(struck, slot, rings ? { ...process, place: 'ring' } : after),
    },
    {
      label: `${title}: ends the drained job; the answer is lost and it gives up`,
      state: afterThrow(struck, slot, process, configuration),
    },
  );
  return steps;
};

const mailOf = (process: Process, configuration: Configuration): Message[] => [
  ...bundles(process.send, configuration.hosts),
  ...(process.wake === 0 ? [] : [fresh('fetch', 0, false, process.wake)]),
  ...pagesOf(process.later).map((page) => fresh('fetch', 1 << page, process.message?.kind === 'dead')),
  ...pagesOf(process.extract).map((page) => fresh('extract', 1 << page)),
];

const sendStep = (state: State, slot: Slot, process: Process, configuration: Configuration): Step => {
  const mail = mailOf(process, configuration);
  const list = mail
    .map(
      ({ kind, pages, spares }) =>
        `${kind} {${spares === 0 ? names(pages) : `reserves of ${names(spares)}`}}`,
    )
    .join(', ');
  const label = `${titleOf(slot, process)}: sends ${list === '' ? 'nothing' : list}`;
  const sent = send(state, mail);
  if (process.message === null) {
    // Only a seeding by the heartbeat goes on to look whether the job is drained.
    const drains = slot === 'beat' && process.last;
    return { label, state: withProcess(sent, slot, drains ? { ...idle, place: 'drain' } : null) };
  }
  if (process.threw) {
    const gone = withProcess(sent, slot, null);
    return { label, state: giveBack(gone, process.message, configuration) };
  }
  const place = process.message.kind === 'dead' || process.wake !== 0 ? 'acknowledge' : 'drain';
  const after = { ...process, place, send: 0, later: 0, extract: 0, wake: 0 } as const;
  return { label, state: withProcess(sent, slot, after) };
};

/** Every next call of a process, with each answer that it may get. */
export const stepsOf = (state: State, slot: Slot, process: Process, configuration: Configuration): Step[] => {
  const title = titleOf(slot, process);
  switch (process.place) {
    case 'work':
      return visitSteps(state, slot, process, configuration);
    case 'write':
      return continueWrite(state, slot, process, configuration);
    case 'late':
      return lateSteps(state, slot, process, configuration);
    case 'release': {
      const seeds = maskOf(configuration.seeds.slice(0, configuration.limit));
      const next = { ...state, job: { ...state.job, seeding: false } };
      const sending = { ...idle, place: 'send' as const, send: seeds, last: true };
      return [{ label: `${title}: says that the seeds are in`, state: withProcess(next, slot, sending) }];
    }
    case 'send':
      return [sendStep(state, slot, process, configuration)];
    case 'drain':
      return drainSteps(state, slot, process, configuration);
    case 'ring': {
      const rung = send(state, [fresh('finish', 0)]);
      const after = process.message === null ? null : { ...process, place: 'acknowledge' as const };
      return [{ label: `${title}: rings for finish-job`, state: withProcess(rung, slot, after) }];
    }
    case 'conclude':
      return concludeSteps(state, slot, process, configuration);
    case 'acknowledge':
      return [{ label: `${title}: acknowledges`, state: withProcess(state, slot, null) }];
  }
};
