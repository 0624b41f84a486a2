import * as z from 'zod';
import type { FunctionName } from './functions.ts';

/** A list is written `a,b` in a CDK context; an object is written as JSON. */
const listSchema = z.union([
  z.array(z.string()),
  z.string().transform((text) => text.split(/[\s,]+/).filter((part) => part !== '')),
]);

const hostsSchema = z.record(
  z.string(),
  z.strictObject({
    delay: z.number().min(0).max(3_600).optional(),
    concurrency: z.number().int().min(1).max(100).optional(),
    tier: z.enum(['http', 'browser']).optional(),
  }),
);

/** An object that came as text; text that is no JSON stays text, which the schema then refuses by name. */
const readJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

const settingsSchema = z.strictObject({
  /** Seconds between two requests to one host for jobs that a person started. */
  delaySeconds: z.coerce.number().min(0).max(3_600).optional(),
  /** Private address ranges that may be fetched. */
  allow: listSchema.optional(),
  /** Host → where it differs from the defaults. */
  hosts: z.preprocess(readJson, hostsSchema).optional(),
  /** Callers may run scripts of theirs in the pages that are fetched for them (the action `executeJavascript`). */
  allowScripts: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional(),
  environment: z.enum(['production', 'staging', 'development']).optional(),
  /** Where a site's operator reads who is asking: a URL or a mail address, part of the user agent. */
  contact: z.string().optional(),
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
  readonly assets: Readonly<Record<FunctionName, string>>;
  /** Folder that the assembly is written to. */
  readonly outdir?: string;
}

/** Names under which a deployment's settings are looked for in the CDK context (`cdk deploy -c delaySeconds=1`). */
export const settingNames = Object.keys(settingsSchema.shape) as readonly (keyof Settings)[];

/**
 * Settings from a CDK context.
 *
 * @throws {Error} that names each setting which is malformed, before anything is synthesised.
 */
export const readSettings = (context: (name: string) => unknown): Settings => {
  const given = settingNames.map((name) => [name, context(name)] as const);
  const parsed = settingsSchema.safeParse(
    Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  );
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Cannot read the settings from the CDK context: ${problems.join('; ')}`);
};
