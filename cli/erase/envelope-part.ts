import type { PlainObject } from '../../lib/plain-object.ts';
import { isRecord } from './redact.ts';

/** Returns a part of an envelope, or of the envelope in a draft; empty if it has none. */
export const envelopePart = (document: unknown, name: 'source' | 'scrape' | 'audit'): PlainObject => {
  const envelope = isRecord(document) && isRecord(document['envelope']) ? document['envelope'] : document;
  const part = isRecord(envelope) ? envelope[name] : undefined;
  return isRecord(part) ? part : {};
};
