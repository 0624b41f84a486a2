import { getObject, type Objects } from '../../store/objects.ts';
import { envelopeSchema } from '../../envelope/envelope.ts';
import { limits } from '../../limits/limits.ts';
import { readChangeTracking } from './change-tracking.ts';
import {
  documentBytes,
  makeDocument,
  fitDocument,
  withWarning,
  type Document,
} from '../../deliver/results/document.ts';
import type { AskedDocument } from '../../deliver/results/file-warning.ts';
import { readCaptures } from './read-captures.ts';
import { refusedDocument } from '../../deliver/results/refused-document.ts';
import type { RefusedEntry, ResultEntry } from '../../deliver/results/result-index.ts';

/** An entry of the results of a job: a page with content, or one that its site refused. */
export type AnyResultEntry = ResultEntry | RefusedEntry;

/** As many as the S3 client has connections. */
const readsAtOnce = 50;
/** Bytes of envelopes that are read at once, unless a single one is larger. */
const bytesAtOnce = 24 * 1_024 * 1_024;

/** Bytes that are read for an entry: of a page that changed, the version before is read as well. */
const bytesOf = (entry: AnyResultEntry | undefined): number =>
  entry === undefined || !('key' in entry) ? 0 : entry.bytes * (entry.tracked?.key === undefined ? 1 : 2);

/** Chooses the next entries to read together. */
const chunkFrom = (entries: readonly AnyResultEntry[], start: number): readonly AnyResultEntry[] => {
  let bytes = 0;
  let end = start;
  while (end < entries.length && end - start < readsAtOnce) {
    bytes += bytesOf(entries[end]);
    if (end > start && bytes > bytesAtOnce) break;
    end += 1;
  }
  return entries.slice(start, end);
};

/** Reads one envelope as a document. If the envelope has expired, the document says so. */
export const readResultDocument = async (
  envelopes: Objects,
  entry: Pick<ResultEntry, 'url' | 'key' | 'change' | 'duplicate' | 'captures' | 'tracked'>,
  asked: AskedDocument,
): Promise<Document> => {
  const text = await getObject(envelopes, entry.key);
  if (text === null) {
    return {
      warning: 'The content of this page has expired',
      metadata: { sourceURL: entry.url, url: entry.url },
    };
  }
  const envelope = envelopeSchema.parse(JSON.parse(text));
  const comparesFields = entry.tracked?.modes.includes('json') === true;
  const document = makeDocument(envelope, asked, comparesFields);
  const change = entry.tracked && (await readChangeTracking(envelopes, entry.tracked, envelope));
  const captures = entry.captures === undefined ? null : await readCaptures(envelopes, entry.captures);
  const { change: changeType, duplicate } = entry;
  const found = {
    ...(changeType === undefined ? {} : { changeType }),
    ...(duplicate === undefined ? {} : { duplicateOf: duplicate.of, duplicateKind: duplicate.kind }),
  };
  const lacking =
    asked.formats.includes('screenshot') && captures?.screenshot === undefined
      ? 'There is no screenshot of this page: it was not shown in a browser, was not painted there in time, or the ' +
        'picture has expired'
      : undefined;
  const whole = {
    ...document,
    ...captures,
    ...(change === undefined ? {} : { changeTracking: change.changeTracking }),
    metadata: { ...document.metadata, ...found },
  };
  return [lacking, change?.warning].reduce(withWarning, whole);
};

const readOne = async (envelopes: Objects, entry: AnyResultEntry, asked: AskedDocument): Promise<Document> =>
  'key' in entry ? await readResultDocument(envelopes, entry, asked) : refusedDocument(entry, asked.formats);

/**
 * Reads documents in order until `bytesMax` is reached; always at least one, so that paging goes on. Returns how many
 * entries it used.
 */
export const readDocuments = async (
  envelopes: Objects,
  entries: readonly AnyResultEntry[],
  asked: AskedDocument,
  bytesMax: number = limits.resultsBytesMax,
): Promise<{ readonly documents: Document[]; readonly used: number }> => {
  const documents: Document[] = [];
  let bytes = 0;
  for (let start = 0; start < entries.length;) {
    const chunk = chunkFrom(entries, start);
    start += chunk.length;
    const read = await Promise.all(chunk.map((entry) => readOne(envelopes, entry, asked)));
    for (const whole of read) {
      const document = fitDocument(whole, bytesMax);
      const size = documentBytes(document);
      if (documents.length > 0 && bytes + size > bytesMax) return { documents, used: documents.length };
      documents.push(document);
      bytes += size;
    }
  }
  return { documents, used: documents.length };
};
