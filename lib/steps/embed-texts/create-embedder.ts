import { failure, type Failure } from '../../failure.ts';
import { callEmbedder, type EmbedderCall } from '../../extract/llm/call-embedder.ts';
import { unsendable } from '../../extract/llm/call-model.ts';
import { addUsage, callCost } from '../../extract/llm/model-price.ts';
import type { ModelKeys } from '../../extract/llm/model-keys.ts';
import type { BrokenCall } from '../../extract/llm/model-trouble.ts';
import type { ReplyHeaders } from '../../extract/llm/rate-limit-headers.ts';
import { noModelUsage, type ModelUsage } from '../../extract/model/page-extraction.ts';
import { estimateTokens } from '../../extract/model/token-estimate.ts';
import type { EmbedderChoice } from '../../ingest/embed/choose-embedder.ts';
import { sentText } from '../../ingest/embed/embedded-text.ts';
import { packVector, type StoredVector } from '../../ingest/embed/vector.ts';
import { limits } from '../../limits/limits.ts';
import { safeWords } from '../../safe-words.ts';
import { invokeEmbedder, type openBedrock } from '../../store/models/invoke-embedder.ts';

/** The result of embedding texts. The cost is included even if no vectors came. */
export type Embedded =
  | { readonly ok: true; readonly vectors: readonly StoredVector[]; readonly usage: ModelUsage }
  | { readonly ok: false; readonly failure: Failure; readonly usage: ModelUsage };

/** Turns texts into vectors, in the order of the texts. */
export interface Embedder {
  readonly choice: EmbedderChoice;
  embed(texts: readonly string[], purpose: 'query' | 'passage'): Promise<Embedded>;
}

export interface EmbedderDependencies {
  readonly readKeys: () => Promise<ModelKeys>;
  readonly bedrock: () => Pick<ReturnType<typeof openBedrock>, 'send'>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
}

type Purpose = 'query' | 'passage';
type Ask = (
  texts: readonly string[],
  purpose: Purpose,
  turn: number,
  timeoutMs: number,
) => Promise<EmbedderCall>;

const noKey = 'none';

/** Statuses that concern the key: another key may work. */
const ofKey: ReadonlySet<number> = new Set([401, 402, 403, 429]);

const broken = (status: number, words: string, headers: ReplyHeaders = new Headers()): EmbedderCall => ({
  kind: 'broken',
  broken: { kind: 'http', status, headers, words },
});

/** Uses another key each time, so a key that is refused or has no room left does not end the work. */
const openAsk = (choice: EmbedderChoice, { readKeys, bedrock }: EmbedderDependencies): Ask => {
  const { baseUrl, model, dimensions, tellsDimensions } = choice;
  if (baseUrl === null) {
    let client: ReturnType<EmbedderDependencies['bedrock']> | undefined;
    return (texts, purpose, _turn, timeoutMs) =>
      invokeEmbedder((client ??= bedrock()), { model, texts, dimensions, purpose }, timeoutMs);
  }
  return async (texts, _purpose, turn, timeoutMs) => {
    const given = choice.isKeyless ? [noKey] : ((await readKeys())[choice.provider] ?? []);
    const keys = given.filter((key) => unsendable(key) === null);
    const unsent = keys.length === 0 ? unsendable(given[0] ?? noKey) : null;
    if (unsent !== null) return { kind: 'broken', broken: unsent };
    const question = { model, texts, dimensions: tellsDimensions ? dimensions : null };
    const words = `there is no key for the provider ${choice.provider}`;
    let called: EmbedderCall = broken(401, words);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[(turn + index) % keys.length] ?? noKey;
      called = await callEmbedder({ baseUrl, key }, question, timeoutMs);
      if (called.kind === 'answered' || called.broken.kind !== 'http') return called;
      const { status } = called.broken;
      called = broken(status, safeWords(called.broken.words, key), called.broken.headers);
      if (!ofKey.has(status)) return called;
    }
    return called;
  };
};

const isPassing = (call: BrokenCall): boolean =>
  call.kind === 'http'
    ? call.status === 429 || call.status >= 500
    : call.kind === 'network' || call.kind === 'timeout';

const foundOf = (call: BrokenCall): string => {
  if (call.kind === 'http') return `it answered ${call.status}: ${call.words.slice(0, 300)}`;
  if (call.kind === 'network' || call.kind === 'unsendable') return call.found;
  return call.kind === 'timeout'
    ? 'it took too long'
    : 'it answered something else than a vector for each text';
};

const failureOfCall = ({ provider, model }: EmbedderChoice, call: BrokenCall): Failure =>
  failure(
    isPassing(call) ? 'EMBEDDER_UNAVAILABLE' : 'EMBEDDER_REFUSED',
    `Cannot ask the embedder ${model} of ${provider}: ${foundOf(call)}`,
  );

const failureOfVectors = (
  { model, dimensions }: EmbedderChoice,
  vectors: readonly (readonly number[])[],
): Failure | null => {
  const other = vectors.find(({ length }) => length !== dimensions);
  if (other !== undefined) {
    const message = `Cannot use the vectors of ${model}: expected ${dimensions} numbers, found ${other.length}`;
    return failure('EMBEDDER_WRONG_DIMENSIONS', message);
  }
  return vectors.every((vector) => vector.every(Number.isFinite))
    ? null
    : failure('EMBEDDER_REFUSED', `Cannot use the vectors of ${model}: expected finite numbers`);
};

/** Computes the wait before a call is repeated: what the server asks for, within bounds, or a second and more. */
const waitMs = (call: BrokenCall, tries: number, random: () => number): number => {
  const asked = call.kind === 'http' ? Number(call.headers.get('retry-after')) : Number.NaN;
  const seconds = Number.isFinite(asked) && asked > 0 ? Math.min(asked, 20) : 2 ** (tries - 1);
  return seconds * 1_000 * (0.75 + random() / 2);
};

/**
 * Makes the embedder that a deployment chose. A query is tried once and for a short time, because a caller waits for
 * it.
 */
export const createEmbedder = (choice: EmbedderChoice, dependencies: EmbedderDependencies): Embedder => {
  const ask = openAsk(choice, dependencies);
  const { sleep, random } = dependencies;
  let turn = Math.floor(random() * 1_000);

  const embedBatch = async (texts: readonly string[], purpose: Purpose): Promise<Embedded> => {
    const isQuery = purpose === 'query';
    const sent = texts.map((text) => sentText(choice, text, purpose));
    let usage = noModelUsage;
    for (let tries = 1; ; tries += 1) {
      turn += 1;
      const called = await ask(sent, purpose, turn, isQuery ? limits.embedQueryMs : limits.embedCallMs);
      if (called.kind === 'answered') {
        const inputTokens = called.tokens ?? sent.reduce((sum, text) => sum + estimateTokens(text), 0);
        const tokens = { inputTokens: Math.ceil(inputTokens), outputTokens: 0 };
        usage = addUsage(usage, { calls: 1, ...tokens, dollars: callCost(choice.price, tokens) });
        const refused = failureOfVectors(choice, called.vectors);
        if (refused !== null) return { ok: false, failure: refused, usage };
        return { ok: true, vectors: called.vectors.map((vector) => packVector(vector)), usage };
      }
      const isLast = isQuery || tries === limits.embedTriesMax || !isPassing(called.broken);
      if (isLast) return { ok: false, failure: failureOfCall(choice, called.broken), usage };
      await sleep(waitMs(called.broken, tries, random));
    }
  };

  return {
    choice,
    embed: async (texts, purpose) => {
      const batches: (readonly string[])[] = [];
      for (let at = 0; at < texts.length; at += choice.textsMax)
        batches.push(texts.slice(at, at + choice.textsMax));
      const done: (Embedded | undefined)[] = batches.map(() => undefined);
      let next = 0;
      let isBroken = false;
      const work = async (): Promise<void> => {
        while (next < batches.length && !isBroken) {
          const at = next;
          next += 1;
          const embedded = await embedBatch(batches[at] ?? [], purpose);
          done[at] = embedded;
          isBroken ||= !embedded.ok;
        }
      };
      await Promise.all(Array.from({ length: Math.min(limits.embedCallsMax, batches.length) }, work));
      const ended = done.filter((each) => each !== undefined);
      const usage = addUsage(...ended.map((each) => each.usage));
      const failed = ended.find((each) => !each.ok);
      if (failed !== undefined) return { ok: false, failure: failed.failure, usage };
      return { ok: true, vectors: ended.flatMap((each) => (each.ok ? each.vectors : [])), usage };
    },
  };
};
