import type { Objects } from '../../store/objects.ts';
import type { Failure } from '../../failure.ts';
import { canonicalTypedUrl } from '../../frontier/canonical-url.ts';
import type { Page } from '../../frontier/page.ts';
import { seedPages } from '../submit-job/start-job.ts';
import { submitJob, type SubmitDependencies } from '../submit-job/submit-job.ts';
import { limits } from '../../limits/limits.ts';
import type { Dialect } from '../../request/dialect.ts';
import { awaitPages } from './await-page.ts';
import { documentBytes, type Document } from '../../deliver/results/document.ts';
import type { AskedDocument } from '../../deliver/results/file-warning.ts';
import type { Clock } from '../../deliver/poll-until.ts';
import { makeScrapeResponse } from './scrape-response.ts';
import type { PlainObject } from '../../plain-object.ts';

/** What scraping what a search found needs. */
export type ScrapeResultsDependencies = SubmitDependencies & Clock & { readonly envelopes: Objects };

/** The pages to scrape, and how long the caller waits. */
export interface ResultsToScrape {
  readonly urls: readonly string[];
  /** Options of a scrape, in the caller's dialect. */
  readonly options: PlainObject;
  readonly dialect: Dialect;
  readonly team: string;
  readonly keyId: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

export type ScrapedResults =
  | {
      readonly ok: true;
      /** The batch. It continues with the pages that were not there in time. */
      readonly job: string;
      /** For each URL that ended: its document, or why it has none. */
      readonly documents: ReadonlyMap<string, Document>;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly failure: Failure };

/** Envelopes that are read at the same time. */
const readsAtOnce = 10;

/** Makes a page without content, in the form of a result: clients accept an empty text for it. */
const withoutContent = (page: Page): Document => ({
  metadata: {
    sourceURL: page.url,
    url: page.finalUrl ?? page.url,
    ...(page.status === undefined ? {} : { statusCode: page.status }),
    error: page.message ?? 'No reason was recorded',
    code: page.code ?? 'INTERNAL',
  },
});

const documentOf = async (objects: Objects, page: Page, asked: AskedDocument): Promise<Document> => {
  if (page.state !== 'done') return withoutContent(page);
  const answer = await makeScrapeResponse(objects, page, asked);
  return answer.ok ? answer.document : withoutContent(page);
};

/** Reads documents of pages in order, until one answer can carry no more. */
const readInto = async (
  documents: Map<string, Document>,
  objects: Objects,
  pages: readonly Page[],
  asked: AskedDocument,
): Promise<number> => {
  let bytes = 0;
  let leftOut = 0;
  for (let start = 0; start < pages.length; start += readsAtOnce) {
    const chunk = pages.slice(start, start + readsAtOnce);
    const read = await Promise.all(chunk.map((page) => documentOf(objects, page, asked)));
    for (const [index, document] of read.entries()) {
      const size = documentBytes(document);
      if (bytes + size > limits.resultsBytesMax) leftOut += 1;
      else {
        bytes += size;
        documents.set(chunk[index]?.hash ?? '', document);
      }
    }
  }
  return leftOut;
};

/**
 * Scrapes the results of a search as a batch, and waits for it as long as the caller's connection allows. Pages that
 * are not there by then come without content. The batch continues, and its own status shows them later.
 */
export const scrapeResults = async (
  dependencies: ScrapeResultsDependencies,
  { urls, options, dialect, team, keyId, deadline }: ResultsToScrape,
): Promise<ScrapedResults> => {
  const { webhook: _webhook, ...scrape } = options;
  const submitted = await submitJob(dependencies, {
    kind: 'batch',
    body: { ...scrape, urls, ignoreInvalidURLs: true },
    dialect,
    team,
    keyId,
    awaitedUntil: deadline,
    areFound: true,
  });
  if (!submitted.ok) return submitted;
  const { job, warning } = submitted;
  const hashOf = (url: string): string | undefined => {
    const canonical = canonicalTypedUrl(url);
    return canonical === null ? undefined : seedPages(job, [canonical])[0]?.hash;
  };
  const hashes = new Map(urls.flatMap((url) => [[url, hashOf(url)] as const]));
  const wanted = [...new Set([...hashes.values()].filter((hash) => hash !== undefined))];
  const ended = await awaitPages(dependencies, job.id, wanted, deadline);
  const spec = new Map(wanted.map((hash, index) => [hash, index]));
  const pages = ended.toSorted((one, other) => (spec.get(one.hash) ?? 0) - (spec.get(other.hash) ?? 0));
  const byHash = new Map<string, Document>();
  const leftOut = await readInto(byHash, dependencies.envelopes, pages, job.request.scrape);
  const late = wanted.length - ended.length;
  const documents = new Map(
    [...hashes].flatMap(([url, hash]) => {
      const document = byHash.get(hash ?? '');
      return document === undefined ? [] : [[url, document] as const];
    }),
  );
  const place = `GET /${dialect}/batch/scrape/${job.id}`;
  return {
    ok: true,
    job: job.id,
    documents,
    warnings: [
      ...(late === 0 ? [] : [`${late} of ${wanted.length} pages were not there in time: ${place} has them`]),
      ...(leftOut === 0 ? [] : [`${leftOut} pages are too large for one answer: ${place} has them`]),
      ...(warning === undefined ? [] : [warning]),
    ],
  };
};
