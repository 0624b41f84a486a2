import { envelopeSchema } from '../../envelope/envelope.ts';
import { pageOfEnvelope, type CorpusPage } from '../../ingest/corpus-page.ts';
import type { PassageSizes } from '../../ingest/passages.ts';
import { limits } from '../../limits/limits.ts';
import { getObject, type Objects } from '../../store/objects.ts';

/** An envelope as ingestion sees it. */
export type EnvelopeRead =
  | { readonly kind: 'page'; readonly page: CorpusPage }
  /** Nothing is to be done: the envelope is gone, or its page is not one that the corpus takes. */
  | { readonly kind: 'passed' }
  /** Not an envelope, or one of another version. This will not change. */
  | { readonly kind: 'poison'; readonly problem: string };

/**
 * Which pages a corpus takes: those of scheduled runs, or those of every job. Files that a client sent are private.
 * Parts of a page that a request's tags chose are taken from sources alone.
 */
export type CorpusIntake = 'scheduled' | 'all';

/** The parts of a corpus that decide how envelopes are read. */
interface ReadingCorpus {
  readonly name: string;
  readonly takes: CorpusIntake;
  readonly sizes: PassageSizes;
}

const parseEnvelope = ({ name, takes, sizes }: ReadingCorpus, key: string, text: string): EnvelopeRead => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: 'poison', problem: 'expected JSON' };
  }
  const parsed = envelopeSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { kind: 'poison', problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
  }
  const envelope = parsed.data;
  // Parts that somebody chose for one job are not the page, and would stand for it until it changes.
  const isWhole = envelope.content.is_selection !== true;
  const isTaken = envelope.source.manifest_id !== null || (takes === 'all' && isWhole);
  if (!isTaken || envelope.scrape.tier === 'upload') return { kind: 'passed' };
  return { kind: 'page', page: pageOfEnvelope(name, envelope, key, sizes) };
};

const charactersOf = (read: EnvelopeRead): number =>
  read.kind === 'page' ? read.page.passages.reduce((sum, { text }) => sum + text.length, 0) : 0;

/**
 * Reads envelopes, some at a time, and cuts their pages into passages. It skips an envelope that is gone. What has been
 * read is held in memory until it is committed, so reading ends at a number of pages and of characters: the answer
 * lacks the envelopes behind that.
 */
export const readPages = async (
  envelopes: Objects,
  corpus: ReadingCorpus,
  keys: readonly string[],
): Promise<ReadonlyMap<string, EnvelopeRead>> => {
  const read = new Map<string, EnvelopeRead>();
  const waiting = [...new Set(keys)].slice(0, limits.ingestEnvelopesMax);
  let characters = 0;
  const work = async (): Promise<void> => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      const text = await getObject(envelopes, key);
      const found: EnvelopeRead = text === null ? { kind: 'passed' } : parseEnvelope(corpus, key, text);
      read.set(key, found);
      characters += charactersOf(found);
      if (characters >= limits.ingestCharactersMax) break;
    }
  };
  await Promise.all(Array.from({ length: limits.envelopeReadsMax }, work));
  return read;
};
