import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { freemem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { createRequire } from 'node:module';
import { knownProviders } from '../../lib/extract/llm/known-providers.ts';
import { probeBrowserSandbox } from '../../lib/fetch/browser/browser-sandbox.ts';
import { checkFetcher } from '../../lib/fetch/remote/check-fetcher.ts';
import { fetcherKeyVariables, fetcherSettingsSchema } from '../../lib/fetch/remote/fetcher-settings.ts';
import { makeFetchers } from '../../lib/fetch/remote/make-fetchers.ts';
import { keyVariables, parseModelKeys } from '../../lib/extract/llm/model-keys.ts';
import { isHeaderWord } from '../../lib/header-word.ts';
import { findInstance } from '../api/find-instance.ts';
import { packagedNode } from '../run-on-node-24.ts';
import type { Answered } from '../../lib/store/account/read-account.ts';
import type { LaptopFacts } from './judge-laptop.ts';

const port = 3_000;
const askMs = 10_000;

const isPortFree = async (): Promise<boolean> =>
  await new Promise((settle) => {
    const server = createServer();
    server.once('error', () => settle(false));
    server.listen(port, '127.0.0.1', () => void server.close(() => settle(true)));
  });

/** Returns the folder itself, or the nearest existing one around it. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

const hasPackage = (name: string): boolean => {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
};

const asked = async <Value>(ask: () => Promise<Value>): Promise<Answered<Value>> => {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    const { cause, message } = error as Error;
    return { ok: false, why: cause instanceof Error ? cause.message : message };
  }
};

/** Lists a provider's models: it costs nothing, and is refused without a valid key. */
const askProvider = async (baseUrl: string, key: string): Promise<number> => {
  const headers = { authorization: `Bearer ${key}`, 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  const response = await fetch(`${baseUrl}/models`, { headers, signal: AbortSignal.timeout(askMs) });
  await response.body?.cancel();
  return response.status;
};

const askModels = async (environment: NodeJS.ProcessEnv): Promise<LaptopFacts['models']> => {
  const given = Object.entries(keyVariables).flatMap(([variable, provider]) => {
    const keys = parseModelKeys(JSON.stringify({ [variable]: environment[variable] ?? '' }))[provider] ?? [];
    const key = keys.find((each) => !isHeaderWord(each)) ?? keys[0];
    const known = knownProviders[provider];
    return key === undefined || known === undefined ? [] : [{ provider, key, baseUrl: known.baseUrl }];
  });
  return await Promise.all(
    given.map(async ({ provider, key, baseUrl }) => ({
      provider,
      // The HTTP client would quote a key that it cannot send.
      status: isHeaderWord(key)
        ? await asked(async (): Promise<number | 'unsendable'> => await askProvider(baseUrl, key))
        : { ok: true as const, value: 'unsendable' as const },
    })),
  );
};

const readJson = (text = ''): object => {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
};

/** Asks each service that has a key in the environment how it is. It costs no credits. */
const askFetchers = async (environment: NodeJS.ProcessEnv): Promise<LaptopFacts['fetchers']> => {
  const usual = { firecrawl: {}, scrapingant: {} };
  const own = readJson(environment['GLEANER_FETCHERS']);
  // Settings that cannot be read are told of by `npm start`.
  const settings = fetcherSettingsSchema.safeParse({ ...usual, ...own });
  const fetchers = makeFetchers(settings.success ? settings.data : fetcherSettingsSchema.parse(usual));
  const all = Object.entries(fetcherKeyVariables).map(async ([variable, name]) => {
    const [key, fetcher] = [environment[variable]?.trim() ?? '', fetchers[name]];
    return key === '' || fetcher === undefined ? [] : [{ name, health: await checkFetcher(fetcher, key) }];
  });
  return (await Promise.all(all)).flat();
};

/** Compares the clock with the date in AWS's own answer. */
const clockAhead = async (): Promise<number> => {
  const response = await fetch('https://sts.amazonaws.com/', {
    method: 'HEAD',
    signal: AbortSignal.timeout(askMs),
  });
  return Date.now() - Date.parse(response.headers.get('date') ?? '');
};

/** Reads the facts about this machine. Changes nothing, and calls each provider of models once. */
export const readLaptop = async (
  environment: NodeJS.ProcessEnv,
  dataDir = resolve('.gleaner'),
): Promise<LaptopFacts> => {
  const disk = statfsSync(existing(dataDir));
  const instance = findInstance({});
  return {
    nodeVersion: process.versions.node,
    hasPackagedNode: packagedNode() !== undefined,
    platform: `${process.platform} ${process.arch}`,
    freeBytes: disk.bavail * disk.bsize,
    freeMemoryBytes: freemem(),
    dataDir,
    isPortFree: await isPortFree(),
    isOwnPort: 'from' in instance && instance.from === 'file' && new URL(instance.url).port === String(port),
    hasChromium: process.platform === 'linux' && process.arch === 'x64' && hasPackage('@sparticuz/chromium'),
    hasBrowserSandbox: (await probeBrowserSandbox()) !== null,
    models: await askModels(environment),
    fetchers: await askFetchers(environment),
    clockAheadMs: await asked(clockAhead),
  };
};
