import { domainToASCII } from 'node:url';
import * as z from 'zod';
import type { SearchSpec, SearchSource } from '../request/search-request.ts';
import { urlProblem } from '../request/url-field.ts';

/** A result in the form for Firecrawl's clients. Its source decides which parts it has. */
export interface SearchResult {
  readonly url: string;
  readonly title: string;
  /** From 1, within its source. */
  readonly position: number;
  readonly description?: string;
  readonly snippet?: string;
  readonly date?: string;
  readonly imageUrl?: string;
  readonly imageWidth?: number;
  readonly imageHeight?: number;
}

const text = z.string().nullish().catch(null);

/** The parts of a result that are read; engines differ in the rest. */
const resultSchema = z.object({
  url: z.string(),
  title: text,
  content: text,
  publishedDate: text,
  thumbnail: text,
  img_src: text,
  resolution: text,
});

/** The answer of a SearXNG-compatible engine. */
const answerSchema = z.object({
  results: z.array(z.unknown()),
  /** Names of the engines behind it that did not answer, each with the reason. */
  unresponsive_engines: z.array(z.unknown()).catch([]),
});

/** A page of results after reading. */
export interface ResultsPage {
  readonly results: readonly z.infer<typeof resultSchema>[];
  /** Descriptions of the engines that did not answer. */
  readonly silent: readonly string[];
}

/** Reads an engine's answer; null if it is none. Skips results without an address. */
export const readResultsPage = (body: unknown): ResultsPage | null => {
  const parsed = answerSchema.safeParse(body);
  if (!parsed.success) return null;
  const results = parsed.data.results.flatMap((one) => resultSchema.safeParse(one).data ?? []);
  const silent = parsed.data.unresponsive_engines.map((engine) =>
    (Array.isArray(engine) ? engine : [engine]).map(String).join(': ').slice(0, 100),
  );
  return { results, silent };
};

/** Hosts of URLs are in ASCII, but names that people write may not be. */
const isOn = (host: string, names: readonly string[]): boolean =>
  names.some((given) => {
    const name = domainToASCII(given) || given;
    return host === name || host.endsWith(`.${name}`);
  });

/**
 * Says whether a result may be shown: its address can be fetched and is on the requested domains, to which not every
 * engine keeps.
 */
const isWanted = (url: string, { includeDomains, excludeDomains }: SearchSpec): boolean => {
  if (urlProblem(url) !== null) return false;
  const { hostname } = new URL(url);
  return (includeDomains.length === 0 || isOn(hostname, includeDomains)) && !isOn(hostname, excludeDomains);
};

const given = (parts: Record<string, string | number | null | undefined>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(parts).filter(
      (part): part is [string, string | number] =>
        part[1] !== null && part[1] !== undefined && part[1] !== '',
    ),
  );

const sizeOf = (resolution: string | null | undefined): Record<string, number> => {
  const [, width, height] = /^(\d{1,6})\s*[x×]\s*(\d{1,6})/.exec(resolution ?? '') ?? [];
  return width === undefined ? {} : { imageWidth: Number(width), imageHeight: Number(height) };
};

/**
 * Returns the results of one source in the form for clients: each address once, in the engine's order, up to the
 * requested number.
 */
export const parseSearchResults = (
  found: readonly ResultsPage['results'][number][],
  spec: SearchSpec,
  source: SearchSource,
): SearchResult[] => {
  const wanted = found.filter(({ url }) => isWanted(url, spec));
  const once = [...new Map(wanted.toReversed().map((one) => [one.url, one])).values()].toReversed();
  return once.slice(0, spec.limit).map((one, index) => {
    const common = { url: one.url, title: one.title ?? '', position: index + 1 };
    switch (source) {
      case 'web':
        return { ...common, description: one.content ?? '' };
      case 'news':
        return {
          ...common,
          snippet: one.content ?? '',
          ...given({ date: one.publishedDate, imageUrl: one.thumbnail }),
        };
      case 'images':
        return { ...common, ...given({ imageUrl: one.img_src }), ...sizeOf(one.resolution) };
    }
  });
};
