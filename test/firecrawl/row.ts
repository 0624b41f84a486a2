/** What came of one test of a client. */
export interface Row {
  /** File of the suite, or the client. */
  readonly file: string;
  readonly test: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly ms: number;
  /** Why it failed or was skipped. */
  readonly reason?: string;
}

const widest = 62;
const cut = (text: string, to: number): string => (text.length <= to ? text : `${text.slice(0, to - 1)}…`);
const firstLine = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex
    .replaceAll(/\u001b\[\d+m/g, '')
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? '';

/** The rows as a table in plain text, and a line that counts them. */
export const writeTable = (rows: readonly Row[]): string => {
  const cells = rows.map(({ file, test, outcome, ms, reason = '' }) => ({
    file,
    test: cut(test, widest),
    outcome,
    time: outcome === 'skipped' ? '' : `${(ms / 1_000).toFixed(1)} s`,
    reason: cut(firstLine(reason), 110),
  }));
  const width = (key: 'file' | 'test'): number => Math.max(...cells.map((cell) => cell[key].length), 4);
  const lines = cells.map((cell) =>
    [
      cell.file.padEnd(width('file')),
      cell.test.padEnd(width('test')),
      cell.outcome.padEnd(7),
      cell.time.padStart(7),
      cell.reason,
    ]
      .join('  ')
      .trimEnd(),
  );
  const count = (outcome: Row['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  return (
    `${lines.join('\n')}\n\n${rows.length} tests: ${count('passed')} passed, ${count('failed')} failed, ` +
    `${count('skipped')} skipped\n`
  );
};
