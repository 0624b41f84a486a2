import * as z from 'zod';
import { modelSettingsSchema } from '../lib/extract/llm/model-settings.ts';
import { chooseEmbedder } from '../lib/ingest/embed/choose-embedder.ts';
import { corpusSettingSchema } from '../lib/ingest/corpus-setting.ts';
import { fetcherSettingsSchema } from '../lib/fetch/remote/fetcher-settings.ts';
import { serviceRootSchema } from '../lib/fetch/http/service-root.ts';
import { openRangeForm, parseOpenRange } from '../lib/fetch/http/address.ts';
import { parseNamedAddress } from '../lib/fetch/http/named-address.ts';
import { limits } from '../lib/limits/limits.ts';
import { readHostsDocument, type HostsDocument } from '../lib/fetch/politeness/host-policies.ts';
import { suggestName } from '../lib/suggest-name.ts';
import { writtenNumber } from '../lib/written-number.ts';
import { scheduleFaults, schedulesSchema } from './schedules/schedules-setting.ts';
import type { StackFunctionName } from './function-spec.ts';

/**
 * A list, written `a,b` in a CDK context, of entries that `parse` can read. Functions parse them with the same parser
 * as they start, where a faulty entry would stop all fetching.
 */
const listOf = (parse: (text: string) => unknown, wanted: string) =>
  z
    .union([
      z.array(z.string()),
      z.string().transform((text) => text.split(/[\s,]+/).filter((part) => part !== '')),
    ])
    .superRefine((entries, context) => {
      for (const entry of entries.filter((each) => parse(each) === null))
        context.addIssue({
          code: 'custom',
          message: `expected ${wanted}, found ${JSON.stringify(entry)}`,
        });
    });

/** Parses a value given as text. What is no JSON is refused with the place where it ceases to be. */
const readJson = (value: unknown, context: z.RefinementCtx): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch (error) {
    context.addIssue({ code: 'custom', message: `expected JSON: ${(error as Error).message}` });
    return z.NEVER;
  }
};

/** Removes the descriptions for people: functions read the rest each time that they start. */
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
      `expected at most ${limits.hostsBytesMax} bytes without descriptions, which every function reads ` +
      `as it starts; found ${bytes}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  return hosts;
});

/** Days that CloudWatch Logs keeps lines (its `RetentionInDays`). */
const logDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

const settingsSchema = z.strictObject({
  /** Tells this deployment from others in the same account and region; the first needs no name. */
  name: z
    .string()
    .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'expected lower-case letters, digits and single dashes')
    .max(20)
    .optional(),
  /** Seconds between two requests to one host for jobs that a person started. */
  delaySeconds: writtenNumber(z.number().min(0).max(3_600)).optional(),
  /** Private address ranges that may be fetched. */
  allow: listOf(parseOpenRange, openRangeForm).optional(),
  /** Host names with another address than in DNS: `name=address`. */
  resolve: listOf(
    parseNamedAddress,
    'a name and its address, such as docs.example.com=10.1.2.3 or docs.example.com:443=127.0.0.1:8443',
  ).optional(),
  /** Groups of hosts, hosts, wikis (docs/hosts.md). */
  hosts: z.preprocess(readJson, hostsSetting).optional(),
  /**
   * Whether callers may run their own scripts in the pages that are fetched for them (the action `executeJavascript`).
   */
  allowScripts: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional(),
  /** A key's requests in a minute that begin work, and its open jobs, if the key itself sets no limit. */
  keyRequestsPerMinute: writtenNumber(z.number().int().min(1).max(limits.keyRequestsPerMinuteMax)).optional(),
  keyOpenJobs: writtenNumber(z.number().int().min(1).max(limits.keyOpenJobsMax)).optional(),
  environment: z.enum(['production', 'staging', 'development']).optional(),
  /** Whether API Gateway writes logs of requests: the account has given it a role for that (docs/deploy.md). */
  apiLogs: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
  /** Where a site's operator can read who sends the requests: a URL or a mail address, part of the user agent. */
  contact: z
    .string()
    .trim()
    .max(500)
    .regex(/https?:\/\/[^\s/]|[^\s@]@[^\s@]/i, 'expected a URL or a mail address')
    .optional(),
  /** The contract for a request to /v1/extract that does not show which one it follows. */
  v1Extract: z.enum(['raito', 'v1']).optional(),
  /** Root of a SearXNG-compatible search engine, for POST /v2/search (docs/search.md). */
  search: serviceRootSchema.optional(),
  /**
   * The corpus for searching pages: `main` takes those of scheduled runs, `main,all` those of every job
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
  /** Services that fetch pages (docs/fetchers.md); their keys are in a secret. */
  fetchers: z.preprocess(readJson, fetcherSettingsSchema).optional(),
  /** Jobs that EventBridge Scheduler submits (docs/deploy.md). */
  schedules: z.preprocess(readJson, schedulesSchema).optional(),
  /** The mail address for alarms. */
  alarmEmail: z.email().optional(),
  /** Dollars a month of the whole account, about which that address is mailed. */
  monthlyBudget: writtenNumber(z.number().min(1)).optional(),
  /**
   * The key of KMS for the secret that opens callers' headers: `new` for one that the stack makes, or the ARN of one of
   * the account. Without it Parameter Store encrypts that secret with the account's own key.
   */
  headersKey: z
    .string()
    .regex(
      /^(?:new|arn:aws[\w-]*:kms:[\w-]+:\d{12}:key\/[\w-]+)$/,
      'expected `new` or the ARN of a key of KMS, arn:aws:kms:<region>:<account>:key/<id>',
    )
    .optional(),
  /** Days that logs are kept; by default 30. */
  logDays: writtenNumber(z.number())
    .refine((days) => logDays.some((each) => each === days), `expected one of ${logDays.join(', ')}`)
    .optional(),
  /** Share of invocations whose lines are all kept; of the others only errors and the like are. */
  logSample: writtenNumber(z.number().min(0).max(1)).optional(),
  /**
   * `essential`: the ten alarms without which a stack should not run. `all`: also one for each resource, which cost
   * some dollars a month.
   */
  alarms: z.enum(['essential', 'all']).optional(),
  /** Whether the stack has a dashboard. Three of an account are free; each further one costs three dollars a month. */
  dashboard: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional(),
  /**
   * Concurrent executions of the account, which all functions share: 10 in a new account. `gleaner deploy` reads it
   * from the account.
   */
  accountConcurrency: writtenNumber(z.number().int().min(5)).optional(),
  /** Invocations of fetch-pages at the same time for the queue fetch-normal, of ordinary and scheduled jobs. */
  fetchConcurrencyMax: writtenNumber(z.number().int().min(2).max(1_000)).optional(),
});

/** The settings of a deployment. */
export type Settings = z.output<typeof settingsSchema>;

/** The inputs of the CDK app. */
export interface GleanerOptions extends Settings {
  /** Folder of each function's bundle, which holds `index.mjs`. */
  readonly assets: Readonly<Record<StackFunctionName, string>>;
  /** Folder that the assembly is written to. */
  readonly outdir?: string;
  /** Whether the assembly gets copies of the bundles (230 MB), as a deployment needs them; by default it does. */
  readonly copyAssets?: boolean;
  /** Keys of the CDK's own, such as a permissions boundary. `cdk deploy` hands them over by itself. */
  readonly cdkContext?: Readonly<Record<string, unknown>>;
}

/** The settings of a deployment, and what its context says to the CDK itself. */
export type DeploySettings = Settings & Pick<GleanerOptions, 'cdkContext'>;

/** Names of a deployment's settings in the CDK context (`cdk deploy -c delaySeconds=1`). */
export const settingNames = Object.keys(settingsSchema.shape) as readonly (keyof Settings)[];

/**
 * Reads a document of hosts in the form for functions.
 *
 * @throws {Error} that gives for each faulty place the expected and the actual value.
 */
export const hostsFrom = (value: unknown): HostsDocument => {
  const parsed = hostsSetting.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ message }) => message).join('; '));
};

/** Keys without a mark of their own that the CDK puts into a context. */
const keysOfCdk: ReadonlySet<string> = new Set([
  'acknowledged-issue-numbers',
  'cdk-migrate',
  'cdk-migrate-env',
  'cli-telemetry',
]);

const isOfCdk = (key: string): boolean => keysOfCdk.has(key) || /[@/:]/.test(key);

/**
 * Returns what a context says to the CDK itself: `@aws-cdk/core:permissionsBoundary` and
 * `@aws-cdk/core:bootstrapQualifier`, which the rules of an organisation may demand, its feature flags, and what it
 * looked up.
 */
export const cdkContextIn = (context: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(context).filter(([key]) => isOfCdk(key)));

/** Says of each key of a context that is neither a setting nor the CDK's, such as `@aws-cdk/…`, what was meant. */
const strayKeys = (context: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(context)
    .filter((key) => context[key] !== undefined || key !== 'sources')
    .filter((key) => !settingNames.some((name) => name === key) && !isOfCdk(key))
    .map((stray) => {
      if (stray === 'sources')
        return 'sources: expected its document as hosts; sources are those of a manifest';
      const meant = suggestName(stray, settingNames);
      const advice =
        meant === undefined ? `: expected ${settingNames.join(', ')}` : `: did you mean ${meant}?`;
      return `no setting is called ${stray}${advice}`;
    });

/** Parses what stands as text where it is JSON; what is no JSON is left to the schema. */
const asJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
};

/** Settings that were read, or a sentence without its opening for each that is malformed or is no setting. */
export type ReadSettings =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads settings as a CDK context, an option or a file gives them, with every problem that they have. */
export const parseSettings = (context: Readonly<Record<string, unknown>>): ReadSettings => {
  const given = settingNames.map((name) => [name, context[name]] as const);
  const parsed = settingsSchema.safeParse(
    Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  );
  const allowScripts = [true, 'true'].some((yes) => yes === context['allowScripts']);
  const ofSchedules = scheduleFaults(asJson(context['schedules']), {
    deployment: context['name'],
    allowScripts,
  }).map(({ path, message }) => ({ path: ['schedules', ...path], message }));
  const problems = [
    ...strayKeys(context),
    ...[...(parsed.error?.issues ?? []), ...ofSchedules].map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    ),
  ];
  return parsed.success && problems.length === 0
    ? { ok: true, settings: parsed.data }
    : { ok: false, problems };
};

/**
 * Reads settings from a CDK context.
 *
 * @throws {Error} that names each setting which is malformed, or a key which is none, before anything is synthesised.
 */
export const readSettings = (context: Readonly<Record<string, unknown>>): Settings => {
  const read = parseSettings(context);
  if (read.ok) return read.settings;
  throw new Error(`Cannot read the settings from the CDK context: ${read.problems.join('; ')}`);
};
