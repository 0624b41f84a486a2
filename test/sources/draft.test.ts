import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { frequencies } from '../../lib/source/cadence.ts';
import { askModel } from '../../lib/extract/llm/ask-model.ts';
import { chooseModel } from '../../lib/extract/llm/model-choice.ts';
import { modelSettingsSchema } from '../../lib/extract/llm/model-settings.ts';
import type { Models } from '../../lib/extract/model/extract-from-page.ts';
import { manifestQuestion } from '../../lib/extract/model/manifest-question.ts';
import type { Json } from '../../lib/extract/schema/json.ts';
import { openModels } from '../../lib/steps/extract-pages/model-dependencies.ts';
import { processQuestion } from '../../lib/steps/extract-pages/process-question.ts';
import { draftManifest, type Drafted } from '../../lib/steps/manage-sources/draft-manifest.ts';
import { actAs } from '../harness/acting.ts';
import { startFakeLlm, type FakeLlm } from '../harness/fake-llm.ts';
import { startTestTable, type TestTable } from '../harness/table.ts';

let store: TestTable;
let llm: FakeLlm;
beforeAll(async () => {
  store = await startTestTable();
});
beforeEach(async () => {
  llm = await startFakeLlm();
});
afterEach(() => llm.close());
afterAll(() => store.stop());

const common = {
  now: Date.now,
  random: Math.random,
  sleep: async () => await Promise.resolve(),
  log: () => {},
};

const openFake = (): Models => {
  const settings = modelSettingsSchema.parse({ providers: { fake: { baseUrl: llm.url, model: 'small' } } });
  const readSecret = async () => await Promise.resolve('{"fake":["key-of-a-test"]}');
  const models = openModels({ ...common, table: store.table, readSecret });
  return {
    choose: async (asked) => chooseModel(settings, await models.keys.providers(), asked),
    ask: (question) => askModel(models, question),
  };
};

const noModels: Models = {
  choose: async () => await Promise.resolve(null),
  ask: () => Promise.reject(new Error('Nobody is there to be asked')),
};

/** Drafts; whoever rings for a question has it answered at once. */
const draft = async (team: string, notes: string, models: Models): Promise<Drafted> => {
  const dependencies = { ...common, table: store.table, models };
  const client = {
    send: async ({ input }: { input: { Entries?: { MessageBody: string }[] } }) => {
      for (const { MessageBody } of input.Entries ?? []) {
        const { question } = JSON.parse(MessageBody) as { question: string };
        await actAs('extract-pages', () => processQuestion(dependencies, question, Date.now() + 60_000));
      }
      return { Failed: [] };
    },
  } as unknown as SQSClient;
  const queues = { client, extract: 'extract' };
  return await actAs('manage-sources', () =>
    draftManifest({ ...common, table: store.table, queues }, team, notes, Date.now() + 60_000),
  );
};

const notes = `Regulation X of the CFPB (12 C.F.R. Part 1024), at https://www.example.com/regulations/1024/.
The notices, every day: <https://www.example.com/notices>.`;

const source = (id: string, url: string, more: Record<string, Json> = {}): Json => ({
  id,
  url,
  method: 'scrape',
  frequency: 'weekly',
  priority: 'high',
  ...more,
});
const regulation = source('reg-x', 'https://www.example.com/regulations/1024', {
  method: 'crawl',
  citation: '12 C.F.R. Part 1024',
  agency: 'CFPB',
  include_patterns: ['/1024/*'],
  exclude_patterns: [],
  name: null,
});

/** The model answers these, one after another. */
const answers = (...all: readonly Json[]): void => {
  let asked = 0;
  llm.set({
    answer: () => {
      asked += 1;
      return { kind: 'json', value: all[asked - 1] ?? null };
    },
  });
};

test('notes become a manifest of proposed sources; an address that the notes do not have is left out', async () => {
  answers({
    name: 'rules',
    sources: [
      regulation,
      source('notices', 'https://www.example.com/notices'),
      source('made-up', 'https://www.example.com/guess'),
    ],
  });
  const drafted = await draft('a', notes, openFake());
  expect(drafted).toEqual({
    kind: 'drafted',
    left: [{ id: 'made-up', url: 'https://www.example.com/guess' }],
    manifest: {
      version: '0.1.0',
      name: 'rules',
      sources: [
        {
          id: 'reg-x',
          url: 'https://www.example.com/regulations/1024',
          method: 'crawl',
          frequency: 'weekly',
          priority: 'high',
          status: 'proposed',
          citation: '12 C.F.R. Part 1024',
          metadata: { agency: 'CFPB' },
          scrape_config: { include_patterns: ['/1024/*'] },
        },
        {
          id: 'notices',
          url: 'https://www.example.com/notices',
          method: 'scrape',
          frequency: 'weekly',
          priority: 'high',
          status: 'proposed',
        },
      ],
    },
  });
  expect(llm.asks).toHaveLength(1);
  // The same notes again have the answer that is kept.
  expect(await draft('a', notes, noModels)).toEqual(drafted);
});

test('a draft that cannot be used is sent back once with what is wrong with it', async () => {
  answers(
    { name: 'rules', sources: [source('Reg X', 'https://www.example.com/notices')] },
    { name: 'rules', sources: [source('reg-x', 'https://www.example.com/notices')] },
  );
  const drafted = await draft('b', notes, openFake());
  expect(drafted).toMatchObject({ kind: 'drafted', manifest: { sources: [{ id: 'reg-x' }] } });
  expect(llm.asks).toHaveLength(2);
  const again = JSON.stringify(llm.asks[1]?.body);
  expect(again).toContain('sources.0.id: expected lower-case words joined by dashes');
  expect(again).toContain('Reg X');
});

test('a draft that is wrong again is refused, and nobody asks a third time', async () => {
  const wrong = { name: 'rules', sources: [source('Reg X', 'https://www.example.com/notices')] };
  answers(wrong, wrong, wrong);
  const drafted = await draft('c', notes, openFake());
  expect(drafted).toMatchObject({ kind: 'failed', failure: { code: 'LLM_ANSWER_INVALID' } });
  expect(llm.asks).toHaveLength(2);
});

test('without a model a draft says so, and how to do without one', async () => {
  const drafted = await draft('d', notes, noModels);
  expect(drafted).toMatchObject({
    kind: 'failed',
    failure: { code: 'LLM_NOT_CONFIGURED', message: expect.stringContaining('--prompt') as string },
  });
});

test('the prompt for models that are asked by hand has the same rules', () => {
  const page = readFileSync(new URL('../../docs/manifest-prompt.md', import.meta.url), 'utf8');
  const rules = manifestQuestion(notes)
    .system.split('\n')
    .filter((line) => /^[1-5]\. /.test(line));
  expect(rules).toHaveLength(5);
  for (const rule of rules) expect(page).toContain(rule);
  expect(JSON.stringify(manifestQuestion(notes).schema)).toContain(JSON.stringify(frequencies));
});
