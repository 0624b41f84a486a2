import type { Manifest } from './manifest.ts';
import type { ManifestSource } from './resolve-sources.ts';

/** A request that fetches a source: of `POST /v2/crawl` or `POST /v2/batch/scrape`. */
export interface SourceRequest {
  readonly kind: 'crawl' | 'batch';
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * A glob as a regular expression that matches anywhere in a path: `*` stands for any characters, all else for itself.
 */
export const globPattern = (glob: string): string =>
  glob.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replace(/\*+/g, '.*');

const defined = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

const scrapeOptions = ({ scrape_config: config, scrape }: ManifestSource): Record<string, unknown> => ({
  ...defined({ waitFor: config?.wait_for_selector, headers: config?.custom_headers }),
  ...scrape,
});

const crawlOptions = ({ scrape_config: config, crawl }: ManifestSource): Record<string, unknown> => ({
  ...defined({
    includePaths: config?.include_patterns?.map(globPattern),
    excludePaths: config?.exclude_patterns?.map(globPattern),
    maxDiscoveryDepth: config?.max_depth,
  }),
  ...crawl,
});

/** What envelopes say of a source. Its own fields go before those of the same name in its metadata. */
const provenance = (
  source: ManifestSource,
  { version }: Pick<Manifest, 'version'>,
): Record<string, unknown> => {
  const { id, regulatory_domain, citation, jurisdiction, source_type, metadata } = source;
  return {
    id,
    manifestVersion: version,
    metadata: { ...metadata, ...defined({ regulatory_domain, citation, jurisdiction, source_type }) },
  };
};

/** The request that fetches a source now. */
export const sourceRequest = (source: ManifestSource, manifest: Pick<Manifest, 'version'>): SourceRequest => {
  const named = { source: provenance(source, manifest) };
  if (source.method === 'crawl')
    return {
      kind: 'crawl',
      body: { url: source.url, ...crawlOptions(source), scrapeOptions: scrapeOptions(source), ...named },
    };
  const urls = source.method === 'batch' ? source.urls : [source.url];
  return { kind: 'batch', body: { urls, ...scrapeOptions(source), ignoreInvalidURLs: false, ...named } };
};
