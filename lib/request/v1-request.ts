import { isPlainObject, type PlainObject } from '../plain-object.ts';

/**
 * Translates bodies of Firecrawl's first version into today's. Keys that are not listed here have the same name and
 * the same default in both.
 *
 * | v1 | today |
 * |---|---|
 * | `formats: ["json"]` or `["extract"]` with `jsonOptions` or `extract` | `formats: [{"type": "json", …}]` |
 * | `formats: ["changeTracking"]` with `changeTrackingOptions` | `formats: [{"type": "changeTracking", …}]` |
 * | `formats: ["screenshot@fullPage"]` | `formats: [{"type": "screenshot", "fullPage": true}]` |
 * | `parsePDF: false` | `parsers: []` |
 * | a crawl's `allowBackwardLinks` | `crawlEntireDomain`, which takes precedence if both are given |
 * | a crawl's `ignoreSitemap` | `sitemap: "skip"`, or `"include"` |
 * | a crawl's `maxDepth`, 10 by default | `maxDepth`, no bound by default |
 * | a batch's `ignoreInvalidURLs`, false by default | the same, true by default |
 *
 * v1's default of 30 s for the `timeout` of a scrape is longer than a connection is held, so it has no effect here.
 */

/** Requests that v1 and today's API both have; `extract-request.ts` reads `/v1/extract`. */
export type V1Kind = 'scrape' | 'batch' | 'crawl';

const maxDepthDefault = 10;

/** Returns a format's name, whether it is given alone or in an object. */
const nameOf = (format: unknown): unknown => (isPlainObject(format) ? format['type'] : format);

/** Makes a format with the options that v1 writes beside the formats; the format's own options take precedence. */
const withOptions = (format: unknown, type: string, options: unknown): unknown => ({
  ...(isPlainObject(options) ? options : {}),
  ...(isPlainObject(format) ? format : {}),
  type,
});

const formatsOf = (body: PlainObject, formats: readonly unknown[]): unknown[] => {
  const asked = formats.find((format) => nameOf(format) === 'json' || nameOf(format) === 'extract');
  const others = formats.filter((format) => nameOf(format) !== 'json' && nameOf(format) !== 'extract');
  return [
    ...others.map((format) =>
      nameOf(format) === 'changeTracking'
        ? withOptions(format, 'changeTracking', body['changeTrackingOptions'])
        : format,
    ),
    // One answer serves both: v1 has an old and a new name for the same format.
    ...(asked === undefined ? [] : [withOptions(asked, 'json', body['extract'] ?? body['jsonOptions'])]),
  ];
};

/**
 * Translates options of a scrape. Options of a format that is not requested stay, so that the answer's warning names
 * them.
 */
const scrapeOptions = (body: PlainObject): PlainObject => {
  const { formats, parsePDF, ...rest } = body;
  const pdf =
    parsePDF === undefined || parsePDF === true ? {} : parsePDF === false ? { parsers: [] } : { parsePDF };
  if (!Array.isArray(formats)) return { ...rest, ...pdf, ...(formats === undefined ? {} : { formats }) };
  const names = new Set(formats.map(nameOf));
  const used = new Set([
    ...(names.has('json') || names.has('extract') ? ['extract', 'jsonOptions'] : []),
    ...(names.has('changeTracking') ? ['changeTrackingOptions'] : []),
  ]);
  const unused = Object.entries(rest).filter(([key]) => !used.has(key));
  return { ...Object.fromEntries(unused), ...pdf, formats: formatsOf(body, formats) };
};

/**
 * Translates options of a crawl. If a value should be a boolean and is not, it stays, and is named as having no effect.
 */
const crawlOptions = (body: PlainObject): PlainObject => {
  const { allowBackwardLinks, ignoreSitemap, scrapeOptions: options, ...rest } = body;
  return {
    maxDepth: maxDepthDefault,
    ...(typeof allowBackwardLinks === 'boolean'
      ? { crawlEntireDomain: allowBackwardLinks }
      : allowBackwardLinks === undefined
        ? {}
        : { allowBackwardLinks }),
    ...(typeof ignoreSitemap === 'boolean'
      ? { sitemap: ignoreSitemap ? 'skip' : 'include' }
      : ignoreSitemap === undefined
        ? {}
        : { ignoreSitemap }),
    ...rest,
    ...(options === undefined
      ? {}
      : { scrapeOptions: isPlainObject(options) ? scrapeOptions(options) : options }),
  };
};

/** Translates a v1 body into today's words. A body that is not an object is passed on, and the parser refuses it. */
export const fromV1 = (kind: V1Kind, body: unknown): unknown => {
  if (!isPlainObject(body)) return body;
  if (kind === 'crawl') return crawlOptions(body);
  return scrapeOptions(kind === 'batch' ? { ignoreInvalidURLs: false, ...body } : body);
};

/** Names the formats of a parsed request, with `json` under the names that the v1 body expects in the answer. */
export const v1Formats = (kind: V1Kind, body: unknown, formats: readonly string[]): string[] => {
  const options = kind === 'crawl' && isPlainObject(body) ? body['scrapeOptions'] : body;
  const given =
    isPlainObject(options) && Array.isArray(options['formats']) ? options['formats'].map(nameOf) : [];
  return formats.flatMap((format) =>
    format === 'json' ? ['json', 'extract'].filter((name) => given.includes(name)) : [format],
  );
};

/** The v1 names of keys that the translation wrote. */
const namesInV1: Readonly<Record<string, string>> = { parsers: 'parsePDF' };

/** Paths of keys as a v1 caller wrote them. */
export const inV1Names = (keys: readonly string[]): string[] =>
  keys.map((key) => key.replace(/[^.]+$/, (name) => namesInV1[name] ?? name));
