import { microdollarsPerDollar } from '../../extract/model/page-extraction.ts';
import { callCost } from '../../extract/llm/model-price.ts';
import { estimateTokens } from '../../extract/model/token-estimate.ts';
import { passageText, type CorpusPage } from '../../ingest/corpus-page.ts';
import type { StoredVector } from '../../ingest/embed/vector.ts';
import type { Spending } from '../../job/spending.ts';
import { countEmbedding, reserveEmbedding, type SpendingBounds } from '../../store/jobs/count-embedding.ts';
import { getExtractSpec } from '../../store/jobs/extract-specs.ts';
import { getJobItem } from '../../store/jobs/get-job.ts';
import type { Table } from '../../store/table.ts';
import type { Embedder } from '../embed-texts/create-embedder.ts';
import type { Log } from '../../log.ts';

/** What embedding the pages of a batch needs. */
export interface EmbeddingDependencies {
  readonly embedder: Embedder;
  readonly table: Table;
  readonly log: Log;
}

/** Tokens are estimated before they are counted: models differ by a third. */
const margin = 1.5;

/**
 * Reads the budgets of a job: empty if it named none. Null if the job is no longer kept, so that no budget can be
 * charged.
 */
const boundsOf = async (table: Table, id: string): Promise<SpendingBounds | null> => {
  const job = await getJobItem(table, id);
  if (job === null) return null;
  const order = job.request.extract?.order;
  const spec = order === undefined ? null : await getExtractSpec(table, order);
  const { tokens, dollars } = spec?.budget ?? {};
  return {
    tokens,
    microdollars: dollars === undefined ? undefined : Math.floor(dollars * microdollarsPerDollar),
  };
};

/**
 * Estimates what texts may cost. If there is a budget of money and the price is not known, the cost counts as
 * unbounded.
 */
const wantedOf = (
  { choice }: Embedder,
  texts: readonly string[],
  { microdollars }: SpendingBounds,
): Spending => {
  const tokens = Math.ceil(texts.reduce((sum, text) => sum + estimateTokens(text), 0) * margin);
  const dollars = callCost(choice.price, { inputTokens: tokens, outputTokens: 0 });
  const unpriced = microdollars === undefined ? 0 : Infinity;
  return { tokens, microdollars: dollars === null ? unpriced : Math.ceil(dollars * microdollarsPerDollar) };
};

/** Vectors by their keys; null if the vector was left out. */
export interface EmbeddedPassages {
  readonly vectors: ReadonlyMap<string, StoredVector | null>;
  /** Keys of vectors that the embedder did not make now, and may make later. */
  readonly owed: ReadonlySet<string>;
}

/**
 * Makes the vectors of the passages that need one, by their keys, each text once. The cost is charged to the job that
 * fetched the page: it is reserved from the job's budgets before, and counted afterwards. Vectors are left out if the
 * job's budget does not suffice or the embedder fails. The pages can still be found by their words.
 */
export const embedPages = async (
  { embedder, table, log }: EmbeddingDependencies,
  pages: readonly CorpusPage[],
  wanted: ReadonlySet<string>,
): Promise<EmbeddedPassages> => {
  const owed = new Set<string>();
  const vectors = new Map<string, StoredVector | null>();
  const texts = new Map<string, { readonly text: string; readonly job: string }>();
  for (const page of pages)
    for (const passage of page.passages)
      if (wanted.has(passage.vectorKey) && !texts.has(passage.vectorKey))
        texts.set(passage.vectorKey, { text: passageText(page, passage), job: page.job });
  for (const [job, own] of Map.groupBy(texts, ([, { job }]) => job)) {
    const sent = own.map(([, { text }]) => text);
    const bounds = await boundsOf(table, job);
    const reserved = bounds === null ? null : wantedOf(embedder, sent, bounds);
    const isWithin =
      bounds === null ||
      reserved === null ||
      (Number.isFinite(reserved.microdollars) && (await reserveEmbedding(table, job, reserved, bounds)));
    if (!isWithin) {
      log('vectors left out: the budget of the job is used up', { job, passages: sent.length });
      for (const [key] of own) vectors.set(key, null);
      continue;
    }
    const embedded = await embedder.embed(sent, 'passage');
    if (reserved !== null) await countEmbedding(table, job, embedded.usage, reserved);
    if (embedded.ok) {
      for (const [index, [key]] of own.entries()) vectors.set(key, embedded.vectors[index] ?? null);
      continue;
    }
    log('embedding failed', { job, code: embedded.failure.code, problem: embedded.failure.message });
    for (const [key] of own) {
      vectors.set(key, null);
      owed.add(key);
    }
  }
  return { vectors, owed };
};
