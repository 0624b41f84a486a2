import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Manifest } from './manifest.ts';
import type { ManifestSource } from './resolve-sources.ts';

/**
 * Headers that a manifest gives its sources, such as a token. A version of a manifest is kept for good and shown to
 * its team, so the values are no part of it: `hiddenValue` stands in their place, and beside it a note of what was
 * given. The values lie sealed in an object of their own (`lib/store/sources/header-boxes.ts`), which is removed as
 * soon as no source in force needs it.
 */
export const hiddenValue = '(sealed)';

type Headers = Readonly<Record<string, string>>;
type Holder = Pick<NonNullable<Manifest['defaults']>, 'scrape' | 'scrape_config'>;

/** What is known of the headers of a source without opening them. */
export const headerNoteSchema = z.object({
  /** Names, in lower case and in order. */
  names: z.array(z.string()),
  /** `Accept-Language`, where it follows from the source's location. */
  language: z.string().optional(),
  /** Where they may be sent: what the box is bound to (`lib/job/sealed-headers.ts`). */
  sealedFor: z.array(z.string()),
  /** Tells other values apart, for whoever has the deployment's pepper. */
  print: z.string(),
});
export type HeaderNote = z.infer<typeof headerNoteSchema>;

const hide = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, hiddenValue]));

/** A source, group or defaults with names of headers alone. */
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

/** A manifest with names of headers alone. */
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

/** The headers that a source is fetched with, as its manifest writes them; none where it names none. */
export const writtenHeaders = ({ scrape, scrape_config: config }: Holder): Headers =>
  scrape?.headers ?? config?.custom_headers ?? {};

/** Names of headers whose values are to be as they are kept. */
export const hiddenNames = (source: Holder): string[] =>
  Object.entries(writtenHeaders(source)).flatMap(([name, value]) => (value === hiddenValue ? [name] : []));

/** The source with headers that are given, in the place of those that it writes. */
export const withHeaders = (source: ManifestSource, headers: Headers): ManifestSource => ({
  ...source,
  scrape: { ...source.scrape, headers },
});

/** Tells whether values are those that are kept; no one can try values without the pepper. */
export const printHeaders = (
  pepper: string,
  { team, source }: { readonly team: string; readonly source: string },
  headers: Headers,
): string => {
  const lines = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const text = JSON.stringify([team, source, lines.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))]);
  return createHmac('sha256', pepper).update(`headers of a source ${text}`).digest('hex').slice(0, 32);
};

/** Whether what is kept for one is what is wanted for the other. */
export const isKeptFor = (kept: HeaderNote | undefined, wanted: Omit<HeaderNote, 'print'>): boolean =>
  kept !== undefined &&
  JSON.stringify([kept.names, kept.language, kept.sealedFor]) ===
    JSON.stringify([wanted.names, wanted.language, wanted.sealedFor]);
