import type { ProgressRate } from '../../lib/deliver/progress-rate.ts';
import { inertOnTerminal } from '../inert-text.ts';

/** The progress of a job. */
export interface JobProgress {
  /** What the job does, such as `crawling`, or how it ended. */
  readonly status: string;
  readonly completed: number;
  readonly total: number;
  readonly failed: number | undefined;
  readonly rate: ProgressRate;
  /** Further facts: what else the job did, or for what it waits, in a few words each. */
  readonly details?: readonly string[];
}

const barWidthMax = 28;
const barWidthMin = 6;

/** Writes minutes and seconds, and hours if there are any: `0:07`, `12:30`, `1:02:03`. */
export const formatClock = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h === 0 ? `${m}:${two(s)}` : `${h}:${two(m)}:${two(s)}`;
};

const rateText = ({ perSecond }: ProgressRate): string =>
  `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)} pages/s`;

/** Writes the facts without a bar, for streams that cannot redraw a line. */
export const plainProgress = (progress: JobProgress): string =>
  [
    progress.status,
    `${progress.completed}/${progress.total}`,
    ...(progress.failed === undefined || progress.failed === 0 ? [] : [`${progress.failed} failed`]),
    ...(progress.details ?? []),
    rateText(progress.rate),
    formatClock(progress.rate.elapsedMs),
    ...(progress.rate.leftMs ? [`${formatClock(progress.rate.leftMs)} left`] : []),
  ].join('  ');

/**
 * Writes one line of at most `columns` characters: if it is too long, the bar is cut first, then the end of the text.
 * With `color` it adds escape sequences, which take no room on the screen.
 */
export const jobProgressLine = (progress: JobProgress, columns: number, color: boolean): string => {
  const text = inertOnTerminal(plainProgress(progress));
  const width = Math.min(barWidthMax, columns - text.length - 2);
  if (width < barWidthMin) return text.slice(0, Math.max(columns, 0));
  const share = progress.total === 0 ? 0 : Math.min(progress.completed / progress.total, 1);
  const full = Math.floor(share * width);
  const bar = '█'.repeat(full) + '░'.repeat(width - full);
  return `${color ? `\u001B[32m${bar}\u001B[39m` : bar}  ${text}`;
};
