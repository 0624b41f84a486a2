import { createHash, randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import {
  getCachedOutput,
  leaseCacheEntry,
  putCachedOutput,
  releaseCacheEntry,
  renewCacheEntry,
} from '../../store/models/model-cache.ts';
import type { Table } from '../../store/table.ts';
import { failure, isFailure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { Json } from '../../extract/schema/json.ts';
import { noModelUsage, modelUsageSchema } from '../../extract/model/page-extraction.ts';
import { outputForms, type ModelOutput } from '../../extract/llm/model-output.ts';
import type { TableKey } from '../../keys/table-keys.ts';
import type { Log } from '../../log.ts';

export interface ModelCacheDependencies {
  readonly table: Table;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
}

const keptSchema = z.object({
  value: z.custom<Json>((value) => value !== undefined),
  raw: z.string(),
  form: z.enum(outputForms),
  isRepaired: z.boolean(),
  /** Who paid for it, and how much. A payer that dies before it counted the cost reads the cost here again. */
  asker: z.string().optional(),
  usage: modelUsageSchema.optional(),
  /** Part of the answer could not be used. Only the page that paid for it gets this answer again. */
  lacking: z.custom<Failure>(isFailure).optional(),
});

const pollMs = 200;
/** A page that waits for another page's answer comes back after this time: most answers take less. */
const comeBackMs = 3_000;

/** Makes the name of an answer for the page that paid for it. */
const idOf = ({ PK, SK }: TableKey): string =>
  createHash('sha256').update(`${PK}\n${SK}`).digest('hex').slice(0, 16);

const unpacked = (packed: Uint8Array, key: TableKey, asker: string | undefined): ModelOutput | null => {
  const parsed = keptSchema.safeParse(JSON.parse(gunzipSync(packed).toString()));
  // An answer that another version of Gleaner kept in another shape is asked for again.
  if (!parsed.success) return null;
  const { asker: payer, usage = noModelUsage, lacking, ...answer } = parsed.data;
  if (lacking !== undefined && (payer === undefined || payer !== asker)) return null;
  const own = payer !== undefined && payer === asker ? { usage, id: idOf(key) } : { usage: noModelUsage };
  const told = lacking === undefined ? {} : { lacking };
  return { kind: 'answered', ...answer, ...told, ...own, isCached: true };
};

const packed = (
  { value, raw: words, form, isRepaired, usage, lacking }: Extract<ModelOutput, { kind: 'answered' }>,
  asker: string | undefined,
): Uint8Array => {
  const raw = words.slice(0, limits.rawAnswerCharactersMax);
  const paid = asker === undefined ? {} : { asker, usage };
  return gzipSync(JSON.stringify({ value, raw, form, isRepaired, lacking, ...paid }));
};

/** Keeps the answer. Gives the lease back if there is no answer or it is too large. Returns whether it was kept. */
const settle = async (
  { table, now, log }: ModelCacheDependencies,
  key: TableKey,
  { lease, asker }: { readonly lease: string; readonly asker: string | undefined },
  answer: ModelOutput,
): Promise<boolean> => {
  if (answer.kind !== 'answered') {
    await releaseCacheEntry(table, key, lease);
    return false;
  }
  const bytes = packed(answer, asker);
  if (bytes.byteLength > limits.answerCacheBytesMax) {
    log('model answer not kept', { bytes: bytes.byteLength });
    await releaseCacheEntry(table, key, lease);
    return false;
  }
  await putCachedOutput(table, key, { lease, answer: bytes, until: now() + limits.answerCacheMs });
  return true;
};

/** Gets the answer under a lease, and renews the lease meanwhile. */
const getUnderLease = async (
  dependencies: ModelCacheDependencies,
  key: TableKey,
  { lease, asker }: { readonly lease: string; readonly asker: string | undefined },
  fill: () => Promise<ModelOutput>,
): Promise<ModelOutput> => {
  const { table, now, log } = dependencies;
  const renewal = setInterval(() => {
    // If a renewal fails, the next one makes up for it.
    renewCacheEntry(table, key, { lease, until: now() + limits.answerLeaseMs }).catch(() => {});
  }, limits.answerLeaseRenewMs);
  renewal.unref();
  let answer: ModelOutput | null = null;
  try {
    answer = await fill();
  } finally {
    clearInterval(renewal);
    if (answer === null) await releaseCacheEntry(table, key, lease).catch(() => {});
  }
  let isKept = false;
  try {
    isKept = await settle(dependencies, key, { lease, asker }, answer);
  } catch (error) {
    // The answer is there and was paid for. Only the next page pays again.
    log('model answer not kept', { error: String(error) });
  }
  // An answer that is not kept has no name: to ask for it again is another call.
  return answer.kind === 'answered' && isKept && asker !== undefined ? { ...answer, id: idOf(key) } : answer;
};

/**
 * Returns the answer that is kept under a key, at no cost. Otherwise calls `fill`, and keeps its result if that is an
 * answer. If several pages miss it at the same time, one asks. The others wait a little, and are put off if that was
 * not enough. `asker` is the page that pays: whenever it asks again, it gets the answer together with its cost.
 */
export const withModelCache = async (
  dependencies: ModelCacheDependencies,
  key: TableKey,
  fill: () => Promise<ModelOutput>,
  asker?: string,
): Promise<ModelOutput> => {
  const { table, now, random, sleep } = dependencies;
  const patience = now() + limits.answerPatienceMs;
  const lease = randomUUID();
  for (;;) {
    const found = await getCachedOutput(table, key, now());
    const kept = found.kind === 'kept' ? unpacked(found.answer, key, asker) : null;
    if (kept !== null) return kept;
    // An entry that cannot be read blocks its place until it expires: the model is asked and the answer is not kept.
    if (found.kind === 'kept') return await fill();
    if (found.kind === 'none') {
      const until = now() + limits.answerLeaseMs;
      if (await leaseCacheEntry(table, key, { lease, until, now: now() })) {
        return await getUnderLease(dependencies, key, { lease, asker }, fill);
      }
    }
    if (now() >= patience) {
      const why = failure('CONFLICT', 'Cannot wait any longer: another page is getting the same answer');
      return { kind: 'deferred', until: now() + comeBackMs, failure: why, usage: noModelUsage };
    }
    await sleep(pollMs * (1 + random() / 2));
  }
};
