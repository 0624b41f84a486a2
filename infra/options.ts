import * as z from 'zod';
import { modelSettingsSchema } from '../lib/extract/llm/model-settings.ts';
import { chooseEmbedder } from '../lib/ingest/embed/choose-embedder.ts';
import { corpusSettingSchema } from '../lib/ingest/corpus-setting.ts';
import { limits } from '../lib/limits/limits.ts';
import { readHostsDocument, type HostsDocument } from '../lib/fetch/politeness/host-policies.ts';
import type { StackFunctionName } from './function-spec.ts';

/** A list is written `a,b` in a CDK context; an object is written as JSON. */
const listSchema = z.union([
  z.array(z.string()),
  z.string().transform((text) => text.split(/[\s,]+/).filter((part) => part !== '')),
]);

/** An object that came as text; text that is no JSON stays text, which the schema then refuses by name. */
const readJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

/** Words for people stay behind: what a function is given has to fit its environment. */
const compact = ({ groups, ...others }: HostsDocument): HostsDocument => ({
  ...others,
  groups: Object.fromEntries(
    Object.entries(groups).map(([name, group]) => {
      const { description: _forPeople, ...rest } = group;
      return [name, rest];
    }),
  ),
});

const hostsSetting = z.unknown().transform((value, context): HostsDocument => {
  const read = readHostsDocument(value);
  if (!read.ok) {
    for (const problem of read.problems) context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  }
  const hosts = compact(read.document);
  const bytes = Buffer.byteLength(JSON.stringify(hosts));
  if (bytes > limits.hostsBytesMax) {
    const message =
      `expected at most ${limits.hostsBytesMax} bytes without descriptions, which is what fits the ` +
      `environment of a function; found ${bytes}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  return hosts;
});

const settingsSchema = z.strictObject({
  /** Seconds between two requests to one host for jobs that a person started. */
  delaySeconds: z.coerce.number().min(0).max(3_600).optional(),
  /** Private address ranges that may be fetched. */
  allow: listSchema.optional(),
  /** Host names that lead elsewhere than DNS says: `name=address`. */
  resolve: listSchema.optional(),
  /** Groups of hosts, hosts, wikis (docs/hosts.md). */
  hosts: z.preprocess(readJson, hostsSetting).optional(),
  /** Callers may run scripts of theirs in the pages that are fetched for them (the action `executeJavascript`). */
  allowScripts: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional(),
  /** Requests of a key in a minute that begin work, and its open jobs, where the key itself does not say. */
  keyRequestsPerMinute: z.coerce.number().int().min(1).max(limits.keyRequestsPerMinuteMax).optional(),
  keyOpenJobs: z.coerce.number().int().min(1).max(limits.keyOpenJobsMax).optional(),
  environment: z.enum(['production', 'staging', 'development']).optional(),
  /** Where a site's operator reads who is asking: a URL or a mail address, part of the user agent. */
  contact: z.string().optional(),
  /** Whose contract a request to /v1/extract has that does not show it. */
  v1Extract: z.enum(['raito', 'v1']).optional(),
  /** Root of a SearXNG-compatible search engine, for POST /v2/search (docs/search.md). */
  search: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * The corpus that pages can be searched in: `main` takes those of scheduled runs, `main,all` those of every job
   * (docs/corpus.md).
   */
  corpus: z
    .string()
    .refine((text) => corpusSettingSchema.safeParse(text).success, {
      error:
        'expected a name of lower-case letters, digits and dashes, and ",all" where every job\'s pages are taken',
    })
    .optional(),
  /** Providers of models beside or instead of the known ones, and prices. */
  llm: z
    .preprocess(readJson, modelSettingsSchema)
    .superRefine((settings, context) => {
      try {
        chooseEmbedder(settings);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
      }
    })
    .optional(),
  /** Who is told when an alarm fires. */
  alarmEmail: z.email().optional(),
  /** Invocations of fetch-pages at the same time, for each of the queues fetch-normal and fetch-low. */
  fetchConcurrencyMax: z.coerce.number().int().min(2).max(1_000).optional(),
});

/** What a deployment decides. */
export type Settings = z.output<typeof settingsSchema>;

/** What the CDK app is made of. */
export interface GleanerOptions extends Settings {
  /** Folder of each function's bundle, which holds `index.mjs`. */
  readonly assets: Readonly<Record<StackFunctionName, string>>;
  /** Folder that the assembly is written to. */
  readonly outdir?: string;
}

/** Names under which a deployment's settings are looked for in the CDK context (`cdk deploy -c delaySeconds=1`). */
export const settingNames = Object.keys(settingsSchema.shape) as readonly (keyof Settings)[];

/**
 * A document of hosts as functions are given it.
 *
 * @throws {Error} that says for each place what was wanted and what was found.
 */
export const hostsFrom = (value: unknown): HostsDocument => {
  const parsed = hostsSetting.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ message }) => message).join('; '));
};

/**
 * Settings from a CDK context.
 *
 * @throws {Error} that names each setting which is malformed, before anything is synthesised.
 */
export const readSettings = (context: (name: string) => unknown): Settings => {
  if (context('sources') !== undefined)
    throw new Error(
      'Cannot read the settings from the CDK context: sources: expected its document as hosts; sources ' +
        'are those of a manifest',
    );
  const given = settingNames.map((name) => [name, context(name)] as const);
  const parsed = settingsSchema.safeParse(
    Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  );
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Cannot read the settings from the CDK context: ${problems.join('; ')}`);
};
