import type { Manifest } from './manifest.ts';
import { hiddenNames } from './kept-headers.ts';
import type { ManifestSource } from './resolve-sources.ts';

/**
 * Converts a glob to a regular expression that matches anywhere in a path: `*` stands for any characters, every other
 * character for itself.
 */
export const globPattern = (glob: string): string =>
  glob.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replace(/\*+/g, '.*');

type Defined<Fields> = { readonly [Name in keyof Fields]?: NonNullable<Fields[Name]> };

const defined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Defined<Fields>;

/** Headers with stored values are not part of a request; the caller passes the box with them. */
export const scrapeOptions = (source: ManifestSource) => {
  const { scrape_config: config, scrape, fetcher, fallback } = source;
  const { headers = config?.custom_headers, ...options } = scrape ?? {};
  return {
    ...defined({ waitFor: config?.wait_for_selector, fetcher, fallback }),
    ...options,
    ...(hiddenNames(source).length > 0 ? {} : defined({ headers })),
  };
};

/**
 * Returns the options of a crawl: its own override those in the words of the format's first version. Of its `limit` and
 * the pages that `limits` allow, the smaller one binds.
 */
export const crawlOptions = ({ scrape_config: config, crawl, limits }: ManifestSource) => {
  const [most, limit] = [limits?.pages, crawl?.limit];
  return {
    ...defined({
      includePaths: config?.include_patterns?.map(globPattern),
      excludePaths: config?.exclude_patterns?.map(globPattern),
      maxDiscoveryDepth: config?.max_depth,
    }),
    ...crawl,
    ...defined({
      limit: most === undefined || limit === undefined ? (limit ?? most) : Math.min(limit, most),
    }),
  };
};

/** Returns what envelopes say of a source. Its own fields override metadata of the same name. */
const provenance = (source: ManifestSource, { version }: Pick<Manifest, 'version'>) => {
  const { id, regulatory_domain, citation, jurisdiction, source_type, metadata } = source;
  const { content_type, retention } = source;
  return {
    id,
    manifestVersion: version,
    metadata: { ...metadata, ...defined({ regulatory_domain, citation, jurisdiction, source_type }) },
    ...(content_type === 'json' || content_type === 'yaml' ? { contentType: content_type } : {}),
    ...defined({ retention }),
  };
};

/** Makes the request that fetches a source now, for `POST /v2/crawl` or `POST /v2/batch/scrape`. */
export const sourceRequest = (source: ManifestSource, manifest: Pick<Manifest, 'version'>) => {
  const named = { source: provenance(source, manifest) };
  if (source.method === 'crawl')
    return {
      kind: 'crawl' as const,
      body: { url: source.url, ...crawlOptions(source), scrapeOptions: scrapeOptions(source), ...named },
    };
  const urls = source.method === 'batch' ? source.urls : [source.url];
  return {
    kind: 'batch' as const,
    body: { urls, ...scrapeOptions(source), ignoreInvalidURLs: false, ...named },
  };
};
