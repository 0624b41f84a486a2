import { getObject, type Objects } from '../aws/objects.ts';
import { envelopeSchema } from '../envelope/envelope.ts';
import { limits } from '../limits.ts';
import { documentBytes, documentOf, fitDocument, type Document } from './document.ts';
import type { ResultEntry } from './result-index.ts';

const readsAtOnce = 20;

/** Reads one envelope as a document. An envelope that has expired leaves a document that says so. */
export const readDocument = async (
  envelopes: Objects,
  entry: Pick<ResultEntry, 'url' | 'key'>,
  formats: readonly string[],
): Promise<Document> => {
  const text = await getObject(envelopes, entry.key);
  if (text === null) {
    return {
      warning: 'The content of this page has expired',
      metadata: { sourceURL: entry.url, url: entry.url },
    };
  }
  return documentOf(envelopeSchema.parse(JSON.parse(text)), formats);
};

/**
 * Reads documents in order until `bytesMax` is reached; always at least one, so that whoever pages through gets on.
 * Answers how many entries it used.
 */
export const readDocuments = async (
  envelopes: Objects,
  entries: readonly ResultEntry[],
  formats: readonly string[],
  bytesMax: number = limits.resultsBytesMax,
): Promise<{ readonly documents: Document[]; readonly used: number }> => {
  const documents: Document[] = [];
  let bytes = 0;
  for (let start = 0; start < entries.length; start += readsAtOnce) {
    const chunk = entries.slice(start, start + readsAtOnce);
    const read = await Promise.all(chunk.map((entry) => readDocument(envelopes, entry, formats)));
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
