/** What the doctor says of one thing: that it is fine, or what to do about it. */
export interface Finding {
  /** `danger`: data or money may be lost; `wrong`: something will not work; `missing`: something could be there. */
  readonly state: 'fine' | 'missing' | 'wrong' | 'danger';
  readonly says: string;
  /** The command that mends it. */
  readonly mend?: string;
}

/** What was asked for: its answer, or why there is none. */
export type Asked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: string };

export const fine = (says: string): Finding => ({ state: 'fine', says });

export const finding = (state: Exclude<Finding['state'], 'fine'>, says: string, mend: string): Finding => ({
  state,
  says,
  mend,
});

/** Judges what was asked for; what could not be asked is missing, with the permission or the network that it lacks. */
export const judge = <Value>(
  asked: Asked<Value>,
  what: string,
  mend: string,
  of: (value: Value) => Finding,
): Finding =>
  asked.ok ? of(asked.value) : finding('missing', `${what} could not be asked for: ${asked.why}.`, mend);

const marks = { fine: 'ok', missing: '--', wrong: '!!', danger: '!!' } as const;

/** Findings as lines, those that want something last, each with its command below it. */
export const findingLines = (findings: readonly Finding[]): string[] => {
  const order = ['fine', 'missing', 'wrong', 'danger'];
  return findings
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .flatMap(({ state, says, mend }) => [
      `${marks[state]}  ${says}`,
      ...(mend === undefined ? [] : [`      ${mend}`]),
    ]);
};
