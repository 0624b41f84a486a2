import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { isOneKey } from '../options/key-file.ts';

/** The API's address and key. `origin` says how it was found, for messages. */
export interface Instance {
  /** Without a trailing slash; may have a path, such as the stage of an API Gateway. */
  readonly url: string;
  readonly key: string | undefined;
  readonly from: 'option' | 'environment' | 'file' | 'default';
}

const defaultUrl = 'http://127.0.0.1:3000';

const instanceFileSchema = z.object({ url: z.url(), key: z.string().refine(isOneKey).optional() });

/**
 * Reads `.gleaner/instance.json`, which a running `npm start` keeps there, from `directory` or the nearest parent.
 * Skips a file that belongs to another user, who could use it to get this user's key sent to another address.
 */
const readInstanceFile = (directory: string): z.infer<typeof instanceFileSchema> | undefined => {
  for (let folder = directory; ; folder = dirname(folder)) {
    try {
      const path = join(folder, '.gleaner', 'instance.json');
      const owner = statSync(path).uid;
      if (process.getuid === undefined || owner === process.getuid()) {
        return instanceFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
      }
    } catch {
      // Absent, unreadable or half written: the next folder may have one.
    }
    if (dirname(folder) === folder) return undefined;
  }
};

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isSamePlace = (left: string, right: string): boolean => {
  const [a, b] = [URL.parse(left), URL.parse(right)];
  if (a === null || b === null) return false;
  const bothLocal = loopbackNames.has(a.hostname) && loopbackNames.has(b.hostname);
  return a.protocol === b.protocol && a.port === b.port && (bothLocal || a.hostname === b.hostname);
};

/**
 * Returns an address without what commands add to it: many know an API by the address that its paths begin with, and a
 * path may end in a slash.
 */
const withoutVersion = (path: string): string => path.replace(/\/+$/, '').replace(/\/+v[12]$/, '');

/**
 * Finds the API: `--url`, then `GLEANER_URL`, then the instance file, then the default address. The file's key is used
 * for the file's own address only, so it is never sent to another host. `malformed` is a sentence about a setting that
 * cannot be used; it shows no key.
 */
export const findInstance = (
  options: { url?: string | undefined; key?: string | undefined },
  environment: Readonly<Record<string, string | undefined>> = process.env,
  directory: string = process.cwd(),
): Instance | { readonly malformed: string } => {
  const file = readInstanceFile(directory);
  const said = options.url ?? (environment['GLEANER_URL'] || undefined);
  const url = said ?? file?.url ?? defaultUrl;
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    return { malformed: `expected the API's address, found "${url}"` };
  }
  const fileKey = file !== undefined && isSamePlace(file.url, url) ? file.key : undefined;
  const given = environment['GLEANER_KEY']?.trim() || undefined;
  if (options.key === undefined && given !== undefined && !isOneKey(given))
    return { malformed: 'GLEANER_KEY: expected one key and nothing else, found other characters in it' };
  const key = options.key ?? given ?? fileKey;
  let from: Instance['from'] = file === undefined ? 'default' : 'file';
  if (said !== undefined) from = options.url === undefined ? 'environment' : 'option';
  return { url: `${parsed.origin}${withoutVersion(parsed.pathname)}`, key, from };
};
