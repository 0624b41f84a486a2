import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Failure } from '../../lib/failure.ts';
import { extractFormats } from '../../lib/extract/model/extract-formats.ts';
import type { ExtractionContext, Concluded, WaitedPage } from '../../lib/extract/model/extraction-outcome.ts';
import type { Models } from '../../lib/extract/model/extract-from-page.ts';
import type { PageFacts } from '../../lib/extract/candidates/page-facts.ts';
import { modelCacheKey } from '../../lib/extract/llm/model-cache-key.ts';
import { askModel } from '../../lib/extract/llm/ask-model.ts';
import { chooseModel, type AskedModel } from '../../lib/extract/llm/model-choice.ts';
import { modelSettingsSchema } from '../../lib/extract/llm/model-settings.ts';
import { jobSchema, type RunningJob } from '../../lib/job/job.ts';
import { pageSchema, type ContentPage } from '../../lib/frontier/page.ts';
import { limits } from '../../lib/limits/limits.ts';
import type { ExtractSpec } from '../../lib/request/extract-spec.ts';
import { completeScrapeOptions } from '../../lib/request/scrape-options.ts';
import { openModels } from '../../lib/steps/extract-pages/model-dependencies.ts';
import { comesBackAt, patience, measureWait } from '../../lib/steps/extract-pages/wait-for-model.ts';
import { withModelCache } from '../../lib/steps/extract-pages/with-model-cache.ts';
import { startFakeLlm, type FakeLlm, type FakeLlmOptions } from '../harness/fake-llm.ts';
import type { TestTable } from '../harness/table.ts';

const jobAt = (url: string, now: number): RunningJob =>
  jobSchema.parse({
    id: 'job',
    kind: 'extract',
    dialect: 'v2',
    team: 'team',
    priority: 'normal',
    status: 'running',
    request: { url, scrape: { ...completeScrapeOptions({}), formats: ['json'] } },
    limit: 1,
    admitted: 1,
    open: 1,
    finished: 0,
    done: 0,
    failed: 0,
    blocked: 0,
    skipped: 0,
    unchanged: 0,
    createdAt: now,
    progressAt: now,
    deadline: now + 24 * 3_600_000,
    ttl: 0,
  }) as RunningJob;

const pageAt = (url: string, now: number, more: Partial<ContentPage>): ContentPage => {
  const page = pageSchema.parse({
    kind: 'page',
    job: 'job',
    hash: '0'.repeat(32),
    url,
    state: 'fetched',
    depth: 0,
    position: 0,
    attempts: 0,
    admittedAt: now,
    touchedAt: now,
    ...more,
  });
  return page.kind === 'page' ? page : expect.fail();
};

export interface Ended {
  readonly concluded: Concluded;
  readonly made: number;
  readonly told: number;
  readonly tokens: number;
  readonly reasons: readonly Failure[];
  /** Milliseconds of the clock that the page waits by. */
  readonly waitedMs: number;
  /** The longest time in which nobody was told of an answer, or why there is none. */
  readonly silentMs: number;
}

/** Models as a deployment has them, against a server, by a clock that only waiting moves on. */
const modelsAt = (store: TestTable, server: FakeLlm, clock: { now: number }): Models => {
  // A port is used again: what the table knows of a key or a model there is of another server.
  const [key, model] = [randomUUID(), randomUUID()];
  const settings = modelSettingsSchema.parse({
    providers: { fake: { baseUrl: server.url, model } },
    prices: { [model]: { input: 1, output: 2 } },
  });
  const dependencies = {
    table: store.table,
    readSecret: async () => await Promise.resolve(JSON.stringify({ fake: [key] })),
    now: () => clock.now,
    random: () => 0.5,
    sleep: async (ms: number) => {
      clock.now += ms;
      await Promise.resolve();
    },
    log: () => {},
  };
  const models = openModels(dependencies);
  return {
    choose: async (asked: AskedModel) =>
      await Promise.resolve(chooseModel(settings, new Set(['fake']), asked)),
    ask: (question) =>
      withModelCache(
        dependencies,
        modelCacheKey(question, '1'),
        () => askModel(models, question),
        question.asker,
      ),
  };
};

/** Has a page answered as the extract function does, taken up again as often as it waits. */
export const untilItEnds = async (
  store: TestTable,
  serve: FakeLlmOptions,
  {
    isSlow = false,
    callMs = 0,
    asked,
    page,
    reserve,
  }: {
    readonly isSlow?: boolean;
    /** What each call takes of the clock. */
    readonly callMs?: number;
    readonly asked: ExtractSpec;
    readonly page: PageFacts;
    readonly reserve?: ExtractionContext['reserve'];
  },
): Promise<Ended> => {
  const clock = { now: Date.now() };
  const server = await startFakeLlm({
    ...serve,
    answer: (ask) => {
      clock.now += callMs;
      return serve.answer?.(ask) ?? expect.fail();
    },
  });
  const answer = extractFormats(modelsAt(store, server, clock));
  const started = clock.now;
  const job = jobAt(page.url, started);
  let made = { calls: 0, tokens: 0 };
  let told = { calls: 0, tokens: 0 };
  let waited: WaitedPage = { unanswered: [], told: [] };
  const reasons: Failure[] = [];
  let waitingSince: number | undefined;
  let silentMs = 0;
  try {
    for (;;) {
      let heardAt = clock.now;
      const waiter = {
        job,
        page: pageAt(page.url, started, {
          deferrals: reasons.length,
          ...(waitingSince === undefined ? {} : { waitingSince }),
        }),
        spec: asked,
      };
      const answered = await answer(page, asked, {
        troubled: async () => {
          silentMs = Math.max(silentMs, clock.now - heardAt);
          heardAt = clock.now;
          await Promise.resolve();
        },
        reserve: reserve ?? (async () => await Promise.resolve('reserved')),
        spent: ({ calls }) => {
          made = { ...made, calls: made.calls + calls };
        },
        until: clock.now + (isSlow ? limits.modelCallMsMin + 200 : 240_000),
        mayWait: patience(waiter, () => clock.now),
        measureWait: measureWait(waiter, () => clock.now),
        asker: 'job/page',
        waited,
      });
      if (answered.kind === 'over') throw new Error('the page was over');
      silentMs = Math.max(silentMs, clock.now - heardAt);
      const usage = answered.kind === 'answered' ? answered.extraction.usage : answered.usage;
      told = {
        calls: told.calls + usage.calls,
        tokens: told.tokens + usage.inputTokens + usage.outputTokens,
      };
      if (answered.kind !== 'deferred') {
        return {
          concluded: answered,
          made: server.asks.length,
          told: told.calls,
          tokens: told.tokens,
          reasons,
          waitedMs: clock.now - started,
          silentMs,
        };
      }
      reasons.push(answered.failure);
      waitingSince ??= clock.now;
      const { unanswered = [], told: ids = [] } = answered.waited ?? {};
      waited = { unanswered, told: [...waited.told, ...ids] };
      clock.now = comesBackAt(waiter.page, answered.failure, answered.until, clock.now);
      if (reasons.length > 200) throw new Error('the page waits for ever');
    }
  } finally {
    await server.close();
  }
};
