import { parseArgs } from 'node:util';
import * as z from 'zod';
import { modelSettingsSchema, type ModelSettings } from '../../lib/extract/llm/model-settings.ts';
import type { ModelKeys } from '../../lib/extract/llm/model-keys.ts';
import {
  fetcherSettingsSchema,
  type FetcherKeys,
  type FetcherSettings,
} from '../../lib/fetch/remote/fetcher-settings.ts';
import { openRangeForm, parseOpenRange } from '../../lib/fetch/http/address.ts';
import { parseMistake, parserOptions, readPageUrl } from '../../cli/options/arguments.ts';
import { optionLines } from '../../cli/command.ts';
import { parseNamedAddress } from '../../lib/fetch/http/named-address.ts';
import { whyNoServiceRoot, whyNoWebUrl } from '../../lib/fetch/http/service-root.ts';
import { isHeaderWord } from '../../lib/header-word.ts';
import { expectedWords } from '../../lib/expected-words.ts';
import { chooseEmbedder } from '../../lib/ingest/embed/choose-embedder.ts';
import { fetcherKeysIn, modelKeysIn } from '../install-model-keys.ts';
import { blockedPorts } from '../../lib/fetch/http/blocked-ports.ts';
import { keyVariableFault } from './key-faults.ts';
import { aboutModels, startOptions } from './options.ts';

/** What the command line of `npm start` asks for. */
export interface StartArguments {
  readonly url: string | undefined;
  readonly limit: number | undefined;
  readonly idle: boolean;
  /** Undefined: 3000, or a free one if that is taken. */
  readonly port: number | undefined;
  readonly key: string | undefined;
  readonly dataDir: string;
  readonly delaySeconds: number | undefined;
  readonly allow: readonly string[];
  readonly resolve: readonly string[];
  /** File with settings of hosts. */
  readonly hosts: string | undefined;
  /** File with jobs that run on a schedule. */
  readonly schedules: string | undefined;
  readonly allowScripts: boolean;
  /** Root of a search engine. */
  readonly search: string | undefined;
  readonly inproc: boolean;
  /** Executions of all functions together. */
  readonly concurrency: number | undefined;
  readonly asAws: boolean;
  readonly dynamodb: string | undefined;
  readonly once: boolean;
  /** Keys of models, and settings of their providers. */
  readonly modelKeys: ModelKeys;
  /** File with keys of models. */
  readonly keysFile: string | undefined;
  readonly llm: ModelSettings | undefined;
  /** Keys of services that fetch pages, and their settings. */
  readonly fetcherKeys: FetcherKeys;
  readonly fetchers: FetcherSettings | undefined;
}

export type ArgumentsOutcome =
  | { readonly kind: 'start'; readonly arguments: StartArguments }
  | { readonly kind: 'help' }
  | { readonly kind: 'malformed'; readonly message: string };

export const usage = `Usage: npm start -- [URL] [options]

Runs Gleaner on this machine and crawls URL, or a small sample site where none is given.

${optionLines(startOptions)}

${aboutModels}

Examples:
  npm start
  npm start -- https://example.com --limit 50
  npm start -- http://127.0.0.1:8080/ --delay 0
`;

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

const portIn = (text: string | undefined): number | undefined => {
  const port = numberIn('port', text, 0, 65_535, true);
  if (port === undefined || !blockedPorts.has(port)) return port;
  throw new Malformed(`--port ${port}: browsers and fetch refuse this port. Choose another, such as 3000`);
};

/**
 * Reads a URL from an option, else from a variable of the environment; undefined if neither is set. A message names the
 * one that was read, and does not show its text, which may hold a password.
 */
const urlIn = (
  option: string | undefined,
  variable: readonly [name: string, text: string | undefined],
  name: string,
  whyNot: (text: string) => string | null,
): string | undefined => {
  const [from, text] = option === undefined ? [variable[0], variable[1] || undefined] : [name, option];
  if (text === undefined) return undefined;
  const why = whyNot(text);
  if (why === null) return new URL(text.trim()).href;
  throw new Malformed(`${from}: ${why}`);
};

/** Reads a page to crawl as the command line does: `example.com` is taken as https. */
const pageUrl = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const read = readPageUrl(text);
  if (!read.ok) throw new Malformed(read.message);
  // A single word is far more often a slip than a host.
  if (/^https:\/\/[^.:/]+\/?$/.test(read.value) && !text.includes('://'))
    throw new Malformed(`<url>: expected a web address such as https://example.com, found "${text}"`);
  return read.value;
};

const addressRange = (text: string): string => {
  if (parseOpenRange(text) !== null) return text;
  throw new Malformed(`--allow ${text}: expected ${openRangeForm}`);
};

const namedAddress = (text: string): string => {
  if (parseNamedAddress(text) !== null) return text;
  throw new Malformed(
    `--resolve ${text}: expected a name and its address, such as docs.example.com=10.1.2.3 or ` +
      `docs.example.com:443=127.0.0.1:8443`,
  );
};

/** Reads settings from a variable of the environment that holds JSON; undefined if it is not set. */
const settingsIn = <Schema extends z.ZodType>(
  name: string,
  page: string,
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> | undefined => {
  const text = environment[name];
  if (text === undefined || text.trim() === '') return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which may hold a secret.
    throw new Malformed(`${name}: expected JSON as ${page} describes it, found text that is not JSON`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Malformed(`${name}: ${parsed.error.issues.map(issueWords).join('; ')} (${page})`);
};

/** Says where settings are wrong and how, on one line. */
const issueWords = (issue: z.core.$ZodIssue): string => {
  const place = issue.path.length === 0 ? [] : [issue.path.join('.')];
  return [...place, expectedWords(issue)].join(': ');
};

/** Reads the settings of models, whose embedder has to be one that can be asked. */
const modelSettingsIn = (
  environment: Readonly<Record<string, string | undefined>>,
): ModelSettings | undefined => {
  const settings = settingsIn('GLEANER_LLM', 'docs/models.md', modelSettingsSchema, environment);
  try {
    if (settings !== undefined) chooseEmbedder(settings);
  } catch (error) {
    throw new Malformed((error as Error).message);
  }
  return settings;
};

/**
 * Adds the usual settings of each service that has a key and none of its own; undefined if there is neither a key nor a
 * setting.
 */
const withUsualFetchers = (
  given: FetcherSettings | undefined,
  keys: FetcherKeys,
): FetcherSettings | undefined => {
  const usual = Object.fromEntries(Object.keys(keys).map((name) => [name, {}]));
  return given === undefined && Object.keys(usual).length === 0
    ? undefined
    : { ...fetcherSettingsSchema.parse(usual), ...given };
};

/** Options as `parseArgs` returns them for the table of `startOptions`. */
export interface StartValues {
  readonly [name: string]: string | boolean | (string | boolean)[] | undefined;
}

const textIn = (values: StartValues, name: keyof typeof startOptions): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

const textsIn = (values: StartValues, name: keyof typeof startOptions): string[] => {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : [];
};

const understand = (
  values: StartValues,
  positionals: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): StartArguments => {
  const text = (name: keyof typeof startOptions): string | undefined => textIn(values, name);
  const isSet = (name: keyof typeof startOptions): boolean => values[name] === true;
  if (positionals.length > 1) throw new Malformed(`Expected one URL, found ${positionals.join(' ')}`);
  if (isSet('idle') && positionals.length > 0)
    throw new Malformed('--idle crawls nothing, so leave out the URL');
  if (isSet('idle') && text('limit') !== undefined)
    throw new Malformed('--idle crawls nothing, so leave out --limit');
  // Not an option, because other users of the machine can read command lines.
  const key = environment['GLEANER_LOCAL_KEY'] || undefined;
  if (key !== undefined && (key.length > 512 || !isHeaderWord(key)))
    throw new Malformed('GLEANER_LOCAL_KEY: expected 1 to 512 characters of printable ASCII, without spaces');
  const keyFault = keyVariableFault(environment);
  if (keyFault !== null) throw new Malformed(keyFault);
  return {
    url: pageUrl(positionals[0]),
    limit: numberIn('limit', text('limit'), 1, 1_000_000, true),
    idle: isSet('idle'),
    port: portIn(text('port')),
    key,
    dataDir: text('data') ?? '.gleaner',
    delaySeconds: numberIn('delay', text('delay'), 0, 3_600, false),
    allow: textsIn(values, 'allow').map(addressRange),
    resolve: textsIn(values, 'resolve').map(namedAddress),
    schedules: text('schedules'),
    hosts: text('hosts') ?? (environment['GLEANER_HOSTS_FILE'] || undefined),
    allowScripts: isSet('allow-scripts'),
    inproc: isSet('inproc'),
    asAws: isSet('as-aws'),
    concurrency: numberIn('concurrency', text('concurrency'), 5, 1_000, true),
    dynamodb: urlIn(
      text('dynamodb'),
      ['GLEANER_DYNAMODB_ENDPOINT', environment['GLEANER_DYNAMODB_ENDPOINT']],
      '--dynamodb',
      whyNoWebUrl,
    ),
    once: isSet('once'),
    search: urlIn(
      text('search'),
      ['GLEANER_SEARCH', environment['GLEANER_SEARCH']],
      '--search',
      whyNoServiceRoot,
    ),
    modelKeys: modelKeysIn(environment),
    keysFile: environment['GLEANER_MODEL_KEYS_FILE'] || undefined,
    llm: modelSettingsIn(environment),
    fetcherKeys: fetcherKeysIn(environment),
    fetchers: withUsualFetchers(
      settingsIn('GLEANER_FETCHERS', 'docs/fetchers.md', fetcherSettingsSchema, environment),
      fetcherKeysIn(environment),
    ),
  };
};

/** Reads options that were parsed by `startOptions`. Pure: mistakes are returned as a message. */
export const readStartArguments = (
  values: StartValues,
  positionals: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ArgumentsOutcome => {
  try {
    return { kind: 'start', arguments: understand(values, positionals, environment) };
  } catch (error) {
    if (error instanceof Malformed) return { kind: 'malformed', message: error.message };
    throw error;
  }
};

/** Parses the command line of `npm start`. Pure: mistakes are returned as a message. */
export const parseStartArguments = (
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ArgumentsOutcome => {
  try {
    const options = { ...parserOptions(startOptions), help: { type: 'boolean', short: 'h' } as const };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return values['help'] === true ? { kind: 'help' } : readStartArguments(values, positionals, environment);
  } catch (error) {
    const message = parseMistake(error, 'npm start', Object.keys(startOptions));
    if (message !== null) return { kind: 'malformed', message };
    throw error;
  }
};
