import type { Failure } from '../../failure.ts';
import { addUsage } from '../llm/model-price.ts';
import type { Unanswered } from './extraction-outcome.ts';
import type { ModelValues } from './model-values.ts';
import { noModelUsage, type ModelUsage } from './page-extraction.ts';

/**
 * How a model is asked for what a page does not answer by itself: one question for each chunk, one after the other.
 *
 *   reserving ──► asking ──► reserving … ──► settled
 *       │           └──────► waiting
 *       └──────────────────► settled
 *
 * - `reserving`: the question at `next` is to be asked, once its cost is reserved.
 * - `asking`: the question was asked, and every call for it is reported.
 * - `waiting`: no model can be asked now. The page goes back to its queue with `unanswered`. Paid answers are stored
 *   elsewhere, so the next worker begins at the first question and pays for no answer twice.
 * - `settled`: no further question is asked. The answers are in `parts`, the reasons for the rest in `unanswered` and
 *   `rest`.
 *
 * No event removes anything from `parts` or `usage`: what is known and what was paid only grow. A worker that dies in
 * `asking` loses the call of that question, and no more.
 */
export type AskingState = Known &
  (
    | { readonly kind: 'reserving' | 'asking' }
    | { readonly kind: 'waiting'; readonly until: number; readonly failure: Failure }
    | { readonly kind: 'settled'; readonly by: Settlement }
  );

/**
 * Why asking ended: every question was asked or is not needed, the money ran out, the job ended, or the model cannot be
 * asked at all.
 */
export type Settlement = 'done' | 'exhausted' | 'over' | 'given-up';

interface Known {
  /** How many questions there are. */
  readonly questions: number;
  readonly next: number;
  /** Answers by the place of their question. */
  readonly parts: readonly (ModelValues & {
    readonly at: number;
    readonly raw: string;
    /** Identifies the stored answer (`ModelOutput.id`). */
    readonly id?: string;
    /** Why a part of the answer could not be used. */
    readonly failure?: Failure;
  })[];
  readonly unanswered: readonly Unanswered[];
  /** Why no question from `next` on is asked; absent if all were. */
  readonly rest?: Failure;
  readonly usage: ModelUsage;
}

export type AskingEvent =
  | { readonly kind: 'reserved' }
  /** The job's budget has no room for the question. */
  | { readonly kind: 'exhausted'; readonly failure: Failure }
  /** The page or its job is over: it needs no further question. */
  | { readonly kind: 'over'; readonly failure: Failure }
  /** `isComplete`: the questions that follow could answer no open field. */
  | {
      readonly kind: 'answered';
      readonly values: ModelValues;
      readonly raw: string;
      readonly id?: string;
      readonly usage: ModelUsage;
      readonly isComplete: boolean;
      /** Why a part of the answer could not be used. */
      readonly failure?: Failure;
    }
  /** The model has no answer to this question, and would have none if asked again. */
  | { readonly kind: 'unanswered'; readonly failure: Failure; readonly usage: ModelUsage }
  /** The model cannot be asked anything, now or later: a person has to act first. */
  | { readonly kind: 'unaskable'; readonly failure: Failure; readonly usage: ModelUsage }
  /** No model can be asked now; `mayWait`: the page has time to wait until then. */
  | {
      readonly kind: 'unavailable';
      readonly failure: Failure;
      readonly usage: ModelUsage;
      readonly until: number;
      readonly mayWait: boolean;
    };

/** Which event may come in which state, and the states that may follow. No others are possible. */
export const askingTransitions = {
  reserving: {
    reserved: ['asking'],
    exhausted: ['settled'],
    over: ['settled'],
    // The rest of the budget is reserved for other pages, which may give it back.
    unavailable: ['waiting', 'settled'],
  },
  asking: {
    answered: ['reserving', 'settled'],
    unanswered: ['reserving', 'settled'],
    unaskable: ['settled'],
    unavailable: ['waiting', 'settled'],
  },
  waiting: {},
  settled: {},
} as const satisfies Readonly<
  Record<AskingState['kind'], Partial<Record<AskingEvent['kind'], readonly AskingState['kind'][]>>>
>;

/**
 * Starts a page with this number of questions, none of them asked since the page was taken up. Questions that got no
 * answer before are not asked again.
 */
export const startAsking = (questions: number, unanswered: readonly Unanswered[] = []): AskingState =>
  goOn({ questions, next: -1, parts: [], unanswered, usage: noModelUsage });

const knownOf = ({ questions, next, parts, unanswered, usage }: Known): Known => ({
  questions,
  next,
  parts,
  unanswered,
  usage,
});

/** Goes on to the next question that did not fail before, or to the end. */
const goOn = (known: Known): AskingState => {
  const isInVain = (at: number): boolean => known.unanswered.some((question) => question.at === at);
  let next = known.next + 1;
  while (next < known.questions && isInVain(next)) next += 1;
  return next < known.questions
    ? { ...known, kind: 'reserving', next }
    : { ...known, kind: 'settled', by: 'done', next };
};

const settle = (known: Known, by: Settlement, rest: Failure): AskingState => ({
  ...known,
  kind: 'settled',
  by,
  rest,
});

/** Ends a page that waits as if it did not wait. */
export const giveUp = (state: AskingState, why: Failure): AskingState =>
  settle(knownOf(state), 'given-up', why);

/**
 * Returns the state after an event.
 *
 * @throws {Error} for an event that the table does not have in this state.
 */
export const nextAsking = (state: AskingState, event: AskingEvent): AskingState => {
  if (!Object.hasOwn(askingTransitions[state.kind], event.kind)) {
    throw new Error(`Cannot go on asking: "${event.kind}" cannot happen while ${state.kind}`);
  }
  const before = knownOf(state);
  const known = 'usage' in event ? { ...before, usage: addUsage(before.usage, event.usage) } : before;
  switch (event.kind) {
    case 'reserved':
      return { ...known, kind: 'asking' };
    case 'exhausted':
    case 'over':
      return settle(known, event.kind, event.failure);
    case 'answered': {
      const { values, raw, id, failure: lacking } = event;
      const told = {
        ...(id === undefined ? {} : { id }),
        ...(lacking === undefined ? {} : { failure: lacking }),
      };
      const part = { ...values, at: known.next, raw, ...told };
      const parts = [...known.parts, part];
      return event.isComplete ? { ...known, parts, kind: 'settled', by: 'done' } : goOn({ ...known, parts });
    }
    case 'unanswered':
      return goOn({
        ...known,
        unanswered: [...known.unanswered, { at: known.next, failure: event.failure }],
      });
    case 'unaskable':
      return settle(known, 'given-up', event.failure);
    case 'unavailable':
      return event.mayWait
        ? { ...known, kind: 'waiting', until: event.until, failure: event.failure }
        : settle(known, 'given-up', event.failure);
  }
};
