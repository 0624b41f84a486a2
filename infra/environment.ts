import type { EnvironmentName } from '../lib/config.ts';
import type { FunctionSpec } from './function-spec.ts';
import { vectorBucketName, type StackStores } from './make-stores.ts';
import { metricsNamespace, stackName } from './names.ts';
import type { Settings } from './options.ts';
import { queueNames, queueVariable, type QueueName } from './queues.ts';

/**
 * Options of the runtime. Semi-spaces of 8 MB: with the default, young garbage alone takes 130 MB in a function that
 * reads a page of 150,000 nodes; with these it takes 30, for some hundredths more CPU. Without `--enable-source-maps`:
 * `lib/map-stack.ts` does that for what is logged.
 */
export const nodeOptions = '--max-semi-space-size=8';

/**
 * Returns the option of Node that bounds a function's heap, in megabytes: half of its memory, as V8 does it by itself
 * on a machine of that size. The other half is for what lies outside the heap: bodies of pages and calls, Chromium.
 * Lambda gives a Node without options of its own nine tenths, and leaves one that has some to V8; so that the heap does
 * not depend on that, and is the same everywhere, it is named.
 */
export const heapOption = ({ memoryMb, heapMb }: Pick<FunctionSpec, 'memoryMb' | 'heapMb'>): string =>
  `--max-old-space-size=${heapMb ?? Math.round(memoryMb / 2)}`;

/** With at least this many executions there are enough for callers that wait and for work. */
const executionsEnough = 200;
/** With fewer, the largest share that waiting callers may hold. */
const waitingShare = 0.4;

const waitingPlaces = (executions: number | undefined): Partial<Record<EnvironmentName, string>> =>
  executions === undefined || executions >= executionsEnough
    ? {}
    : { GLEANER_WAITING_MAX: String(Math.floor(executions * waitingShare)) };

/**
 * Returns the value of each setting that the deployment made and that stands in the environment
 * (`settings-file.ts` has the others). A setting left open is not set, and lib/config.ts has its default.
 */
const settingValues = (settings: Settings): Partial<Record<EnvironmentName, string>> => {
  const { delaySeconds, contact } = settings;
  const { allowScripts, environment, v1Extract, search } = settings;
  const { keyRequestsPerMinute, keyOpenJobs, corpus, accountConcurrency, monthlyBudget } = settings;
  const { fetchers } = settings;
  return {
    ...(delaySeconds === undefined ? {} : { GLEANER_DELAY_SECONDS: String(delaySeconds) }),
    // The Lambda runtime API, which no setting of a deployment may open.
    GLEANER_CLOSED_PORTS: '9001',
    ...(contact === undefined ? {} : { GLEANER_CONTACT: contact }),
    ...(fetchers === undefined ? {} : { GLEANER_FETCHERS: JSON.stringify(fetchers) }),
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

/**
 * Returns the environment of a function: the names of the resources that it may use, and the settings that it reads. It
 * holds no secret.
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
    ...(spec.readsModelKeys ? { MODEL_KEYS_NAME: stores.modelKeys.name } : {}),
    ...(spec.headerSecret === undefined ? {} : { HEADER_SECRET_NAME: stores.headerSecret.name }),
    ...(spec.headerSecret === 'makes' && stores.headersKey !== null
      ? { HEADERS_KEY: stores.headersKey.keyArn }
      : {}),
    ...(spec.readsKeySecret ? { KEY_SECRET_NAME: stores.keySecret.name } : {}),
    ...(spec.readsFetcherKeys && stores.fetcherKeys !== null
      ? { FETCHER_KEYS_NAME: stores.fetcherKeys.name }
      : {}),
    ...Object.fromEntries(
      queueNames
        .filter((name) => spec.sendsTo.includes(name))
        .map((name) => [queueVariable[name], queueUrls[name]]),
    ),
    ...Object.fromEntries(
      spec.settings.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
    ),
  };
  return {
    ...own,
    POWERTOOLS_SERVICE_NAME: spec.name,
    POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(stores.table),
    ...(settings.logSample === undefined
      ? { POWERTOOLS_LOG_LEVEL: 'INFO' }
      : { POWERTOOLS_LOG_LEVEL: 'WARN', POWERTOOLS_LOGGER_SAMPLE_RATE: String(settings.logSample) }),
    NODE_OPTIONS: `${nodeOptions} ${heapOption(spec)}`,
  };
};
