import { createHash } from 'node:crypto';

/*
 * A URL whose path is already a good file name keeps it: https://example.com/guide/trees → example.com/guide/trees.md.
 * Every other URL gets a readable name with a hash of the whole URL behind a `~`, which no good name contains; so the
 * two kinds never collide. Folders never end in `.md` and files always do, so a file is never in a folder's way. Good
 * names are lower case, because the file systems of Windows and macOS take Trees.md and trees.md for one file.
 */

const segmentCharactersMax = 50;
const foldersMax = 8;
const pathCharactersMax = 180;

/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const isGoodName = (name: string): boolean =>
  /^[a-z0-9_](?:[a-z0-9_-]|\.(?=[a-z0-9_-]))*$/.test(name) &&
  name.length <= segmentCharactersMax &&
  !deviceName.test(name);

const isGoodFolder = (name: string): boolean => isGoodName(name) && !name.endsWith('.md');

/**
 * Returns host and port as a folder. https on its own port is the plain host name; the underscore never stands in a
 * good host.
 */
const hostFolderOf = (url: URL): string | undefined => {
  const { hostname, port, protocol } = url;
  if (hostname.includes('_') || !isGoodName(hostname)) return undefined;
  if (protocol === 'http:') return `${hostname}_${port === '' ? '80' : port}`;
  return port === '' ? hostname : `${hostname}_${port}_https`;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Returns the readable part of a text as one name: letters and digits of any script, and no characters that a file
 * system forbids.
 */
const slugOf = (text: string): string => {
  const words = decoded(text)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const slug = Array.from(words).slice(0, segmentCharactersMax).join('').replace(/-+$/, '');
  return deviceName.test(slug) ? `${slug}-` : slug;
};

const plainPathOf = (url: URL): string | undefined => {
  const host = hostFolderOf(url);
  const segments = url.pathname.slice(1).split('/');
  const last = segments.pop() ?? '';
  const name = last === '' ? 'index' : last;
  // "/index" would have the same name as "/", so it is named by its hash.
  const good = isGoodName(name) && last !== 'index' && segments.every(isGoodFolder);
  const exact = url.href === url.origin + url.pathname;
  const path = [host, ...segments, `${name}.md`].join('/');
  return host !== undefined && good && exact && path.length <= pathCharactersMax ? path : undefined;
};

const hashedPathOf = (text: string, url: URL | null): string => {
  const hash = createHash('sha256')
    .update(url?.href ?? text)
    .digest('hex')
    .slice(0, 16);
  const segments = (url?.pathname ?? text).split('/').filter((segment) => segment !== '');
  const last = segments.pop() ?? 'index';
  const host = url === null ? undefined : (hostFolderOf(url) ?? slugOf(url.host));
  const folders = segments
    .slice(0, foldersMax)
    .map((segment) => (isGoodFolder(segment) ? segment : slugOf(segment)))
    .filter((folder) => folder !== '' && !folder.endsWith('.md'));
  const name = slugOf(last + (url?.search ?? '')) || 'page';
  return [host || 'other', ...folders, `${name}~${hash}.md`].join('/');
};

/**
 * Returns the file of one page, as a relative path with `/` between its parts. Two different URLs never have the same
 * file, even if letter case does not count, and no path leads out of its folder.
 */
export const makePageFile = (text: string): string => {
  const url = URL.parse(text);
  const isWeb = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  return (isWeb ? plainPathOf(url) : undefined) ?? hashedPathOf(text, isWeb ? url : null);
};
