import { createHash } from 'node:crypto';
import * as z from 'zod';
import { failure, type Failure } from './failure.ts';

/** What chooses the entries of a list and their order: its name, whose it is, and each filter. */
export interface ListAsked {
  readonly list: string;
  readonly filters: Readonly<Record<string, string | number | readonly string[] | undefined>>;
}

const shownCharactersMax = 160;

/** The mark of a place in a list is the same in whatever order filters and their values were sent. */
const placeMark = ({ list, filters }: ListAsked, place: string): string => {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'object' ? value.toSorted() : value])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([list, given, place]))
    .digest('hex')
    .slice(0, 8);
};

const marked = /^(?<place>[^]*)\.(?<mark>[0-9a-f]{8})$/;

/**
 * Writes the cursor of a place in a list; null at its end. Its mark says of which list, so that no other one goes on
 * there.
 */
export const writeListCursor = (asked: ListAsked, place: string | null): string | null =>
  place === null ? null : `${place}.${placeMark(asked, place)}`;

/**
 * Reads the place from a cursor of a list; undefined if none is given. A cursor of another list, or of this list with
 * other filters, is refused: entries would be left out or told twice, and nobody would know. So is one without a mark,
 * which was cut, or which a release before wrote.
 */
export const readListCursor = (
  asked: ListAsked,
  cursor: string | undefined,
):
  | { readonly ok: true; readonly place: string | undefined }
  | { readonly ok: false; readonly failure: Failure } => {
  if (cursor === undefined) return { ok: true, place: undefined };
  const { place, mark } = marked.exec(cursor)?.groups ?? {};
  if (place !== undefined && mark === placeMark(asked, place)) return { ok: true, place };
  const shown = JSON.stringify(cursor.slice(0, shownCharactersMax));
  const message =
    `Cannot go on at ${shown}: it is no cursor of this list with these filters. Begin again without cursor, and ` +
    'go on with the same filters';
  return { ok: false, failure: failure('CURSOR_UNKNOWN', message) };
};

/** Makes the field of a query for a list's cursor. `isPlace` says how places in the list are written. */
export const listCursorField = (isPlace: (place: string) => boolean) =>
  z
    .string()
    .refine((cursor) => isPlace(marked.exec(cursor)?.groups?.['place'] ?? cursor), {
      error: 'expected the cursor of an earlier answer',
    })
    .optional()
    .meta({
      description: 'Where to go on from: the `cursor` of the answer before, asked for with the same filters.',
    });
