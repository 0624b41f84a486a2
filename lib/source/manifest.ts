import * as z from 'zod';
import { sourceLimits } from '../limits/source-limits.ts';
import { foundInput, shownInput } from '../request/describe-issues.ts';
import { expectedWords } from '../expected-words.ts';
import { sourceIdSchema } from '../request/source/source-field.ts';
import { nearOption } from '../suggest-name.ts';
import { cadences } from './cadence.ts';
import { tellUnknownKey } from '../tell-unknown-key.ts';
import { commonShape, sourceShape } from './source-shape.ts';

/**
 * The manifest: the sources of one owner, as a document that is reviewed and versioned like code. Everything unknown is
 * refused, because a misspelled key would change nothing and no one would notice.
 */

const shapeSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z
    .string()
    .max(64)
    .regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, 'expected a version such as 1.4.0')
    .meta({ description: 'Stands in every envelope; raise it when the content changes.' }),
  name: sourceIdSchema.optional().meta({ description: 'Whose sources these are.' }),
  vertical: sourceIdSchema.optional().meta({ description: 'Another word for `name`.' }),
  description: z.string().max(5_000).optional(),
  created: z.string().max(64).optional(),
  updated: z.string().max(64).optional(),
  defaults: z.strictObject(commonShape).optional(),
  groups: z
    .record(sourceIdSchema, z.strictObject(commonShape))
    .refine((groups) => Object.keys(groups).length <= sourceLimits.manifestGroupsMax, {
      error: `expected at most ${sourceLimits.manifestGroupsMax} groups`,
    })
    .optional(),
  sources: z.array(z.strictObject(sourceShape)).max(sourceLimits.manifestSourcesMax),
});

type Shape = z.output<typeof shapeSchema>;
type Written = Shape['sources'][number];
type Path = readonly (string | number)[];
type Problem = readonly [path: Path, message: string];

/** Reports two cadences in one place, which are ambiguous. A nearer place's cadence overrides a farther one's. */
const twoCadences = (
  place: Readonly<Partial<Record<(typeof cadences)[number], unknown>>>,
  path: Path,
): Problem[] => {
  const said = cadences.filter((name) => place[name] !== undefined);
  return said.length < 2
    ? []
    : [[[...path, said[1] ?? ''], `expected one cadence: ${said[0]} stands beside it`]];
};

/** Reports a window beside a cron expression in one place: the expression already says the time. */
const windowBesideCron = (
  { cron, window }: Readonly<Partial<Record<'cron' | 'window', unknown>>>,
  path: Path,
): Problem[] =>
  cron === undefined || window === undefined
    ? []
    : [[[...path, 'window'], noWindowFor('cron stands beside it')]];

const noWindowFor = (why: string): string => `expected no window: ${why}, and says the time itself`;

/**
 * Reports a window that a source, or its group, adds to a cron expression from farther away. A window from farther away
 * than the expression is overridden by it (`resolveSources`).
 */
const windowForCron = (source: Written, index: number, { groups = {}, defaults = {} }: Shape): Problem[] => {
  const group = source.group === undefined ? {} : (groups[source.group] ?? {});
  const places = [
    { of: source, path: ['sources', index], name: 'the source' },
    { of: group, path: ['groups', source.group ?? ''], name: `the group ${source.group ?? ''}` },
    { of: defaults, path: ['defaults'], name: 'defaults' },
  ];
  const said = places.findIndex(({ of }) => cadences.some((name) => of[name] !== undefined));
  if (places[said]?.of.cron === undefined) return [];
  const nearer = places.slice(0, said).find(({ of }) => of.window !== undefined);
  const why = `the cron of ${places[said].name} holds for it`;
  return nearer === undefined ? [] : [[[...nearer.path, 'window'], noWindowFor(why)]];
};

/** Reports addresses that the method of a source needs and does not have, or has and would not fetch. */
const addressProblems = (method: string, { url, urls }: Written, at: Path): Problem[] => {
  if (method === 'batch') {
    if (urls === undefined) return [[at, 'expected urls, which the method batch fetches']];
    return url === undefined
      ? []
      : [[[...at, 'url'], 'expected no url: the method batch fetches urls and nothing else']];
  }
  return [
    ...(url === undefined ? [[at, `expected url, which the method ${method} begins with`] as const] : []),
    ...(urls === undefined
      ? []
      : [[[...at, 'urls'], `expected no urls: only the method batch fetches them, not ${method}`] as const]),
  ];
};

/** Says which groups there are, where a source is in none of them. */
const groupWanted = (group: string, groups: readonly string[]): string => {
  const found = `found ${shownInput(group)}`;
  if (groups.length === 0) return `expected no group: this manifest has none under groups, ${found}`;
  const hint = nearOption(group, groups) || `: ${groups.slice(0, 20).join(', ')}`;
  return `expected one of the groups of this manifest${hint}, ${found}`;
};

const problemsOfSource = (source: Written, index: number, manifest: Shape): Problem[] => {
  const { groups = {}, defaults = {} } = manifest;
  const at = ['sources', index];
  const group = source.group === undefined ? {} : (groups[source.group] ?? {});
  const method = source.method ?? group.method ?? defaults.method ?? 'scrape';
  const isUnknown = source.group !== undefined && !Object.hasOwn(groups, source.group);
  return [
    ...(isUnknown ? [[[...at, 'group'], groupWanted(source.group ?? '', Object.keys(groups))] as const] : []),
    ...addressProblems(method, source, at),
    ...windowForCron(source, index, manifest),
  ];
};

const cadenceProblems = (place: NonNullable<Shape['defaults']>, path: Path): Problem[] => [
  ...twoCadences(place, path),
  ...windowBesideCron(place, path),
];

const problemsIn = (manifest: Shape): Problem[] => {
  const first = new Map<string, number>();
  const inherited = [
    ...cadenceProblems(manifest.defaults ?? {}, ['defaults']),
    ...Object.entries(manifest.groups ?? {}).flatMap(([name, group]) =>
      cadenceProblems(group, ['groups', name]),
    ),
  ];
  const own = manifest.sources.flatMap((source, index): Problem[] => {
    const other = first.get(source.id);
    first.set(source.id, other ?? index);
    const twice: Problem[] =
      other === undefined
        ? []
        : [[['sources', index, 'id'], `expected an id of its own: sources.${other} has it as well`]];
    const cadence = cadenceProblems(source, ['sources', index]);
    return [...twice, ...cadence, ...problemsOfSource(source, index, manifest)];
  });
  // Several sources of a group show the same fault of the group.
  return [...new Map([...inherited, ...own].map((problem) => [JSON.stringify(problem), problem])).values()];
};

/** A manifest as written. */
export const manifestSchema = shapeSchema.superRefine((manifest, context) => {
  if (manifest.name === undefined && manifest.vertical === undefined)
    context.addIssue({
      code: 'custom',
      path: [],
      message: 'expected name, which says whose sources these are',
    });
  for (const [path, message] of problemsIn(manifest))
    context.addIssue({ code: 'custom', path: [...path], message });
});

export type Manifest = z.output<typeof manifestSchema>;

/** A fault in a manifest: its place, and what was expected there. */
export interface ManifestProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** For unknown keys: which they are, and which keys are known there. */
  readonly unknown?: { readonly keys: readonly string[]; readonly known: readonly string[] };
}

/** Returns the keys that the schema knows in the object at a path, to help with a misspelled one. */
const knownAt = (path: readonly PropertyKey[]): string[] => {
  let schema: unknown = shapeSchema;
  for (const step of path) {
    while (schema instanceof z.ZodOptional) schema = schema.unwrap();
    if (schema instanceof z.ZodArray) schema = schema.element;
    else if (schema instanceof z.ZodRecord) schema = schema.valueType;
    else if (schema instanceof z.ZodObject) schema = (schema.shape as z.ZodRawShape)[String(step)];
  }
  while (schema instanceof z.ZodOptional) schema = schema.unwrap();
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

/** Where values may be secrets. */
const secretPlaces = new Set<string | number>(['headers', 'custom_headers']);

/** Names a value that was found: a single one as it is, or its kind; null of one that may be secret. */
const foundWords = (path: ManifestProblem['path'], input: unknown): string | null => {
  if (Array.isArray(input)) return 'an array';
  if (typeof input === 'object' && input !== null) return 'an object';
  return path.some((step) => secretPlaces.has(step)) ? null : shownInput(input);
};

/**
 * Says of a value what was expected and what was found, if the message does not say it. Our own messages about an
 * object or about nothing say it in their words.
 */
const tellValue = (issue: z.core.$ZodIssue, path: ManifestProblem['path']): string => {
  const message = expectedWords(issue);
  const input = foundInput(issue);
  const isSingle = ['string', 'number', 'boolean'].includes(typeof input);
  const isBare = issue.message.startsWith('Invalid input');
  const isTold = message.includes(', found ') || !(isSingle || isBare);
  const found = isTold ? null : foundWords(path, input);
  if (found === null) return message;
  const isUnquoted = isBare && isSingle && issue.code === 'invalid_type' && issue.expected === 'string';
  return `${message}, found ${found}${isUnquoted ? ', which needs quotes' : ''}`;
};

/** Parses a manifest, or returns for each faulty place what was expected there. */
export const parseManifest = (
  value: unknown,
):
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] } => {
  const parsed = manifestSchema.safeParse(value, { reportInput: true });
  if (parsed.success) return { ok: true, manifest: parsed.data };
  const problems = parsed.error.issues.map((issue): ManifestProblem => {
    const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
    if (issue.code !== 'unrecognized_keys') return { path, message: tellValue(issue, path) };
    const known = knownAt(path);
    const message = issue.keys.map((key) => `${key}: ${tellUnknownKey(key, known)}`).join('; ');
    return { path, message, unknown: { keys: issue.keys, known } };
  });
  return { ok: false, problems };
};
