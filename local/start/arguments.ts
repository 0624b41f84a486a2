import { parseArgs } from 'node:util';
import * as z from 'zod';
import { modelSettingsSchema, type ModelSettings } from '../../lib/extract/llm/model-settings.ts';
import type { ModelKeys } from '../../lib/extract/llm/model-keys.ts';
import { parseOpenRange } from '../../lib/fetch/address.ts';
import { parseNamedAddress } from '../../lib/fetch/named-address.ts';
import { modelKeysIn } from '../install-model-keys.ts';

/** What `npm start` was asked to do. */
export interface StartArguments {
  readonly url: string | undefined;
  readonly limit: number | undefined;
  readonly idle: boolean;
  /** Undefined: 3000, or a free one where that is taken. */
  readonly port: number | undefined;
  readonly key: string | undefined;
  readonly dataDir: string;
  readonly delaySeconds: number | undefined;
  readonly allow: readonly string[];
  readonly resolve: readonly string[];
  /** File with the sources. */
  readonly sources: string | undefined;
  readonly allowScripts: boolean;
  /** Root of a search engine. */
  readonly search: string | undefined;
  readonly inproc: boolean;
  readonly dynamodb: string | undefined;
  readonly once: boolean;
  /** Keys of models, and what is said of their providers. */
  readonly modelKeys: ModelKeys;
  /** File with keys of models. */
  readonly keysFile: string | undefined;
  readonly llm: ModelSettings | undefined;
}

export type Parsed =
  | { readonly kind: 'start'; readonly arguments: StartArguments }
  | { readonly kind: 'help' }
  | { readonly kind: 'malformed'; readonly message: string };

export const usage = `Usage: npm start -- [URL] [options]

Runs Gleaner on this machine and crawls URL, or a small sample site where none is given.

  --limit N        crawl at most N pages
  --idle           serve the API, crawl nothing
  --once           end when the crawl is done
  --port N         port of the API on 127.0.0.1 (3000, or a free one where that is taken)
  --key K          API key for development (a random one is made and kept)
  --data DIR       where everything is kept (.gleaner)
  --delay S        seconds between two requests to one host (0.5)
  --allow CIDR     private addresses that may be fetched, such as 10.0.0.0/8 or 127.0.0.1/32:8915; may be repeated
  --resolve N=A    the address of a host name, instead of what DNS says, such as docs.example.com=10.1.2.3 or
                   docs.example.com:443=127.0.0.1:8443; may be repeated
  --sources FILE   groups of hosts, hosts and wikis, as JSON (docs/sources.md; also GLEANER_SOURCES_FILE)
  --allow-scripts  callers may run scripts in the pages they ask for
  --search URL     search with this SearXNG-compatible engine (docs/search.md; also GLEANER_SEARCH)
  --dynamodb URL   use another DynamoDB endpoint than the one that comes along
  --inproc         run the functions in this process, for breakpoints
  --help           show this

Models are asked where the environment has OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_API_KEY, or
GLEANER_MODEL_KEYS_FILE names a file of keys; GLEANER_LLM names other providers (docs/models.md). Without any, extraction answers what pages say by themselves.

Examples:
  npm start
  npm start -- https://example.com --limit 50
  npm start -- http://127.0.0.1:8080/ --delay 0
`;

const options = {
  limit: { type: 'string' },
  idle: { type: 'boolean', default: false },
  port: { type: 'string' },
  key: { type: 'string' },
  data: { type: 'string', default: '.gleaner' },
  delay: { type: 'string' },
  allow: { type: 'string', multiple: true, default: [] as string[] },
  resolve: { type: 'string', multiple: true, default: [] as string[] },
  sources: { type: 'string' },
  'allow-scripts': { type: 'boolean', default: false },
  search: { type: 'string' },
  inproc: { type: 'boolean', default: false },
  dynamodb: { type: 'string' },
  once: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

class Malformed extends Error {}

const numberIn = (
  name: string,
  text: string | undefined,
  min: number,
  max: number,
  whole: boolean,
): number | undefined => {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= min && value <= max && (!whole || Number.isInteger(value)))
    return value;
  const kind = whole ? 'a whole number' : 'a number';
  throw new Malformed(`--${name} ${text}: expected ${kind} from ${min} to ${max}`);
};

const httpUrl = (what: string, text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href;
  throw new Malformed(`${what} ${text}: expected a URL that begins with http:// or https://`);
};

const addressRange = (text: string): string => {
  if (parseOpenRange(text) !== null) return text;
  throw new Malformed(`--allow ${text}: expected an address range such as 10.0.0.0/8 or 127.0.0.1/32:8080`);
};

const namedAddress = (text: string): string => {
  if (parseNamedAddress(text) !== null) return text;
  throw new Malformed(
    `--resolve ${text}: expected a name and its address, such as docs.example.com=10.1.2.3 or docs.example.com:443=127.0.0.1:8443`,
  );
};

/** Providers and prices as the environment states them. */
const modelSettingsIn = (text: string | undefined): ModelSettings | undefined => {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return modelSettingsSchema.parse(JSON.parse(text));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'no JSON' : z.prettifyError(error as z.ZodError);
    throw new Malformed(`GLEANER_LLM: expected JSON as docs/models.md describes it, found ${why}`);
  }
};

/** Reads the command line. Pure: what is wrong comes back as a message. */
export const parseStartArguments = (
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Parsed => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help) return { kind: 'help' };
    if (positionals.length > 1) throw new Malformed(`Expected one URL, found ${positionals.join(' ')}`);
    if (values.idle && positionals.length > 0)
      throw new Malformed('--idle crawls nothing: leave out the URL');
    if (values.key !== undefined && !/^\S{1,512}$/.test(values.key)) {
      throw new Malformed('--key: expected 1 to 512 characters without spaces');
    }
    return {
      kind: 'start',
      arguments: {
        url: httpUrl('URL', positionals[0]),
        limit: numberIn('limit', values.limit, 1, 1_000_000, true),
        idle: values.idle,
        port: numberIn('port', values.port, 0, 65_535, true),
        key: values.key,
        dataDir: values.data,
        delaySeconds: numberIn('delay', values.delay, 0, 3_600, false),
        allow: values.allow.map(addressRange),
        resolve: values.resolve.map(namedAddress),
        sources: values.sources ?? (environment['GLEANER_SOURCES_FILE'] || undefined),
        allowScripts: values['allow-scripts'],
        search: httpUrl('--search', values.search ?? (environment['GLEANER_SEARCH'] || undefined)),
        inproc: values.inproc,
        dynamodb: httpUrl(
          '--dynamodb',
          values.dynamodb ?? (environment['GLEANER_DYNAMODB_ENDPOINT'] || undefined),
        ),
        once: values.once,
        modelKeys: modelKeysIn(environment),
        keysFile: environment['GLEANER_MODEL_KEYS_FILE'] || undefined,
        llm: modelSettingsIn(environment['GLEANER_LLM']),
      },
    };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    if (error instanceof Malformed || code?.startsWith('ERR_PARSE_ARGS') === true)
      return { kind: 'malformed', message };
    throw error;
  }
};
