import { getDomain } from 'tldts';

/**
 * The cookies of one fetch: a site sets them on the way and expects them after its redirect, as sites do that count
 * visitors or remember a choice of language. They live as long as the fetch, and are never stored. RFC 6265 sections
 * 5.1 to 5.4, without dates: a cookie that expires is gone at once.
 */
export interface CookieJar {
  /** Stores the cookies in the `Set-Cookie` fields of a response, one a line. */
  take(url: URL, fields: string | undefined): void;
  /** Returns the `Cookie` field for a request, or undefined. */
  headerFor(url: URL): string | undefined;
}

const cookiesMax = 50;
const cookieBytesMax = 4_096;
const headerBytesMax = 16_384;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  /** True for the host alone; false if its subdomains count as well. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
}

const isWithinDomain = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

const isWithinPath = (path: string, of: string): boolean =>
  path === of || (path.startsWith(of) && (of.endsWith('/') || path[of.length] === '/'));

/** RFC 6265 section 5.1.4. */
const defaultPath = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));

const attributesOf = (parts: readonly string[]): Map<string, string> =>
  new Map(
    parts.map((part) => {
      const at = part.indexOf('=');
      return at === -1
        ? [part.trim().toLowerCase(), '']
        : [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()];
    }),
  );

const isOver = (attributes: ReadonlyMap<string, string>): boolean => {
  const age = attributes.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  const expires = Date.parse(attributes.get('expires') ?? '');
  // Sites delete a cookie with a date of long ago; every other date is later than this fetch.
  return !Number.isNaN(expires) && expires < Date.UTC(2020, 0, 1);
};

const parseCookie = (url: URL, field: string): { cookie: Cookie; over: boolean } | null => {
  const [pair = '', ...parts] = field.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, at)).trim();
  const value = pair.slice(at + 1).trim();
  if (name === '' || field.length > cookieBytesMax || !/^[\x20-\x7e]*$/.test(name + value)) return null;
  const attributes = attributesOf(parts);
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  // No site owns a public suffix: a cookie for "co.uk" would go to strangers.
  const wide = domain !== '' && domain !== url.hostname;
  if (
    wide &&
    (!isWithinDomain(url.hostname, domain) || getDomain(domain, { allowPrivateDomains: true }) === null)
  )
    return null;
  const path = attributes.get('path') ?? '';
  return {
    over: isOver(attributes),
    cookie: {
      name,
      value,
      host: wide ? domain : url.hostname,
      hostOnly: domain === '',
      path: path.startsWith('/') ? path : defaultPath(url.pathname),
      secure: attributes.has('secure'),
    },
  };
};

export const openCookieJar = (): CookieJar => {
  const cookies = new Map<string, Cookie>();
  return {
    take: (url, fields) => {
      for (const field of fields?.split('\n') ?? []) {
        const parsed = parseCookie(url, field);
        if (parsed === null) continue;
        const { cookie, over } = parsed;
        const key = `${cookie.name};${cookie.host};${cookie.path}`;
        if (over) cookies.delete(key);
        else if (cookies.has(key) || cookies.size < cookiesMax) cookies.set(key, cookie);
      }
    },
    headerFor: (url) => {
      const pairs = [...cookies.values()]
        .filter(
          ({ host, hostOnly, path, secure }) =>
            (hostOnly ? url.hostname === host : isWithinDomain(url.hostname, host)) &&
            isWithinPath(url.pathname, path) &&
            (!secure || url.protocol === 'https:'),
        )
        .toSorted((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => `${name}=${value}`);
      const header = pairs.join('; ');
      return header === '' || header.length > headerBytesMax ? undefined : header;
    },
  };
};
