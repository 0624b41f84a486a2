import type { Option } from '../../cli/command.ts';

/** The options of `npm start` and of `gleaner local`: both parse and explain them by this table. */
export const startOptions = {
  limit: { type: 'string', value: 'N', help: 'crawl at most N pages' },
  idle: { type: 'boolean', help: 'only run the API, and crawl nothing' },
  once: { type: 'boolean', help: 'exit when the crawl is done' },
  port: {
    type: 'string',
    value: 'N',
    help: 'port of the API on 127.0.0.1 (default 3000, or a free one if 3000 is taken)',
  },
  data: {
    type: 'string',
    value: 'DIR',
    help: 'folder for all data (default .gleaner)',
    completes: 'folder',
  },
  delay: { type: 'string', value: 'S', help: 'seconds between two requests to one host (0.5)' },
  allow: {
    type: 'string',
    value: 'CIDR',
    multiple: true,
    help: 'private addresses that may be fetched, such as 10.0.0.0/8 or [::1]/128:8915; may be repeated',
  },
  resolve: {
    type: 'string',
    value: 'N=A',
    multiple: true,
    help:
      'the address to use for a host name instead of DNS, such as docs.example.com=10.1.2.3 or ' +
      'docs.example.com:443=127.0.0.1:8443; may be repeated',
  },
  hosts: {
    type: 'string',
    value: 'FILE',
    help: 'groups of hosts, hosts and wikis, as JSON (docs/hosts.md; also GLEANER_HOSTS_FILE)',
    completes: 'file',
  },
  schedules: {
    type: 'string',
    value: 'FILE',
    help: 'jobs that are submitted by schedule, as JSON (docs/deploy.md)',
    completes: 'file',
  },
  'allow-scripts': { type: 'boolean', help: 'callers may run scripts in the pages they ask for' },
  search: {
    type: 'string',
    value: 'URL',
    help: 'search with this SearXNG-compatible engine (docs/search.md; also GLEANER_SEARCH)',
  },
  concurrency: {
    type: 'string',
    value: 'N',
    help: 'executions of all functions at the same time; more are throttled (a new AWS account has 10)',
  },
  'as-aws': {
    type: 'boolean',
    help: 'behave like AWS: wait as long after a crash, and freeze functions between events',
  },
  dynamodb: {
    type: 'string',
    value: 'URL',
    help: 'use this DynamoDB endpoint instead of the one that is included',
  },
  inproc: { type: 'boolean', help: 'run the functions in this process, for breakpoints' },
  help: { type: 'boolean', help: 'show this' },
} as const satisfies Record<string, Option>;

export const aboutModels =
  `The API key for development is a random one, kept in the data directory, or that of GLEANER_LOCAL_KEY.
Models are asked where the environment has OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_API_KEY, or
GLEANER_MODEL_KEYS_FILE names a file of keys; GLEANER_LLM names other providers (docs/models.md). Without ` +
  `any, extraction answers what pages say by themselves.
Services fetch pages where the environment has FIRECRAWL_API_KEY or SCRAPINGANT_API_KEY and a job asks for it; ` +
  `GLEANER_FETCHERS has their settings (docs/fetchers.md).`;
