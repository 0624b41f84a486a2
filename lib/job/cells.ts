import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import type { JobRequest } from '../request/order.ts';
import type { JobKind } from './job-kind.ts';
import { unitShape } from './units.ts';

/**
 * Cells: the counters of a job that may grow wide, spread over several items.
 *
 * Every page of a job changes the job's counters, and one item takes so many transactions a second and no more
 * (`docs/scale.md`). A job over few hosts never gets there: politeness keeps it slower. One that may spread over many has its
 * counters in cells. Each step of the protocol touches one cell, as it would touch the job's item, and a cell has its own share
 * of the limit, its `room`, which moves between cells when one has none left: so `admitted + room` over all cells is the limit
 * at every moment. A page is counted as admitted in its parent's cell and as finished in its own, so only the sums mean
 * anything.
 */
export const cellSchema = z.object({
  status: z.enum(['running', 'closed']),
  /** Pages that may still be admitted through this cell. */
  room: z.number().int().min(0),
  /** Of one cell they may be below zero; only their sums over all cells mean anything. */
  admitted: z.number().int(),
  finished: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  blocked: z.number().int(),
  skipped: z.number().int(),
  unchanged: z.number().int(),
  sitemaps: z.number().int().default(0),
  sitemapsOpen: z.number().int().default(0),
  /** Milliseconds since the epoch. */
  progressAt: z.number(),
  ...unitShape,
});
export type Cell = z.infer<typeof cellSchema>;

export const cellCounters = [
  'admitted',
  'finished',
  'done',
  'failed',
  'blocked',
  'skipped',
  'unchanged',
  'sitemaps',
  'sitemapsOpen',
] as const;

/** The cell that a page is finished in, and its children are admitted in. */
export const cellOf = (hash: string, cells: number): number => Number.parseInt(hash.slice(4, 8), 16) % cells;

/** The cells of a job that begins: its limit, dealt out evenly to the last page. */
export const newCells = (limit: number, cells: number, now: number): Cell[] =>
  Array.from({ length: cells }, (_, index) => ({
    status: 'running',
    room: Math.floor(limit / cells) + (index < limit % cells ? 1 : 0),
    admitted: 0,
    finished: 0,
    done: 0,
    failed: 0,
    blocked: 0,
    skipped: 0,
    unchanged: 0,
    sitemaps: 0,
    sitemapsOpen: 0,
    progressAt: now,
  }));

/**
 * Two numbers of which neither ever falls, in any cell or in all: what was put into the frontier, and what of it has ended.
 * Sitemaps keep a job open as pages do.
 */
export const movesOf = (cells: readonly Cell[]): { readonly begun: number; readonly ended: number } => {
  const sums = sumOfCells(cells);
  return {
    begun: sums.admitted + sums.sitemaps,
    ended: sums.finished + sums.sitemaps - sums.sitemapsOpen,
  };
};

/** What the cells say together, in the job's words. */
export const sumOfCells = (
  cells: readonly Cell[],
): Record<(typeof cellCounters)[number] | 'open' | 'progressAt', number> => {
  const sum = (name: (typeof cellCounters)[number]): number =>
    cells.reduce((total, cell) => total + cell[name], 0);
  return {
    admitted: sum('admitted'),
    finished: sum('finished'),
    done: sum('done'),
    failed: sum('failed'),
    blocked: sum('blocked'),
    skipped: sum('skipped'),
    unchanged: sum('unchanged'),
    sitemaps: sum('sitemaps'),
    sitemapsOpen: sum('sitemapsOpen'),
    open: sum('admitted') + sum('sitemapsOpen') - sum('finished'),
    progressAt: Math.max(0, ...cells.map((cell) => cell.progressAt)),
  };
};

/**
 * How many cells a job gets; undefined for one whose own item is enough. A batch shows its hosts. A crawl that may leave its
 * site shows nothing, and is taken for wide if it may be large.
 */
export const cellsFor = (
  kind: JobKind,
  request: JobRequest,
  facts: { readonly limit: number; readonly hosts: number },
): number | undefined => {
  const { limit, hosts } = facts;
  // Budgets of an extraction are kept on the job's own item; it waits for models more than for counters.
  if (limit < limits.wideJobPagesMin || request.extract !== undefined) return undefined;
  const roams = kind === 'crawl' && request.crawl?.allowExternalLinks === true;
  const wanted = Math.ceil((roams ? limit / limits.pagesPerHostGuess : hosts) / limits.cellHosts);
  return wanted < 2 ? undefined : Math.min(limits.cellsMax, wanted);
};
