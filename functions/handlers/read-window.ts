import * as z from 'zod';
import { parseCursor } from '../../lib/steps/read-results/read-extract.ts';
import { limits } from '../../lib/limits/limits.ts';
import { invalidRequest } from '../../lib/request/describe-issues.ts';
import { refuse, type HttpAnswer, type HttpRequest } from '../edge/http.ts';

/** How many entries of a list come before the wanted ones. */
export const skipField = z.coerce
  .number()
  .int()
  .min(0)
  .optional()
  .meta({ default: 0, description: 'How many to pass over; `next` says it.' });

/** Makes the schema of a window that continues where an earlier one ended, by default with `usual` entries. */
export const cursorWindowSchema = (usual: number) =>
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

/** Converts a window into the form that stores read. */
export const storeWindow = ({
  cursor,
  limit,
}: z.infer<ReturnType<typeof cursorWindowSchema>>): {
  readonly count: number;
  readonly after?: NonNullable<ReturnType<typeof parseCursor>>;
} => {
  const after = cursor === undefined ? null : parseCursor(cursor);
  return { count: limit, ...(after === null ? {} : { after }) };
};

/** Reads the window of a list from a request's query, or what to answer if the query is malformed. */
export const readWindow = <Schema extends z.ZodType>(
  schema: Schema,
  request: HttpRequest,
): { readonly window: z.infer<Schema> } | { readonly refused: HttpAnswer } => {
  const query = schema.safeParse(request.query, { reportInput: true });
  return query.success
    ? { window: query.data }
    : { refused: refuse(invalidRequest('Invalid pagination', query.error.issues)) };
};
