import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { modelSettingsSchema } from './extract/llm/model-settings.ts';
import { corpusSettingSchema } from './ingest/corpus-setting.ts';
import { serviceRootSchema } from './fetch/http/service-root.ts';
import { fetcherSettingsSchema } from './fetch/remote/fetcher-settings.ts';
import { limits } from './limits/limits.ts';
import { writtenNumber } from './written-number.ts';
import { createHosts, hostsDocumentSchema, type ConfiguredHosts } from './fetch/politeness/host-policies.ts';

/**
 * What a deployment decides, read once from the environment that the template gives each function, and from a file of
 * settings beside its code.
 * This is the only file in lib/ that knows `process.env`; everything else is handed the values it needs.
 */

const jsonRecord = z
  .string()
  .default('{}')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'expected a JSON object' });
      return z.NEVER;
    }
  });

const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''));

const environmentSchema = z.object({
  TABLE_NAME: z.string(),
  ENVELOPE_BUCKET: z.string(),
  RESULT_BUCKET: z.string(),
  FETCH_HIGH_QUEUE_URL: z.url(),
  FETCH_NORMAL_QUEUE_URL: z.url(),
  RENDER_QUEUE_URL: z.url(),
  EXTRACT_QUEUE_URL: z.url(),
  FINISH_QUEUE_URL: z.url(),
  DELIVER_QUEUE_URL: z.url(),
  INGEST_QUEUE_URL: z.url(),
  CORPUS_BUCKET: z.string().optional(),
  /** Of a corpus whose vectors are in Amazon S3 Vectors. */
  VECTOR_BUCKET: z.string().optional(),
  /** Where manifests, and the snapshots and changes of sources lie. */
  SOURCE_BUCKET: z.string(),
  KEY_SECRET_NAME: z.string(),
  /** Secret from which the key follows that opens headers of callers. */
  HEADER_SECRET_NAME: z.string(),
  /** Key of KMS that encrypts that secret, if it has one of its own. */
  HEADERS_KEY: z.string().optional(),
  /** Secret that holds the keys of models: JSON from provider to a list of keys. */
  MODEL_KEYS_NAME: z.string(),
  /** Secret that holds the keys of services that fetch pages; only where the deployment names such services. */
  FETCHER_KEYS_NAME: z.string().optional(),
  /** Services that fetch pages for the deployment, as JSON (docs/fetchers.md). */
  GLEANER_FETCHERS: jsonRecord.pipe(fetcherSettingsSchema),
  /** Providers of models beside or instead of the known ones, and prices, as JSON. */
  GLEANER_LLM: jsonRecord.pipe(modelSettingsSchema),
  /** On a laptop: Chromium gets its own sandbox where the system allows it. */
  BROWSER_SANDBOX: z.literal('try').optional(),
  /** The laptop runs all functions in one process, which none of them may end. */
  SHARED_PROCESS: z.literal('true').optional(),
  /** Seconds between two requests to one host for jobs that a person started. */
  GLEANER_DELAY_SECONDS: writtenNumber(z.number().min(0).max(3_600)).optional(),
  /** Private address ranges that may be fetched: CIDRs with an optional port, separated by commas. */
  GLEANER_ALLOW: list,
  /** Ports of the laptop's own services, separated by commas: no page and no webhook reaches them. */
  GLEANER_CLOSED_PORTS: list.transform((ports) => ports.map(Number)),
  /** Host names that lead elsewhere than DNS says: `name=address`, both with an optional port, separated by commas. */
  GLEANER_RESOLVE: list,
  /** JSON of what differs at which hosts (docs/hosts.md): groups of hosts, hosts, wikis. */
  GLEANER_HOSTS: jsonRecord.pipe(hostsDocumentSchema),
  /** Where a site's operator reads who is asking and why; part of the user agent. */
  GLEANER_CONTACT: z.string().default('https://github.com/gleaner-crawler/gleaner'),
  /** Whose contract a request to /v1/extract has that does not show it: Raito's, or Firecrawl's (`v1`). */
  GLEANER_V1_EXTRACT: z.enum(['raito', 'v1']).default('raito'),
  /** Root of a SearXNG-compatible search engine of the operator's own. */
  GLEANER_SEARCH: serviceRootSchema.optional(),
  /**
   * The corpus that pages are searched in: its name, and `,all` where it takes pages of every job
   * (`lib/ingest/corpus-setting.ts`).
   */
  GLEANER_CORPUS: corpusSettingSchema.optional(),
  /** Callers that may be kept waiting for their page at the same time; any number unless said. */
  GLEANER_WAITING_MAX: writtenNumber(z.number().int().min(1)).optional(),
  /** `true` lets callers run scripts of theirs in the pages that are fetched for them. */
  GLEANER_ALLOW_SCRIPTS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** Requests of a key in a minute that begin work, and its open jobs, where the key itself does not say. */
  GLEANER_KEY_REQUESTS_PER_MINUTE: writtenNumber(
    z.number().int().min(1).max(limits.keyRequestsPerMinuteMax),
  ).default(limits.keyRequestsPerMinuteDefault),
  GLEANER_KEY_OPEN_JOBS: writtenNumber(z.number().int().min(1).max(limits.keyOpenJobsMax)).default(
    limits.keyOpenJobsDefault,
  ),
  /** Dollars a month of the whole account, of which somebody is told (docs/deploy.md). */
  GLEANER_MONTHLY_BUDGET: writtenNumber(z.number().positive()).optional(),
  /** Name of the stack, by which listeners on the account's event bus tell several apart. */
  GLEANER_STACK: z.string().default('Gleaner'),
  /** `production`, `staging` or `development`: written into every envelope. */
  GLEANER_ENVIRONMENT: z.enum(['production', 'staging', 'development']).default('production'),
});

/** The environment variables that a function may read, by name: `infra/` sets just what each function needs. */
export type EnvironmentName = keyof z.input<typeof environmentSchema>;

/** Settings that may be long: Lambda allows 4 KB of environment in all, so they lie beside the function's code. */
export const fileSettings = ['GLEANER_HOSTS', 'GLEANER_LLM', 'GLEANER_ALLOW', 'GLEANER_RESOLVE'] as const;

/** The file of them, in the folder that Lambda unpacked the function into. */
export const settingsFile = 'settings.json';

/** What that file says; nothing where there is none. */
export const readSettingsFile = (folder: string | undefined): Record<string, string> => {
  if (folder === undefined) return {};
  try {
    return z
      .record(z.string(), z.string())
      .parse(JSON.parse(readFileSync(join(folder, settingsFile), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
};

/**
 * Reads the named variables and no others, so that a function fails at its start, not in the middle of a page, when its
 * wiring is incomplete.
 *
 * @throws {Error} that lists each variable which is missing or malformed, with what was wanted; never a value.
 */
export const readConfig = <Name extends EnvironmentName>(
  names: readonly Name[],
  environment: NodeJS.ProcessEnv = process.env,
): Pick<z.output<typeof environmentSchema>, Name> => {
  const mask = Object.fromEntries(names.map((name) => [name, true as const]));
  const parsed = environmentSchema.pick(mask as never).safeParse({
    ...readSettingsFile(environment['LAMBDA_TASK_ROOT']),
    ...environment,
  });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Cannot read the configuration: ${problems.join('; ')}`);
  }
  return parsed.data;
};

/**
 * The corpus of a function that is there for it alone.
 *
 * @throws {Error} when there is none.
 */
export const requireCorpus = (
  config: Pick<z.output<typeof environmentSchema>, 'CORPUS_BUCKET' | 'VECTOR_BUCKET' | 'GLEANER_CORPUS'>,
): z.output<typeof corpusSettingSchema> & { readonly bucket: string; readonly vectorBucket?: string } => {
  const { CORPUS_BUCKET: bucket, VECTOR_BUCKET: vectorBucket, GLEANER_CORPUS: corpus } = config;
  if (bucket === undefined || corpus === undefined)
    throw new Error(
      'Cannot read the configuration: expected CORPUS_BUCKET and GLEANER_CORPUS, found one or none of them',
    );
  return { ...corpus, bucket, ...(vectorBucket === undefined ? {} : { vectorBucket }) };
};

/** The hosts of a deployment, from what `readConfig` read. */
export const readHosts = (
  config: Pick<z.output<typeof environmentSchema>, 'GLEANER_HOSTS'>,
): ConfiguredHosts => createHosts(config.GLEANER_HOSTS);

/**
 * Has the logger go by the deployment's level where only a sample of invocations is logged. Lambda hands over the level
 * below which it drops lines, and Powertools would take it for its own, before any other: then it would write every
 * line. To be called before the logger is made.
 */
export const keepOwnLogLevel = (environment: NodeJS.ProcessEnv = process.env): void => {
  if (environment['POWERTOOLS_LOGGER_SAMPLE_RATE'] !== undefined) delete environment['AWS_LAMBDA_LOG_LEVEL'];
};
