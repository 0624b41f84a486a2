import * as z from 'zod';
import { sourceLimits } from '../limits/source-limits.ts';
import { limits } from '../limits/limits.ts';
import { crawlRequestSchema } from '../request/crawl-request.ts';
import { headersSchema, scrapeOptionsShape } from '../request/scrape-options.ts';
import { writtenFormatsSchema } from './written-formats.ts';
import { sourceIdSchema, sourceMetadataSchema } from '../request/source/source-field.ts';
import { urlProblem } from '../request/url-field.ts';
import { clockTime, isTimeZone } from '../frontier/time-window.ts';
import { cadences, frequencies } from './cadence.ts';
import { cronProblem } from './next-due.ts';
import { spanMs } from './span.ts';

/**
 * The manifest: the sources of one owner, as a document that is reviewed and versioned like code. Everything unknown is
 * refused, because a misspelled key would change nothing and no one would notice.
 */

export const sourceStatuses = ['active', 'paused', 'retired', 'proposed'] as const;
export const sourceMethods = ['scrape', 'crawl', 'batch'] as const;

const webUrl = z
  .string()
  .max(8_192)
  .superRefine((url, context) => {
    const problem = urlProblem(url);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: url });
  });

/** Parts of paths in which `*` stands for any characters. */
const pathGlobs = z.array(z.string().min(1).max(limits.pathPatternCharactersMax)).max(limits.pathPatternsMax);

const {
  url: _url,
  webhook: _webhook,
  scrapeOptions: _scrape,
  source: _source,
  ...crawlShape
} = crawlRequestSchema.shape;

/** A distance between runs. */
const cadenceSpan = z
  .string()
  .regex(
    /^(?:(?:[1-9]|1\d|2[0-3])h|(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])d)$/,
    'expected hours or days such as 6h or 3d',
  );

const dollars = z.number().positive().max(sourceLimits.sourceDollarsMax);

/** Settings that a source, its group and the defaults may all have. */
const commonShape = {
  method: z.enum(sourceMethods).optional().meta({
    description: '`scrape`: one page; `crawl`: the pages from there on; `batch`: the pages of `urls`.',
  }),
  frequency: z.enum(frequencies).optional().meta({ description: 'How often it is to be fetched.' }),
  every: cadenceSpan.optional().meta({ description: 'Instead of `frequency`: `6h`, `3d`.' }),
  auto: z
    .strictObject({ min: cadenceSpan, max: cadenceSpan })
    .refine(({ min, max }) => spanMs(min) <= spanMs(max), 'expected min no longer than max')
    .optional()
    .meta({
      description:
        'Instead of `frequency`: as often as it changes, within these distances, such as 1d and 30d.',
    }),
  cron: z
    .string()
    .max(100)
    .superRefine((expression, context) => {
      const problem = cronProblem(expression);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: expression });
    })
    .optional()
    .meta({ description: 'Instead of `frequency`: minute, hour, day, month, weekday, kept to the minute.' }),
  timezone: z
    .string()
    .refine(isTimeZone, 'expected a time zone such as Europe/Berlin')
    .optional()
    .meta({ description: 'Whose clock says when it is due; UTC unless told.' }),
  window: z
    .strictObject({ from: clockTime, to: clockTime })
    .refine(({ from, to }) => from !== to, 'expected two different times')
    .optional()
    .meta({ description: 'Times of day between which runs begin.' }),
  overlap: z.enum(['skip', 'replace']).optional().meta({
    description:
      'What becomes of a run that is due while one is open: it is skipped, unless the open one is to be ended for it.',
  }),
  deletion: z
    .strictObject({
      confirm: z.number().int().min(2).max(20).optional(),
      after: z
        .string()
        .regex(/^[1-9]\d{0,2}[hd]$/, 'expected hours or days such as 24h or 3d')
        .optional(),
      mass: z.enum(['hold', 'confirm']).optional(),
    })
    .optional()
    .meta({
      description:
        'When a page is believed gone: after `confirm` visits in a row, over `after`. `mass`: very many are held.',
    }),
  limits: z
    .strictObject({
      pages: z.number().int().min(1).max(limits.crawlPagesMax).optional(),
      dollars_per_run: dollars.optional(),
      dollars_per_month: dollars.optional(),
    })
    .optional()
    .meta({
      description:
        'What it may take at most: a run ends when it is met, and none begins in a month whose dollars are spent.',
    }),
  priority: z.enum(['high', 'medium', 'low']).optional().meta({ description: 'Which sources go first.' }),
  status: z.enum(sourceStatuses).optional().meta({
    description:
      '`active` is run with the others; `paused` and `proposed` only when they are named; `retired` never.',
  }),
  regulatory_domain: z.string().max(200).optional(),
  citation: z.string().max(500).optional(),
  jurisdiction: z.string().max(200).optional(),
  source_type: z.string().max(200).optional(),
  content_type: z
    .enum(['html', 'pdf', 'xml', 'json', 'yaml'])
    .optional()
    .meta({
      description:
        '`json` and `yaml` are checked: a page that is no such document fails. What a description of an API ' +
        '(OpenAPI 3, Swagger 2.0) says stands in its envelope as `api`. The others are for people.',
    }),
  scrape_config: z
    .strictObject({
      include_patterns: pathGlobs.optional(),
      exclude_patterns: pathGlobs.optional(),
      max_depth: z.number().int().min(0).max(1_000).nullish(),
      wait_for_selector: z.string().min(1).max(500).nullish(),
      custom_headers: headersSchema.optional(),
    })
    .optional()
    .meta({ description: 'How it is fetched, in the words of the first version of the format.' }),
  scrape: z
    .strictObject({
      ...scrapeOptionsShape,
      formats: writtenFormatsSchema.optional().meta({
        default: ['markdown'],
        description: 'Formats of each page; what `json` asks for is extracted at each visit.',
      }),
    })
    .optional()
    .meta({ description: 'Options of a scrape; they go before `scrape_config`.' }),
  crawl: z.strictObject(crawlShape).optional().meta({
    description: 'Options of a crawl; they go before `scrape_config`.',
  }),
  metadata: sourceMetadataSchema.optional().meta({ description: 'Goes into every envelope.' }),
};

const notOffered = (why: string) => z.null({ error: `expected null: ${why}` }).optional();

const sourceShape = {
  id: sourceIdSchema,
  name: z.string().max(300).optional(),
  description: z.string().max(2_000).optional(),
  url: webUrl.optional(),
  urls: z.array(webUrl).min(1).max(sourceLimits.sourceUrlsMax).optional(),
  domain: z.string().max(253).optional().meta({ description: 'For people; the URL decides.' }),
  group: z.string().optional().meta({ description: 'The group whose settings it inherits.' }),
  ...commonShape,
  auth_config: notOffered('sources behind a login are not offered yet'),
  swagger: notOffered(
    'a description of an API is a source of its own, with its address as url and content_type json or yaml',
  ),
};

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
