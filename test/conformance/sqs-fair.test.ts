import { expect, test } from 'vitest';
import { queuesUnderTest } from './queues-under-test.ts';

const { queue, send, receive } = queuesUnderTest();

const bodies = async (url: string, count: number): Promise<(string | undefined)[]> =>
  (await receive(url, { MaxNumberOfMessages: count })).map(({ Body }) => Body);

test('while one group has messages in flight, those of another come first, however many wait before them', async () => {
  const url = await queue();
  for (let at = 0; at < 12; at += 1) await send(url, `noisy ${at}`, { MessageGroupId: 'noisy' });
  expect(await bodies(url, 3)).toEqual(['noisy 0', 'noisy 1', 'noisy 2']);
  await send(url, 'quiet 0', { MessageGroupId: 'quiet' });
  await send(url, 'quiet 1', { MessageGroupId: 'quiet' });
  expect(await bodies(url, 3)).toEqual(['quiet 0', 'quiet 1', 'noisy 3']);
});

test('a batch is shared out between groups, oldest first within each', async () => {
  const url = await queue();
  for (const group of ['a', 'a', 'a', 'b', 'b', 'c']) {
    await send(url, group, { MessageGroupId: group });
  }
  expect((await bodies(url, 6)).slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
});

test('a message without a group is a tenant of its own, and a delayed one waits in its group too', async () => {
  const url = await queue();
  await send(url, 'grouped', { MessageGroupId: 'a' });
  await send(url, 'later', { MessageGroupId: 'b', DelaySeconds: 900 });
  await send(url, 'alone');
  expect(await bodies(url, 10)).toEqual(['grouped', 'alone']);
  const [first] = await receive(await queue(), {});
  expect(first).toBeUndefined();
});

test('the group of a message is told to whoever receives it', async () => {
  const url = await queue();
  await send(url, 'x', { MessageGroupId: 'team' });
  const [message] = await receive(url);
  expect(message?.Attributes?.['MessageGroupId']).toBe('team');
});
