import { corpusShape, passageSizes, type CorpusPage } from '../../ingest/corpus-page.ts';
import { embedderName } from '../../ingest/embed/choose-embedder.ts';
import { latestOfEach } from '../../ingest/newer-version.ts';
import { parseIngestMessage, reindexGroup, type Asked } from '../../ingest/ingest-message.ts';
import { limits } from '../../limits/limits.ts';
import type { StoredVector } from '../../ingest/embed/vector.ts';
import type { CorpusStore } from '../../store/corpus/corpus-store.ts';
import {
  putPagesLeftOut,
  putPassagesChanged,
  type EventBus,
  type LeftOutPage,
  type TakenPage,
} from '../../store/corpus/put-page-events.ts';
import type { Replaced } from '../../store/corpus/replace-pages.ts';
import { listObjects } from '../../store/list-objects.ts';
import type { Objects } from '../../store/objects.ts';
import { sendMessages, type Queues } from '../../store/queues.ts';
import { embedPages, type EmbeddingDependencies } from './embed-pages.ts';
import { confirmEnvelopes } from './confirm-envelopes.ts';
import { readPages, type CorpusIntake, type EnvelopeRead } from './read-pages.ts';
import type { Log } from '../../log.ts';

/**
 * How an envelope comes into the corpus of its team.
 *
 *   written   its object is in the bucket; S3 has sent its message, or will
 *   read      its passages are in the memory of one invocation; those that have no vector yet get one
 *   in        one commit has replaced the passages of the version before, and noted what the corpus knows of
 *             the page: which envelope it shows, and from when
 *   confirmed its whole retention counts from now, however long it waited
 *   told      an event says so; only now is its message acknowledged
 *
 * If the process dies before the commit, nothing has changed. If it dies after the commit, the next try finds that the
 * corpus shows this envelope already. A message may come twice, late and in any order: the corpus lets a version
 * replace only an older one, puts an older one among those before it, and remembers pages that are gone. If two
 * invocations commit at the same time, the second is refused, reads what the first wrote, and decides again.
 *
 * A corpus without room leaves pages out: an event, the log and every search say so. Its messages are acknowledged,
 * because another try would find no room either. Their envelopes stay, and indexing again takes them.
 *
 * An embedder that does not answer holds nothing up: the pages come in with their words. A message to the function's
 * own queue has their vectors made later, and is repeated as often as it takes.
 */
export interface IngestDependencies {
  readonly envelopes: Objects;
  /** Opens the corpus of a team. */
  readonly corpusOf: (team: string) => CorpusStore;
  /** Null if no embedder is set up: pages are found by their words. */
  readonly embedding: EmbeddingDependencies | null;
  readonly name: string;
  /** Name of the stack, which its events carry. */
  readonly stack: string;
  readonly takes: CorpusIntake;
  readonly queue: Pick<Queues, 'client'> & { readonly url: string };
  readonly events: EventBus;
  readonly now: () => number;
  readonly log: Log;
}

/** The parts of a message that matter here. */
export interface IngestMessage {
  readonly id: string;
  readonly body: unknown;
  /** A worker had it before, and may not have come back. */
  readonly redelivered?: boolean;
}

/**
 * Sends the keys of a message one by one: this finds the envelope that ends its worker, and the others get in. So does
 * what one commit cannot take.
 */
const sendApart = async (
  { queue }: IngestDependencies,
  keys: readonly string[],
  team: string | undefined,
): Promise<void> => {
  const bodies = keys.map((key) => ({ body: { v: 1, reindex: 'keys', keys: [key], team } }));
  await sendMessages(queue, queue.url, reindexGroup, bodies);
};

/**
 * Lists envelopes in the bucket and sends their keys to the own queue. If there are more, sends a message to list them.
 */
const listEnvelopes = async (
  { envelopes, queue }: IngestDependencies,
  { prefix, after, team }: Extract<Asked, { readonly kind: 'list' }>,
): Promise<void> => {
  const { keys, hasMore } = await listObjects(envelopes, {
    prefix,
    after,
    count: limits.reindexKeysPerListing,
  });
  const bodies: { readonly body: unknown }[] = [];
  for (let at = 0; at < keys.length; at += limits.reindexKeysPerMessage)
    bodies.push({
      body: { v: 1, reindex: 'keys', keys: keys.slice(at, at + limits.reindexKeysPerMessage), team },
    });
  if (hasMore) bodies.push({ body: { v: 1, reindex: 'list', prefix, after: keys.at(-1), team } });
  await sendMessages(queue, queue.url, reindexGroup, bodies);
};

/** What an event says: whether an earlier version was added to those of its page, or was there before, is all one. */
const toldOutcome = (outcome: Replaced): 'replaced' | 'unchanged' | 'older' | 'full' =>
  outcome === 'past' ? 'older' : outcome;

/** Puts versions of a team's pages into its corpus, all in one commit, and returns what became of each. */
const commitPages = async (
  { corpusOf, embedding, now, queue }: IngestDependencies,
  team: string,
  pages: readonly CorpusPage[],
): Promise<readonly (TakenPage | LeftOutPage)[]> => {
  const corpus = corpusOf(team);
  const choice = embedding?.embedder.choice ?? null;
  const vectors = new Map<string, StoredVector | null>();
  const replacement = {
    shape: corpusShape(choice),
    shapeWithoutVectors: `${corpusShape(choice)}/without`,
    embedder: choice === null ? null : embedderName(choice),
    vectors,
  };
  let replaced = await corpus.replacePages(pages, replacement, now());
  const owed = new Set<string>();
  // Another writer may remove a vector that was there. Missing vectors are made then, each text only once by this call.
  while (replaced.kind === 'missing') {
    if (embedding === null) throw new Error('Cannot put pages: vectors are missing that nobody asked for');
    const embedded = await embedPages(embedding, latestOfEach(pages), replaced.vectors);
    for (const [key, vector] of embedded.vectors) vectors.set(key, vector);
    for (const key of embedded.owed) owed.add(key);
    replaced = await corpus.replacePages(pages, replacement, now());
  }
  const { outcomes } = replaced;
  const waiting = latestOfEach(pages).filter(({ passages }) =>
    passages.some(({ vectorKey }) => owed.has(vectorKey)),
  );
  if (waiting.length > 0) {
    const body = { v: 1, reindex: 'keys', keys: waiting.map(({ envelopeKey }) => envelopeKey) };
    await sendMessages(queue, queue.url, reindexGroup, [{ body, delaySeconds: limits.embedAgainSeconds }]);
  }
  return pages.map(({ url, envelopeKey, passages }, at) => ({
    url,
    envelopeKey,
    passages: passages.length,
    outcome: toldOutcome(outcomes[at] ?? 'older'),
  }));
};

const separate = (
  pages: readonly (TakenPage | LeftOutPage)[],
): readonly [taken: readonly TakenPage[], leftOut: readonly LeftOutPage[]] => [
  pages.flatMap((page) => (page.outcome === 'full' ? [] : [page])),
  pages.flatMap((page) => (page.outcome === 'full' ? [page] : [])),
];

/** Says whether a message asks for a page: a message that a team's reindex sends asks for pages of that team alone. */
const isAskedFor = (
  page: CorpusPage,
  asked: Iterable<{ readonly keys: readonly string[]; readonly team?: string | undefined }>,
): boolean => {
  for (const { keys, team = page.team } of asked)
    if (team === page.team && keys.includes(page.envelopeKey)) return true;
  return false;
};

/**
 * Takes messages of the queue and brings their envelopes into the corpora of their teams. Returns the ids of messages
 * that must come again, because they hold or name something that cannot be read. They do not hold up the others.
 *
 * @throws when the corpus or a bucket cannot be reached: all messages then come again.
 */
export const ingestEnvelopes = async (
  dependencies: IngestDependencies,
  messages: readonly IngestMessage[],
): Promise<readonly string[]> => {
  const failed: string[] = [];
  const asked = new Map<string, Extract<Asked, { readonly kind: 'envelopes' }>>();
  for (const { id, body, redelivered = false } of messages) {
    const what = parseIngestMessage(body);
    if (what.kind === 'unreadable') {
      dependencies.log('message is none of the ingestion', { messageId: id });
      failed.push(id);
    } else if (what.kind === 'list') await listEnvelopes(dependencies, what);
    else if (redelivered && what.keys.length > 1) await sendApart(dependencies, what.keys, what.team);
    else asked.set(id, what);
  }
  const read = await readPages(
    dependencies.envelopes,
    {
      name: dependencies.name,
      takes: dependencies.takes,
      sizes: passageSizes(dependencies.embedding?.embedder.choice),
    },
    [...asked.values()].flatMap(({ keys }) => keys),
  );
  for (const { keys, team } of asked.values()) {
    const late = keys.filter((key) => !read.has(key));
    if (late.length > 0) await sendApart(dependencies, late, team);
  }
  const pages = [...read.values()].flatMap((each) =>
    each.kind === 'page' && isAskedFor(each.page, asked.values()) ? [each.page] : [],
  );
  const { stack, name: corpus } = dependencies;
  for (const [team, own] of Map.groupBy(pages, (page) => page.team)) {
    const [taken, leftOut] = separate(await commitPages(dependencies, team, own));
    const keys = new Set(leftOut.map(({ envelopeKey }) => envelopeKey));
    const ownTaken = own.filter(({ envelopeKey }) => !keys.has(envelopeKey));
    await confirmEnvelopes(dependencies, ownTaken, taken);
    await putPassagesChanged(dependencies.events, { stack, corpus, team }, taken);
    if (leftOut.length === 0) continue;
    dependencies.log('corpus is full', { corpus, team, pages: leftOut.length, key: leftOut[0]?.envelopeKey });
    await putPagesLeftOut(dependencies.events, { stack, corpus, team }, leftOut);
  }
  const poisoned = new Map<string, EnvelopeRead>([...read].filter(([, { kind }]) => kind === 'poison'));
  for (const [id, { keys }] of asked) {
    const bad = keys.filter((key) => poisoned.has(key));
    for (const key of bad)
      dependencies.log('envelope cannot be read', {
        messageId: id,
        key,
        problem: (poisoned.get(key) as { problem: string }).problem,
      });
    if (bad.length > 0) failed.push(id);
  }
  return failed;
};
