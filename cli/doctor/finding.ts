import type { Answered } from '../../lib/store/account/read-account.ts';

/** The doctor's finding about one thing: that it is fine, or what to do about it. */
export interface Diagnosis {
  /** `danger`: data or money may be lost; `wrong`: something will not work; `missing`: something could be set up. */
  readonly state: 'fine' | 'missing' | 'wrong' | 'danger';
  readonly says: string;
  /** The command that repairs it. */
  readonly remedy?: string;
}

export const fine = (says: string): Diagnosis => ({ state: 'fine', says });

export const finding = (
  state: Exclude<Diagnosis['state'], 'fine'>,
  says: string,
  remedy: string,
): Diagnosis => ({
  state,
  says,
  remedy,
});

/** Judges a value that was read; a value that could not be read is missing, with the missing permission or network. */
export const judge = <Value>(
  asked: Answered<Value>,
  what: string,
  remedy: string,
  of: (value: Value) => Diagnosis,
): Diagnosis =>
  asked.ok ? of(asked.value) : finding('missing', `${what}: this could not be read: ${asked.why}.`, remedy);

const marks = { fine: 'ok', missing: '--', wrong: '!!', danger: '!!' } as const;

/** Writes findings as lines, those that need action last, each with its command below it. */
export const findingLines = (findings: readonly Diagnosis[]): string[] => {
  const order = ['fine', 'missing', 'wrong', 'danger'];
  return findings
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .flatMap(({ state, says, remedy }) => [
      `${marks[state]}  ${says}`,
      ...(remedy === undefined ? [] : [`      ${remedy}`]),
    ]);
};
