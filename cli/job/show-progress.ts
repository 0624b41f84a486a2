import { progressRate } from '../../lib/deliver/progress-rate.ts';
import { stateWord, type CliJobKind } from './job-place.ts';
import { countFailed, type CliStatus } from './job-status.ts';
import { plainProgress, jobProgressLine, type JobProgress } from './progress-line.ts';
import { readScreen } from '../output/screen.ts';
import { sayOn } from '../output/write-output.ts';

/** Milliseconds between two lines, on streams that cannot redraw a line. */
const plainLineMs = 5_000;

export interface JobProgressDisplay {
  readonly update: (status: CliStatus) => void;
  /** Clears the line, so that other text may follow. */
  readonly clear: () => void;
}

const clock = (iso: string): string => iso.slice(11, 19);

/** Returns for what a job waits, since when and until when; `sayWait` gives the reason once. */
const waitDetails = ({ waiting }: CliStatus): string[] =>
  waiting === undefined
    ? []
    : [`waiting since ${clock(waiting.since)}, until ${clock(waiting.until)} UTC: ${waiting.code}`];

/** For an extraction: fields found, tokens and dollars so far. */
const extractionDetails = ({ cost }: CliStatus): string[] => {
  const { fieldsAnswered = 0, inputTokens = 0, outputTokens = 0, dollars = 0 } = cost?.extraction ?? {};
  if (cost?.extraction === undefined) return [];
  const tokens = inputTokens + outputTokens;
  return [
    `${fieldsAnswered} fields`,
    ...(tokens === 0 ? [] : [`${tokens} tokens`]),
    ...(dollars === null || dollars === 0 ? [] : [`$${dollars.toFixed(4)}`]),
  ];
};

/**
 * Shows a job's progress on stderr: one line that is redrawn on a terminal, and elsewhere a plain line every few
 * seconds while something changes. Rate and times are of the whole job, whenever this began to follow it.
 */
export const showJobProgress = (
  stream: NodeJS.WriteStream,
  kind: CliJobKind,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  now: () => number = Date.now,
): JobProgressDisplay => {
  const startedAt = now();
  const screen = readScreen(stream, environment);
  let lastLineAt = Number.NEGATIVE_INFINITY;
  let lastCounts = '';
  let lastWait: string | undefined;
  /** Prints each reason in full, once, because the line has no room for it. */
  const sayWait = ({ waiting }: CliStatus): void => {
    if (waiting !== undefined && waiting.code !== lastWait) {
      screen?.().clear();
      // The reason holds words of the provider: they stay on this line.
      sayOn(stream, `Waiting for a model. ${waiting.code}: ${waiting.reason.replaceAll(/\s+/g, ' ')}`);
    }
    lastWait = waiting?.code;
  };
  return {
    update: (status) => {
      sayWait(status);
      const at = now();
      const { completed, total } = status;
      // A server that does not say when the job began is followed from here on.
      const createdAt = Date.parse(status.createdAt ?? '') || startedAt;
      const rate = progressRate({ createdAt, at, ended: completed, known: total });
      const failed = countFailed(status);
      const word = stateWord(kind, status.status);
      const details = [...extractionDetails(status), ...waitDetails(status)];
      const progress: JobProgress = { status: word, completed, total, failed, rate, details };
      if (screen !== undefined) {
        const { columns, color, redraw } = screen();
        redraw(jobProgressLine(progress, columns, color));
        return;
      }
      const counts = [status.status, completed, total, failed ?? 0, ...details].join(' ');
      if (counts === lastCounts || at - lastLineAt < plainLineMs) return;
      lastLineAt = at;
      lastCounts = counts;
      sayOn(stream, plainProgress(progress));
    },
    clear: () => screen?.().clear(),
  };
};
