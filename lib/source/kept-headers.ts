import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Manifest } from './manifest.ts';
import type { ManifestSource } from './resolve-sources.ts';

/**
 * Headers that a manifest gives its sources, such as a token. A version of a manifest is kept for good and shown to its
 * team, so it does not contain the values: `hiddenValue` stands in their place, with a note of what was given. The
 * values are sealed in an object of their own (`lib/store/sources/header-boxes.ts`), which is removed as soon as no
 * current source needs it.
 */
export const hiddenValue = '(sealed)';

type Headers = Readonly<Record<string, string>>;
type Holder = Pick<NonNullable<Manifest['defaults']>, 'scrape' | 'scrape_config'>;

/** What is known about a source's headers without opening them. */
export const headerNoteSchema = z.object({
  /** Names, in lower case and in order. */
  names: z.array(z.string()),
  /** `Accept-Language`, if it follows from the source's location. */
  language: z.string().optional(),
  /** The origins to which they may be sent, to which the box is bound (`lib/job/sealed-headers.ts`). */
  sealedFor: z.array(z.string()),
  /** Tells different values apart, but only with the deployment's pepper. */
  print: z.string(),
});
export type HeaderNote = z.infer<typeof headerNoteSchema>;

const hide = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, hiddenValue]));

/** Returns a source, group or defaults with names of headers only. */
export const hideHeaders = <Of extends Holder>(holder: Of): Of => {
  const { scrape, scrape_config: config } = holder;
  return {
    ...holder,
    ...(scrape?.headers === undefined ? {} : { scrape: { ...scrape, headers: hide(scrape.headers) } }),
    ...(config?.custom_headers === undefined
      ? {}
      : { scrape_config: { ...config, custom_headers: hide(config.custom_headers) } }),
  };
};

/** Returns a manifest with names of headers only. */
export const hideManifestHeaders = (manifest: Manifest): Manifest => {
  const { defaults, groups } = manifest;
  const hidden = Object.entries(groups ?? {}).map(([name, group]) => [name, hideHeaders(group)] as const);
  return {
    ...manifest,
    ...(defaults === undefined ? {} : { defaults: hideHeaders(defaults) }),
    ...(groups === undefined ? {} : { groups: Object.fromEntries(hidden) }),
    sources: manifest.sources.map(hideHeaders),
  };
};

/** Returns a source's headers as its manifest writes them; none if it names none. */
export const writtenHeaders = ({ scrape, scrape_config: config }: Holder): Headers =>
  scrape?.headers ?? config?.custom_headers ?? {};

/** Returns the names of headers whose values stay as stored. */
export const hiddenNames = (source: Holder): string[] =>
  Object.entries(writtenHeaders(source)).flatMap(([name, value]) => (value === hiddenValue ? [name] : []));

/** Returns the source with the given headers in place of those that it writes. */
export const withHeaders = (source: ManifestSource, headers: Headers): ManifestSource => ({
  ...source,
  scrape: { ...source.scrape, headers },
});

/**
 * Hashes header values, so that they can be compared with the stored ones. Without the pepper no one can try values.
 */
export const printHeaders = (
  pepper: string,
  { team, source }: { readonly team: string; readonly source: string },
  headers: Headers,
): string => {
  const lines = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const text = JSON.stringify([team, source, lines.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))]);
  return createHmac('sha256', pepper).update(`headers of a source ${text}`).digest('hex').slice(0, 32);
};

/** Says whether the stored headers are for the same use as the wanted ones. */
export const isKeptFor = (kept: HeaderNote | undefined, wanted: Omit<HeaderNote, 'print'>): boolean =>
  kept !== undefined &&
  JSON.stringify([kept.names, kept.language, kept.sealedFor]) ===
    JSON.stringify([wanted.names, wanted.language, wanted.sealedFor]);
