import type { Manifest } from './manifest.ts';
import { resolveSources, type ManifestSource } from './resolve-sources.ts';

type Written = Manifest['sources'][number];

/** Options that a source sets itself and that do nothing for its runs. */
export interface IdleOptions {
  readonly source: string;
  readonly method: ManifestSource['method'];
  /** At least one, in the order of the fields: the path of each within its source. */
  readonly keys: readonly (readonly [field: string, key: string])[];
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** Returns the options of a crawl that a place sets. */
const crawlKeys = ({ limits, scrape_config: config, crawl = {} }: Written): IdleOptions['keys'] => {
  const { include_patterns, exclude_patterns, max_depth } = config ?? {};
  const fields = {
    limits: { pages: limits?.pages },
    scrape_config: { include_patterns, exclude_patterns, max_depth },
    crawl,
  };
  return Object.entries(fields).flatMap(([field, options]) =>
    Object.entries(options).flatMap(([key, value]) => (isSet(value) ? [[field, key] as const] : [])),
  );
};

/**
 * Finds options of a crawl that sources without `method: crawl` set themselves. What such a source inherits is meant
 * for others of its group.
 */
export const findIdleOptions = (manifest: Manifest): IdleOptions[] =>
  resolveSources(manifest).flatMap(({ id, method, status }, index) => {
    const written = manifest.sources[index];
    if (method === 'crawl' || status === 'retired' || written === undefined) return [];
    const keys = crawlKeys(written);
    return keys.length === 0 ? [] : [{ source: id, method, keys }];
  });

/** Says that such options do nothing, and what they need. */
export const tellIdleOptions = ({ method, keys }: IdleOptions): string => {
  const names = keys.map((key) => key.join('.')).join(', ');
  const verbs =
    keys.length === 1
      ? 'has no effect on its runs: it only works'
      : 'have no effect on its runs: they only work';
  return `${names} ${verbs} with method: crawl, and its method is ${method}`;
};
