import { canonicalTypedUrl } from '../frontier/canonical-url.ts';
import { isPlainObject } from '../plain-object.ts';

/** Returns the key of a file that a client sent: the hash of its bytes, so that the same file is stored once. */
export const uploadKey = (hash: string): string => `uploads/${hash}`;

/** Returns the beginning that the addresses of a file have in common, whatever its name. */
const uploadFolder = (hash: string): string => `https://upload.invalid/${hash.slice(0, 32)}/`;

/**
 * Makes the address of a file that a client sent: a host that RFC 2606 keeps out of DNS, and the hash of its bytes, so
 * that the same file is the same page.
 */
export const uploadUrl = (hash: string, filename: string): string =>
  `${uploadFolder(hash)}${encodeURIComponent(filename)}`;

/** Returns the beginning of the addresses of the file with this key; null if it is not the key of such a file. */
export const readUploadFolder = (key: string): string | null => {
  const hash = /^uploads\/([0-9a-f]{64})$/.exec(key)?.[1];
  return hash === undefined ? null : uploadFolder(hash);
};

/** Says what file an address names; null if it is not the address of a file that a client sent. */
export const readUploadName = (url: string): string | null => {
  const name = /^https:\/\/upload\.invalid\/[0-9a-f]{32}\/([^/]+)$/.exec(url)?.[1];
  return name === undefined ? null : decodeURIComponent(name);
};

/** Fields of an answer whose text is ours: the file is named in it as it is by whoever sent it. */
const ourWords: ReadonlySet<string> = new Set(['error', 'warning', 'metadata']);

/**
 * Returns an answer about a file that a client sent as the client may read it: in messages and metadata the file has
 * its name in place of its address, and links of the file that are relative stay so. The file's own source is left as
 * it is, and so is an answer about any other page.
 */
export const nameUpload = (answer: unknown, url: string): unknown => {
  const name = readUploadName(url);
  if (name === null) return answer;
  const addresses = [url, canonicalTypedUrl(url) ?? url];
  const told = (text: string, isOurs: boolean): string => {
    if (addresses.includes(text)) return name;
    const worded = isOurs ? addresses.reduce((all, each) => all.replaceAll(each, () => name), text) : text;
    return worded.replaceAll(/https:\/\/upload\.invalid(?:\/[0-9a-f]{32}\/|(?=\/))/g, '');
  };
  const walk = (value: unknown, isOurs: boolean): unknown => {
    if (typeof value === 'string') return told(value, isOurs);
    if (Array.isArray(value)) return value.map((each) => walk(each, isOurs));
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        key === 'rawHtml' ? each : walk(each, isOurs || ourWords.has(key)),
      ]),
    );
  };
  return walk(answer, false);
};
