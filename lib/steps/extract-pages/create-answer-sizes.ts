import { getAnswerSize, putAnswerSize } from '../../store/models/answer-sizes.ts';
import type { Table } from '../../store/table.ts';
import {
  answerSizeId,
  nextAnswerSize,
  type AnswerSize,
  type AnswerSizes,
} from '../../extract/model/answer-size.ts';
import { limits } from '../../limits/limits.ts';
import type { Log } from '../../log.ts';

/** What learning the sizes of answers needs. */
export interface AnswerSizesDependencies {
  readonly table: Table;
  readonly now: () => number;
  readonly log: Log;
}

const shapesKept = 1_000;
/** What other functions have learned is read again after this time. */
const trustMs = 60_000;
/** The stored size is written again once it differs by this part: then other amounts would be reserved. */
const changedBy = 1 / 8;

interface Known {
  readonly size: AnswerSize | null;
  /** Tokens in the stored size; undefined if none is stored. */
  readonly stored: number | undefined;
  readonly readAt: number;
}

/**
 * Learns what answers take, once for a sandbox: the stored size of a shape is read once a minute, and written when it
 * has changed. So a schema in constant use costs one read a minute in each sandbox, and hardly a write.
 */
export const createAnswerSizes = ({
  table,
  now,
  log,
}: AnswerSizesDependencies): ((team: string) => AnswerSizes) => {
  const shapes = new Map<string, Known>();
  const read = async (id: string): Promise<Known> => {
    const known = shapes.get(id);
    if (known !== undefined && now() - known.readAt < trustMs) return known;
    const stored = await getAnswerSize(table, id);
    const fresh = { size: stored ?? known?.size ?? null, stored: stored?.tokens, readAt: now() };
    if (shapes.size >= shapesKept) shapes.clear();
    shapes.set(id, fresh);
    return fresh;
  };
  return (team) => ({
    usual: async (shape) => (await read(answerSizeId(team, shape))).size?.tokens,
    note: async (shape, answer) => {
      const id = answerSizeId(team, shape);
      try {
        const { size, stored, readAt } = await read(id);
        const next = nextAnswerSize(size, answer);
        const isNews = stored === undefined || Math.abs(next.tokens - stored) > stored * changedBy;
        shapes.set(id, { size: next, stored: isNews ? next.tokens : stored, readAt });
        if (isNews) await putAnswerSize(table, id, next, now() + limits.answerSizeKeptMs);
      } catch (error) {
        // The answer is there and was paid for; the next one teaches the same.
        log('size of answers not learned', { error: String(error) });
      }
    },
  });
};
