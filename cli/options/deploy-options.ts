import type { Option } from '../command.ts';

/** Returns the command-line name of a setting of `infra/options.ts`: `alarmEmail` is `--alarm-email`. */
export const optionOfSetting = (setting: string): string =>
  setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Settings that may be given as a file of JSON. */
export const jsonSettings: ReadonlySet<string> = new Set(['hosts', 'llm', 'fetchers', 'schedules']);

const json = { type: 'string', value: 'JSON|FILE', completes: 'file' } as const;

/** The settings of a deployment; each is a setting of `infra/options.ts`. */
export const settingOptions = {
  name: {
    type: 'string',
    value: 'NAME',
    help: 'which of several stacks in one account and region, such as staging; the first needs none',
  },
  'alarm-email': { type: 'string', value: 'MAIL', help: 'where alarms go' },
  'monthly-budget': {
    type: 'string',
    value: 'USD',
    help: 'dollars: mail that address before the whole account costs more than this in a month',
  },
  'log-days': { type: 'string', value: 'N', help: 'days that logs are kept (30)' },
  'log-sample': {
    type: 'string',
    value: 'SHARE',
    help: 'share of invocations that log every line, such as 0.05; the others log only problems (1)',
  },
  alarms: { type: 'string', value: 'WHICH', help: 'essential, or all: one for each queue and function' },
  contact: {
    type: 'string',
    value: 'URL|MAIL',
    help: "where a site's operator reads who is asking: part of the user agent",
  },
  'delay-seconds': { type: 'string', value: 'S', help: 'seconds between two requests to one host (0.5)' },
  hosts: { ...json, help: 'groups of hosts, hosts and wikis (docs/hosts.md)' },
  allow: { type: 'string', value: 'LIST', help: 'private address ranges that may be fetched' },
  resolve: {
    type: 'string',
    value: 'LIST',
    help: 'addresses to use for host names instead of DNS, as name=address (docs/closed-networks.md)',
  },
  dashboard: { type: 'boolean', help: 'make a dashboard in CloudWatch (three of an account are free)' },
  'allow-scripts': { type: 'boolean', help: 'callers may run scripts in the pages they ask for' },
  llm: { ...json, help: 'providers of models and prices (docs/models.md)' },
  fetchers: { ...json, help: 'services that fetch pages, such as Firecrawl (docs/fetchers.md)' },
  schedules: { ...json, help: 'jobs that EventBridge Scheduler submits (docs/deploy.md)' },
  'v1-extract': {
    type: 'string',
    value: 'NAME',
    help: 'which API a request to /v1/extract follows that does not say it',
    completes: ['raito', 'v1'],
  },
  corpus: {
    type: 'string',
    value: 'NAME',
    help: 'make pages of scheduled runs searchable in a corpus of this name; NAME,all: of every job (docs/corpus.md)',
  },
  search: {
    type: 'string',
    value: 'URL',
    help: 'search with this SearXNG-compatible engine (docs/search.md)',
  },
  environment: {
    type: 'string',
    value: 'NAME',
    help: 'production (default) keeps tables and buckets when the stack is destroyed; the others keep nothing',
    completes: ['production', 'staging', 'development'],
  },
  'api-logs': {
    type: 'boolean',
    help: 'let API Gateway log requests; the account needs a role for that (docs/deploy.md)',
  },
  'account-concurrency': {
    type: 'string',
    value: 'N',
    help: 'concurrent executions of the account, which all functions share (default: read from the account)',
  },
  'key-requests-per-minute': {
    type: 'string',
    value: 'N',
    help: 'requests per minute that may start work, for keys without a limit of their own (docs/keys.md)',
  },
  'key-open-jobs': {
    type: 'string',
    value: 'N',
    help: 'jobs that may run at the same time, for keys without a limit of their own',
  },
  'headers-key': {
    type: 'string',
    value: 'KEY',
    help: "new, or the ARN of a key of KMS: keeps the secret that opens callers' headers (1 USD a month)",
  },
  'fetch-concurrency-max': {
    type: 'string',
    value: 'N',
    help: 'invocations of fetch-pages at the same time for jobs that nobody waits for',
  },
} as const satisfies Record<string, Option>;
