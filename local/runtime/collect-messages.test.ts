import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AwsClient } from './aws-request.ts';
import { openCollector } from './collect-messages.ts';

/** A queue that answers a receive when the test says so. */
interface Receive {
  readonly except: readonly string[];
  readonly waits: number;
  answer(...ids: readonly string[]): void;
  fail(): void;
}
let receives: Receive[];
let open: 'everybody' | 'nobody' | { readonly except: readonly string[] };
let change: PromiseWithResolvers<void>;
let leaving: AbortController;

const client = {
  call: async (_action: string, input: Readonly<Record<string, unknown>>) => {
    const answered = Promise.withResolvers<Record<string, unknown>>();
    receives.push({
      except: (input['GleanerExceptGroups'] ?? []) as string[],
      waits: input['WaitTimeSeconds'] as number,
      answer: (...ids) => answered.resolve({ Messages: ids.map((MessageId) => ({ MessageId })) }),
      fail: () => answered.reject(new Error('the queue is gone')),
    });
    return await answered.promise;
  },
} as unknown as AwsClient;

const source = {
  queue: 'q',
  functionName: 'f',
  batchSize: 1,
  windowSeconds: 0,
  reportsItemFailures: true,
  concurrencyMax: undefined,
};
const collector = () =>
  openCollector({
    source,
    queueUrl: 'http://queue',
    client,
    turns: { open: () => open, changed: () => change.promise },
    signal: leaving.signal,
  });
const ids = async (batch: ReturnType<ReturnType<typeof openCollector>>): Promise<string[]> =>
  (await batch).map(({ MessageId }) => MessageId);
const release = (): void => {
  change.resolve();
  change = Promise.withResolvers();
};

beforeEach(() => {
  receives = [];
  open = 'everybody';
  change = Promise.withResolvers();
  leaving = new AbortController();
});
afterEach(() => leaving.abort());

test('while one team holds every sandbox the queue is asked to wait for messages of others, not looked at now and then', async () => {
  open = { except: ['loud'] };
  const batch = ids(collector()());
  expect(receives).toMatchObject([{ except: ['loud'], waits: 1 }]);
  receives[0]?.answer('quiet');
  expect(await batch).toEqual(['quiet']);
});

test('a turn that is given back is seen at once, and what was on its way by then is not lost', async () => {
  const collect = collector();
  open = { except: ['loud'] };
  const first = ids(collect());
  release();
  expect(await first).toEqual([]);
  open = 'everybody';
  const second = ids(collect());
  expect(receives.map(({ except }) => except)).toEqual([['loud'], []]);
  receives[0]?.answer('on its way');
  expect(await second).toEqual(['on its way']);
  const third = ids(collect());
  receives[1]?.answer('next');
  expect(await third).toEqual(['next']);
  expect(receives).toHaveLength(2);
});

test('the same is not asked twice at a time', async () => {
  const collect = collector();
  open = { except: ['a', 'b'] };
  const first = ids(collect());
  release();
  await first;
  open = { except: ['b', 'a'] };
  const second = ids(collect());
  expect(receives).toHaveLength(1);
  receives[0]?.answer('c');
  expect(await second).toEqual(['c']);
});

test('messages that come at the same time by two ways are each a batch', async () => {
  const collect = collector();
  open = { except: ['loud'] };
  const none = ids(collect());
  release();
  await none;
  open = 'everybody';
  const first = ids(collect());
  receives[0]?.answer('one');
  receives[1]?.answer('two');
  expect([await first, await ids(collect())]).toEqual([['one'], ['two']]);
});

test('a receive that fails is told to whoever waits for it, and harms nobody when nobody does', async () => {
  const collect = collector();
  open = { except: ['loud'] };
  const none = ids(collect());
  release();
  await none;
  receives[0]?.fail();
  const waiting = ids(collect());
  receives[1]?.fail();
  await expect(waiting).rejects.toThrow('the queue is gone');
});
