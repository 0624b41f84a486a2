import { createHash } from 'node:crypto';
import type { Job } from '../job/job.ts';
import { retentionPrefix, type RetentionClass } from './retention.ts';

const slugCharactersMax = 80;

/** Returns a host as a folder name: `example.com`, or `127.0.0.1_8080` if the port is not the scheme's own. */
export const domainFolder = (url: string): string => new URL(url).host.replace(/[^a-z0-9.-]+/g, '_');

/** Returns a readable part of a file name for a URL's path: lower-case words joined by dashes, `index` for the root. */
export const makeSlug = (url: string): string => {
  const { pathname, search } = new URL(url);
  const words = `${pathname}${search}`
    .toLowerCase()
    .replace(/%[0-9a-f]{2}/g, '-')
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, slugCharactersMax)
    .replace(/[-.]+$/, '');
  return words === '' ? 'index' : words;
};

/** Returns the 8 digits of a URL's hash in the keys of its envelopes; a source's are those of its team. */
export const hashOwnUrl = (url: string, team?: string): string => {
  const whose = team === undefined ? '' : `${team}\n`;
  return createHash('sha256').update(`${whose}${url}`).digest('hex').slice(0, 8);
};

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Returns the hash that tells versions of a page apart in their keys: of what is in it, and for a second version of a
 * day also of the key of the one before. A page that changes and changes back on a day has three versions, and the
 * third is not the first.
 *
 * @param hash of what the version holds: hexadecimal digits, `sha256:` before them or not.
 * @param at when it was seen, milliseconds since the epoch.
 * @param before the version before; undefined if there is none.
 */
export const hashVersion = (
  hash: string,
  at: number,
  before: { readonly envelopeKey: string; readonly envelopeAt: number } | undefined,
): string =>
  before === undefined || dayOf(before.envelopeAt) !== dayOf(at)
    ? hash
    : createHash('sha256').update(`${hash}\n${before.envelopeKey}`).digest('hex');

/**
 * Returns the key of an envelope: `staged/<domain>/<date>/<source or job>__<slug>-<8 of the URL's hash>__<8 of the
 * version's hash>.json`.
 *
 * The same version of the same URL has the same key, so writing twice writes once (`hashVersion`).
 * The URL's hash keeps apart what the slug does not (`/a/b` and `/a-b`), and teams that each have a source with the
 * same id.
 */
export const envelopeKey = (version: {
  readonly url: string;
  readonly at: number;
  readonly owner: string;
  readonly team?: string;
  /** If the source's manifest names one, it begins the key in place of `staged/`. */
  readonly retention?: RetentionClass;
  /** See `hashVersion`. */
  readonly versionHash: string;
}): string => {
  const date = dayOf(version.at);
  const urlHash = hashOwnUrl(version.url, version.team);
  const content = version.versionHash.replace(/^sha256:/, '').slice(0, 8);
  const prefix = version.retention === undefined ? 'staged/' : retentionPrefix(version.retention);
  return (
    `${prefix}${domainFolder(version.url)}/${date}/${version.owner}__${makeSlug(version.url)}-` +
    `${urlHash}__${content}.json`
  );
};

/** Returns the owner of an envelope, as its key says it: a team's source, or a job; and how long it is kept. */
export const envelopeOwner = ({
  id,
  team,
  source,
  provenance,
}: Pick<Job, 'id' | 'team' | 'source' | 'provenance'>): {
  readonly owner: string;
  readonly team?: string;
  readonly retention?: RetentionClass;
} =>
  source === undefined
    ? { owner: id }
    : {
        owner: source,
        team,
        ...(provenance?.retention === undefined ? {} : { retention: provenance.retention }),
      };

/**
 * Returns the keys of the lines that list the envelopes of a job, and the pages that it could not fetch. One object per
 * 10,000 lines.
 */
export const indexKey = (kind: '_index' | '_errors', job: string, at: number, part: number): string => {
  const date = dayOf(at);
  return `staged/${kind}/${date}/${job}-${String(part).padStart(3, '0')}.jsonl`;
};
