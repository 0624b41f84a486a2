import * as z from 'zod';
import { callApi, firstContact, whileWaiting, type NoResponse } from './api/call-api.ts';
import type { Instance } from './api/find-instance.ts';
import { notGleaner } from './api/refusal.ts';

const failedSchema = (message: string): NoResponse => ({ kind: 'unreachable', code: 'NOT_GLEANER', message });

/**
 * Reads one answer of the API.
 *
 * @returns its value, or why there is none.
 */
export const readResponse = async <Schema extends z.ZodType>(
  instance: Instance,
  path: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<{ readonly kind: 'read'; readonly value: z.infer<Schema> } | NoResponse> => {
  const answer = await callApi(instance, { method: 'GET', path }, firstContact, signal);
  if (answer.kind !== 'ok') return answer;
  const parsed = schema.safeParse(answer.body);
  return parsed.success
    ? { kind: 'read', value: parsed.data }
    : failedSchema(notGleaner(instance, `what ${path} answers`));
};

/**
 * Reads a list that the API answers in parts, until `most` of its rows are read or it ends.
 *
 * @param show Gets each part as it comes.
 * @returns how many rows there were, and whether there are more.
 */
export const readList = async <Row extends z.ZodType>(
  instance: Instance,
  list: { readonly path: string; readonly query: Readonly<Record<string, string>>; readonly field: string },
  row: Row,
  most: number,
  show: (rows: readonly z.infer<Row>[]) => Promise<void>,
  signal: AbortSignal,
): Promise<{ readonly kind: 'listed'; readonly count: number; readonly more: boolean } | NoResponse> => {
  const schema = z.looseObject({ [list.field]: z.array(row), cursor: z.string().nullable() });
  let count = 0;
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ ...list.query, ...(cursor === null ? {} : { cursor }) });
    const patience = cursor === null ? firstContact : whileWaiting;
    const answer = await callApi(
      instance,
      { method: 'GET', path: `${list.path}?${query.toString()}` },
      patience,
      signal,
    );
    if (answer.kind !== 'ok') return answer;
    const part = schema.safeParse(answer.body);
    if (!part.success) return failedSchema(notGleaner(instance, `a list of ${list.field}`));
    const all = part.data[list.field] as z.infer<Row>[];
    const rows = all.slice(0, most - count);
    if (rows.length > 0) await show(rows);
    count += rows.length;
    ({ cursor } = part.data as { cursor: string | null });
    if (rows.length < all.length) return { kind: 'listed', count, more: true };
  } while (cursor !== null && count < most);
  return { kind: 'listed', count, more: cursor !== null };
};
