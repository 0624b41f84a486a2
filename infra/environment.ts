import { fileSettings, type EnvironmentName } from '../lib/config.ts';
import type { FunctionSpec } from './function-spec.ts';
import { vectorBucketName, type StackStores } from './make-stores.ts';
import { metricsNamespace, stackName } from './names.ts';
import type { Settings } from './options.ts';
import { queueNames, queueVariable, type QueueName } from './queues.ts';

/**
 * How the runtime is started. Semi-spaces of 8 MB: the default lets young garbage alone take 130 MB of a function
 * that reads a page of 150,000 nodes; with these it takes 30, for some hundredths more CPU.
 */
export const nodeOptions = '--enable-source-maps --max-semi-space-size=8';

/** Executions from which on there are enough for whoever waits and whoever works. */
const executionsEnough = 200;
/** Of fewer, so large a part may be held by callers that wait. */
const waitingShare = 0.4;

const waitingPlaces = (executions: number | undefined): Partial<Record<EnvironmentName, string>> =>
  executions === undefined || executions >= executionsEnough
    ? {}
    : { GLEANER_WAITING_MAX: String(Math.floor(executions * waitingShare)) };

/**
 * Value of each setting that the deployment made; one that it left open is not set, and lib/config.ts has the default.
 */
const settingValues = (settings: Settings): Partial<Record<EnvironmentName, string>> => {
  const { delaySeconds, allow, resolve, hosts, contact } = settings;
  const { allowScripts, environment, v1Extract, llm, search } = settings;
  const { keyRequestsPerMinute, keyOpenJobs, corpus, accountConcurrency, monthlyBudget } = settings;
  return {
    ...(delaySeconds === undefined ? {} : { GLEANER_DELAY_SECONDS: String(delaySeconds) }),
    ...(allow === undefined || allow.length === 0 ? {} : { GLEANER_ALLOW: allow.join(',') }),
    // The Lambda runtime API: nothing that a deployment opens reaches it.
    GLEANER_CLOSED_PORTS: '9001',
    ...(resolve === undefined || resolve.length === 0 ? {} : { GLEANER_RESOLVE: resolve.join(',') }),
    ...(hosts === undefined ? {} : { GLEANER_HOSTS: JSON.stringify(hosts) }),
    ...(contact === undefined ? {} : { GLEANER_CONTACT: contact }),
    ...(llm === undefined ? {} : { GLEANER_LLM: JSON.stringify(llm) }),
    ...(search === undefined ? {} : { GLEANER_SEARCH: search }),
    ...(v1Extract === undefined ? {} : { GLEANER_V1_EXTRACT: v1Extract }),
    ...(allowScripts === undefined ? {} : { GLEANER_ALLOW_SCRIPTS: String(allowScripts) }),
    ...(keyRequestsPerMinute === undefined
      ? {}
      : { GLEANER_KEY_REQUESTS_PER_MINUTE: String(keyRequestsPerMinute) }),
    ...(keyOpenJobs === undefined ? {} : { GLEANER_KEY_OPEN_JOBS: String(keyOpenJobs) }),
    ...(corpus === undefined ? {} : { GLEANER_CORPUS: corpus }),
    ...(monthlyBudget === undefined ? {} : { GLEANER_MONTHLY_BUDGET: String(monthlyBudget) }),
    ...waitingPlaces(accountConcurrency),
    GLEANER_STACK: stackName(settings.name),
    ...(environment === undefined ? {} : { GLEANER_ENVIRONMENT: environment }),
  };
};

const inFile: ReadonlySet<string> = new Set(fileSettings);

/** What a function reads from the file beside its code: settings that may be longer than an environment. */
export const makeSettingsFile = (spec: FunctionSpec, settings: Settings): Record<string, string> => {
  const values = settingValues(settings);
  return Object.fromEntries(
    fileSettings.flatMap((name) => {
      const value = spec.settings.includes(name) ? values[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
};

/**
 * The environment of a function: where the things are that it may reach, and the settings it reads. No secret is in it.
 */
export const makeEnvironment = (
  spec: FunctionSpec,
  stores: StackStores,
  queueUrls: Readonly<Record<QueueName, string>>,
  settings: Settings,
): Record<string, string> => {
  const values = settingValues(settings);
  const own: Partial<Record<EnvironmentName, string>> = {
    ...(spec.reads.length + spec.writes.length === 0 ? {} : { TABLE_NAME: stores.table.tableName }),
    ...(spec.envelopes.length === 0 ? {} : { ENVELOPE_BUCKET: stores.envelopes.bucketName }),
    ...(spec.results.length === 0 ? {} : { RESULT_BUCKET: stores.results.bucketName }),
    ...(spec.corpora.length === 0 || stores.corpora === null
      ? {}
      : { CORPUS_BUCKET: stores.corpora.bucketName }),
    ...(spec.vectors === undefined || stores.vectors === null
      ? {}
      : { VECTOR_BUCKET: vectorBucketName(stores.vectors) }),
    ...(spec.sources.length === 0 ? {} : { SOURCE_BUCKET: stores.sources.bucketName }),
    ...(spec.readsModelKeys ? { MODEL_KEYS_ARN: stores.modelKeys.secretArn } : {}),
    ...(spec.headerSecret === undefined ? {} : { HEADER_SECRET_ARN: stores.headerSecret.secretArn }),
    ...(spec.readsKeySecret ? { KEY_SECRET_ARN: stores.keySecret.secretArn } : {}),
    ...Object.fromEntries(
      queueNames
        .filter((name) => spec.sendsTo.includes(name))
        .map((name) => [queueVariable[name], queueUrls[name]]),
    ),
    ...Object.fromEntries(
      spec.settings.flatMap((name) =>
        values[name] === undefined || inFile.has(name) ? [] : [[name, values[name]]],
      ),
    ),
  };
  return {
    ...own,
    POWERTOOLS_SERVICE_NAME: spec.name,
    POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(stores.table),
    ...(settings.logSample === undefined
      ? { POWERTOOLS_LOG_LEVEL: 'INFO' }
      : { POWERTOOLS_LOG_LEVEL: 'WARN', POWERTOOLS_LOGGER_SAMPLE_RATE: String(settings.logSample) }),
    NODE_OPTIONS: nodeOptions,
  };
};
