import * as z from 'zod';
import { parseCursor } from '../../lib/steps/read-results/read-extract.ts';
import { limits } from '../../lib/limits/limits.ts';
import { invalidRequest } from '../../lib/request/describe-issues.ts';
import { refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';

/** How many entries of a list come before the wanted ones. */
export const skipField = z.coerce
  .number()
  .int()
  .min(0)
  .optional()
  .meta({ default: 0, description: 'How many to pass over; `next` says it.' });

/** Makes the schema of a slice that continues where an earlier one ended, by default with `usual` entries. */
export const cursorSliceSchema = (usual: number) =>
  z.object({
    cursor: z
      .string()
      .refine((cursor) => parseCursor(cursor) !== null, {
        error: 'expected the cursor of an earlier answer',
      })
      .optional()
      .meta({ description: 'Where to go on from: the `cursor` of the answer before.' }),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(limits.resultsPerPageMax)
      .default(usual)
      .meta({ description: 'How many at most; fewer where they are large.' }),
  });

/** Converts a slice into the form that stores read. */
export const storeSlice = ({
  cursor,
  limit,
}: z.infer<ReturnType<typeof cursorSliceSchema>>): {
  readonly count: number;
  readonly after?: NonNullable<ReturnType<typeof parseCursor>>;
} => {
  const after = cursor === undefined ? null : parseCursor(cursor);
  return { count: limit, ...(after === null ? {} : { after }) };
};

/**
 * Reads a request's query, such as a slice of a list, or what to respond if the query is malformed. `ignored` lists
 * parameters that the schema does not name.
 *
 * A parameter without a value (`?limit=`) is none: clients write one that they leave out so, and as a number it would
 * be 0. A cursor without a value was lost, and a list would begin again: it is refused as any other wrong one.
 */
export const readQuery = <Schema extends z.ZodType>(
  schema: Schema,
  request: HttpRequest,
):
  | { readonly query: z.infer<Schema>; readonly ignored: readonly string[] }
  | { readonly refused: HttpResponse } => {
  const given = Object.fromEntries(
    Object.entries(request.query).filter(([name, value]) => value !== '' || name === 'cursor'),
  );
  const known = schema instanceof z.ZodObject ? schema.shape : given;
  const query = schema.safeParse(given, { reportInput: true });
  return query.success
    ? { query: query.data, ignored: Object.keys(given).filter((name) => !Object.hasOwn(known, name)) }
    : { refused: refuse(invalidRequest('Cannot accept the query', query.error.issues)) };
};
