import { createHash } from 'node:crypto';
import { getObject, putObjectOnce, type Objects } from '../../store/objects.ts';
import { envelopeSchema } from '../../envelope/envelope.ts';
import { isReadAlike, type Latest } from '../../envelope/latest.ts';
import { readFetched } from '../../content/read-content.ts';
import type { RunningJob } from '../../job/job.ts';

/** A version as today's code reads it, with the options of the job that compares. */
export interface Comparable {
  readonly contentHash: string;
  /** Its markdown as it is read today, if that differs from its envelope. */
  readonly markdown?: string;
}

/** The parts of a version that say how it was read, and where it is stored. */
export type ReadVersion = Pick<Latest, 'contentHash' | 'htmlHash' | 'envelopeKey' | 'engine' | 'reading'>;

/** Reads an earlier version for comparison with the page that was just read. */
export type CompareVersion = (version: ReadVersion) => Promise<Comparable>;

/**
 * Reads a version again from the HTML in its envelope; null if the envelope is gone or holds no HTML, such as that of a
 * PDF.
 */
const reread = async (
  envelopes: Objects,
  job: RunningJob,
  { envelopeKey }: ReadVersion,
): Promise<Comparable | null> => {
  const text = await getObject(envelopes, envelopeKey);
  if (text === null) return null;
  const { content, scrape, source } = envelopeSchema.parse(JSON.parse(text));
  if (content.format !== 'markdown' || content.body_html === '') return null;
  const type = scrape.content_type?.split(';')[0] ?? 'text/html';
  const read = await readFetched(
    {
      tier: scrape.tier,
      url: source.final_url,
      status: scrape.http_status,
      // It was decoded before it was stored.
      headers: { 'content-type': `${type}; charset=utf-8` },
      body: Buffer.from(content.body_html),
      ms: 0,
    },
    job.request.scrape,
  );
  if (read.kind === 'refused') return null;
  return { contentHash: read.content.contentHash, markdown: read.content.markdown };
};

/**
 * Compares like with like. Versions that were read by the same code with the same options are compared by their content
 * hashes. An earlier version that was read otherwise is first read again from its stored HTML, so neither an upgrade
 * nor another option makes a page look changed. The same bytes are the same page, however they are read.
 *
 * A version that cannot be read again is compared as it was read. Each version is read at most once.
 */
export const compareWith = (
  envelopes: Objects,
  job: RunningJob,
  seen: { readonly contentHash: string; readonly htmlHash: string; readonly engine: string },
): CompareVersion => {
  const done = new Map<string, Comparable>();
  return async (version) => {
    const { contentHash, htmlHash, envelopeKey } = version;
    if (contentHash === seen.contentHash || isReadAlike(version, job, seen.engine)) return { contentHash };
    if (htmlHash === seen.htmlHash) return { contentHash: seen.contentHash };
    const comparable = done.get(envelopeKey) ?? (await reread(envelopes, job, version)) ?? { contentHash };
    done.set(envelopeKey, comparable);
    return comparable;
  };
};

/**
 * Stores the markdown of a version that was read again, so that the difference can be shown later; returns its key. The
 * key is a hash of the content, so to write it twice changes nothing.
 */
export const keepReread = async (envelopes: Objects, markdown: string): Promise<string> => {
  const key = `reread/${createHash('sha256').update(markdown).digest('hex')}.md`;
  await putObjectOnce(envelopes, key, markdown, 'text/markdown; charset=utf-8');
  return key;
};
