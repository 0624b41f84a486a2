import { createHash } from 'node:crypto';
import { parse } from 'tldts';
import { canonicalTypedUrl } from '../../lib/frontier/canonical-url.ts';

/** The selection to erase: one URL, all URLs with a prefix, all of a domain and its subdomains, or all of a team. */
export interface ErasureSelection {
  readonly kind: 'url' | 'prefix' | 'domain' | 'team';
  readonly value: string;
}

type ReadSelection =
  | { readonly ok: true; readonly wanted: ErasureSelection }
  | { readonly ok: false; readonly why: string };

/** Replaces an erased URL in data that stays. */
export const erasedUrl = 'https://erased.invalid/';

/** Identifies a selection without revealing it: a certificate stored in the stack must not name what was erased. */
export const selectionHash = ({ kind, value }: ErasureSelection): string =>
  createHash('sha256').update(`${kind} ${value}`).digest('hex');

/** Reads a domain in the form of hosts in URLs: in ASCII, without a final dot. */
const readDomain = (value: string): ReadSelection => {
  const url = /^[^/?#@\\\s]+$/.test(value) ? URL.parse(`https://${value.replace(/\.$/, '')}/`) : null;
  if (url === null || url.hostname === '')
    return { ok: false, why: `"${value}" is not a domain: expected a name such as example.com` };
  const { isIcann, publicSuffix } = parse(url.hostname);
  if (isIcann === true && publicSuffix === url.hostname)
    return { ok: false, why: `"${value}" ends everybody's domains: expected a name such as example.com` };
  return { ok: true, wanted: { kind: 'domain', value: url.host } };
};

/** Reads a selection, or returns a sentence about what is wrong with it. */
export const readWanted = ({ kind, value }: ErasureSelection): ReadSelection => {
  if (kind === 'team')
    return /^[\w-]{1,64}$/.test(value)
      ? { ok: true, wanted: { kind, value } }
      : { ok: false, why: `"${value}" is not the name of a team` };
  if (kind === 'domain') return readDomain(value);
  const url = canonicalTypedUrl(value);
  return url === null
    ? { ok: false, why: `"${value}" is not an http or https URL` }
    : { ok: true, wanted: { kind, value: url } };
};

/** Makes a test whether a URL is to be erased. For a team it is always false: a team's data is found by its owner. */
export const urlTest = ({ kind, value }: ErasureSelection): ((url: string) => boolean) => {
  if (kind === 'team') return () => false;
  return (raw) => {
    if (!/^https?:\/\//i.test(raw)) return false;
    const url = canonicalTypedUrl(raw);
    if (url === null) return false;
    if (kind === 'url') return url === value;
    if (kind === 'prefix') return url.startsWith(value);
    const { host, hostname } = new URL(url);
    return host === value || hostname === value || hostname.endsWith(`.${value}`);
  };
};
