import * as z from 'zod';

import type { Visit } from '../judge-visit.ts';

/** Codes with which a site refuses to be read, or to be read by us. */
const blockedCodes: ReadonlySet<string> = new Set([
  'HTTP_FORBIDDEN',
  'ROBOTS_DISALLOWED',
  'CHALLENGE',
  'LOGIN_REQUIRED',
]);

/** Says whether a visit was refused. */
export const wasRefused = ({ status, code = '' }: Pick<Visit, 'status' | 'code'>): boolean =>
  status === 401 || status === 403 || blockedCodes.has(code);

const troubledSchema = z.object({
  count: z.number().int().meta({ description: 'How many of its URLs.' }),
  url: z.string().meta({ description: 'The first of them.' }),
  verdict: z
    .enum(['there', 'gone', 'no-host', 'moved', 'unreachable'])
    .meta({ description: 'What became of that one.' }),
  status: z.number().int().optional().meta({ description: 'The HTTP status of its visit.' }),
  code: z.string().optional().meta({ description: 'What it is, for programs.' }),
});
type Troubled = z.infer<typeof troubledSchema>;

/** Of a source that lists URLs: which of them somebody should correct in its manifest, and which were refused. */
export const listedUrlsSchema = z.object({
  moved: troubledSchema
    .optional()
    .meta({ description: 'URLs that are not there, or lead elsewhere for good.' }),
  refused: troubledSchema.optional().meta({ description: 'URLs that were refused.' }),
});
export type ListedUrls = z.infer<typeof listedUrlsSchema>;

const troubled = (visits: readonly Visit[]): Troubled | undefined => {
  const [first] = visits.toSorted((a, b) => (a.url < b.url ? -1 : 1));
  if (first === undefined) return undefined;
  const { url, verdict, status, code } = first;
  return {
    count: visits.length,
    url,
    verdict: verdict.kind,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
  };
};

/** Judges the URLs that a source lists, by the visits of a run; undefined if it lists none or nothing is wrong. */
export const judgeListedUrls = (
  source: { readonly urls?: readonly string[] | undefined } | undefined,
  visits: readonly Visit[],
): ListedUrls | undefined => {
  if (source?.urls === undefined) return undefined;
  const listed = visits.filter(({ isNamed }) => isNamed === true);
  const moved = troubled(
    listed.filter(({ verdict: { kind } }) => kind !== 'there' && kind !== 'unreachable'),
  );
  const refused = troubled(listed.filter(wasRefused));
  if (moved === undefined && refused === undefined) return undefined;
  return { ...(moved === undefined ? {} : { moved }), ...(refused === undefined ? {} : { refused }) };
};
