import * as z from 'zod';
import { sourceLimits } from '../limits/source-limits.ts';
import { sourceIdSchema } from '../request/source/source-field.ts';
import { cadences } from './cadence.ts';
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
type Problem = readonly [path: (string | number)[], message: string];

/** Reports two cadences in one place, which are ambiguous. A nearer place's cadence overrides a farther one's. */
const twoCadences = (
  place: Readonly<Partial<Record<(typeof cadences)[number], unknown>>>,
  path: (string | number)[],
): Problem[] => {
  const said = cadences.filter((name) => place[name] !== undefined);
  return said.length < 2
    ? []
    : [[[...path, said[1] ?? ''], `expected one cadence: ${said[0]} stands beside it`]];
};

const problemsOfSource = (
  source: Written,
  index: number,
  { groups = {}, defaults = {} }: Shape,
): Problem[] => {
  const at = ['sources', index] as const;
  const group = source.group === undefined ? {} : (groups[source.group] ?? {});
  const method = source.method ?? group.method ?? defaults.method ?? 'scrape';
  const isUnknown = source.group !== undefined && !Object.hasOwn(groups, source.group);
  return [
    ...(isUnknown ? [[[...at, 'group'], 'expected one of the groups of this manifest'] as const] : []),
    ...(method === 'batch' && source.urls === undefined
      ? [[[...at], 'expected urls, which the method batch fetches'] as const]
      : []),
    ...(method !== 'batch' && source.url === undefined
      ? [[[...at], `expected url, which the method ${method} begins with`] as const]
      : []),
  ].map(([path, message]): Problem => [[...path], message]);
};

const problemsIn = (manifest: Shape): Problem[] => {
  const first = new Map<string, number>();
  const inherited = [
    ...twoCadences(manifest.defaults ?? {}, ['defaults']),
    ...Object.entries(manifest.groups ?? {}).flatMap(([name, group]) => twoCadences(group, ['groups', name])),
  ];
  const own = manifest.sources.flatMap((source, index): Problem[] => {
    const other = first.get(source.id);
    first.set(source.id, other ?? index);
    const twice: Problem[] =
      other === undefined
        ? []
        : [[['sources', index, 'id'], `expected an id of its own: sources.${other} has it as well`]];
    const cadence = twoCadences(source, ['sources', index]);
    return [...twice, ...cadence, ...problemsOfSource(source, index, manifest)];
  });
  return [...inherited, ...own];
};

/** A manifest as written. */
export const manifestSchema = shapeSchema.superRefine((manifest, context) => {
  if (manifest.name === undefined && manifest.vertical === undefined)
    context.addIssue({
      code: 'custom',
      path: [],
      message: 'expected name, which says whose sources these are',
    });
  for (const [path, message] of problemsIn(manifest)) context.addIssue({ code: 'custom', path, message });
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

/** Parses a manifest, or returns for each faulty place what was expected there. */
export const parseManifest = (
  value: unknown,
):
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] } => {
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return { ok: true, manifest: parsed.data };
  const problems = parsed.error.issues.map((issue): ManifestProblem => {
    const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
    const message =
      issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
    if (issue.code !== 'unrecognized_keys') return { path, message: message.replace(/^Invalid input: /, '') };
    return { path, message: 'unknown', unknown: { keys: issue.keys, known: knownAt(path) } };
  });
  return { ok: false, problems };
};
