import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signatureHeaders, deriveWebhookSecret } from '../../lib/deliver/webhook/webhook-signature.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody as Body } from '../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

/** A receiver that refuses as often as it is told to. */
const startReceiver = async () => {
  const got: { path: string; headers: Record<string, unknown>; text: string }[] = [];
  let refusals = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      refusals -= 1;
      if (refusals < 0) got.push({ path: request.url ?? '', headers: request.headers, text });
      response.writeHead(refusals < 0 ? 200 : 503).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    got,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (times: number) => void (refusals = times),
    close: async () => await new Promise((resolve) => server.close(resolve)),
  };
};

test('an alert is told to webhook, Slack and event bus, once, and again when it is over', async () => {
  const receiver = await startReceiver();
  const { site, pages, pipeline, ok, call, manifest, run } = await watchSite(stores, 'alerted', undisturbed, [
    new URL(receiver.url).host,
  ]);
  try {
    pages.set('/', { links: ['/a'] });
    pages.set('/a', {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    for (const [name, kind, severity] of [
      ['hook', 'webhook', 'info'],
      ['chat', 'slack', 'high'],
    ])
      await ok('POST', '/v2/alerts/channels', { name, kind, severity, url: `${receiver.url}/${name}` });
    const told = await ok('GET', '/v2/alerts/channels');
    expect(told['channels']).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('/chat');

    await run();
    await pipeline.settle(2);
    expect(receiver.got.map(({ path }) => path)).toEqual(['/hook']);
    expect(JSON.parse(receiver.got[0]?.text ?? '')).toMatchObject({
      type: 'alert.opened',
      data: [{ source: 'guide', rule: 'changed', severity: 'info' }],
    });

    pages.delete('/');
    pipeline.skip(25 * 60 * 60_000);
    receiver.got.splice(0);
    receiver.refuse(1);
    await run();
    await pipeline.settle(3);
    const moved = receiver.got.filter(({ text }) => text.includes('source-moved'));
    expect(moved.map(({ path }) => path).toSorted()).toEqual(['/chat', '/hook']);
    const hook = moved.find(({ path }) => path === '/hook');
    const secret = deriveWebhookSecret('alerted', 'pepper');
    const sentAt = Number(hook?.headers['webhook-timestamp']) * 1_000;
    const signed = signatureHeaders(secret, String(hook?.headers['webhook-id']), sentAt, hook?.text ?? '');
    expect(hook?.headers['webhook-signature']).toBe(signed['webhook-signature']);
    const chat = JSON.parse(moved.find(({ path }) => path === '/chat')?.text ?? '') as { text: string };
    expect(chat.text).toContain('[high] guide, source-moved');
    expect(pipeline.alerts.filter(({ rule }) => rule === 'source-moved')).toHaveLength(1);

    const open = (await ok('GET', '/v2/alerts'))['alerts'] as Body[];
    expect(open[0]).toMatchObject({ id: 'guide.source-moved', state: 'open', runs: 1 });
    const wrong = await call('POST', '/v2/alerts/guide.source-moved/snooze', { for: '91d' });
    expect(wrong.body).toMatchObject({ code: 'BAD_REQUEST' });
    await ok('POST', '/v2/alerts/guide.source-moved/snooze', { for: '12h' });
    expect(((await ok('GET', '/v2/alerts?state=acknowledged'))['alerts'] as Body[])[0]).toMatchObject({
      id: 'guide.source-moved',
      snoozedUntil: expect.stringMatching(/^\d{4}-/) as string,
    });

    receiver.got.splice(0);
    pipeline.skip(25 * 60 * 60_000);
    await run();
    await pipeline.settle(2);
    const again = receiver.got.filter(({ text }) => text.includes('source-moved'));
    expect(again.map(({ path }) => path).toSorted()).toEqual(['/chat', '/hook']);
    expect(((await ok('GET', '/v2/alerts'))['alerts'] as Body[])[0]).toMatchObject({
      id: 'guide.source-moved',
      state: 'open',
      runs: 2,
      snoozedUntil: null,
    });
    await ok('POST', '/v2/alerts/guide.source-moved/ack');
    expect((await call('POST', '/v2/alerts/guide.quiet/ack')).body).toMatchObject({
      code: 'ALERT_NOT_FOUND',
    });

    receiver.got.splice(0);
    pipeline.skip(25 * 60 * 60_000);
    await run();
    await pipeline.settle(2);
    expect(receiver.got.filter(({ text }) => text.includes('source-moved'))).toEqual([]);
    const seen = (await ok('GET', '/v2/alerts?state=acknowledged'))['alerts'] as Body[];
    expect(seen).toMatchObject([{ id: 'guide.source-moved', runs: 3, acknowledgedBy: 'key-alerted' }]);

    pages.set('/', { links: ['/a'] });
    pipeline.skip(25 * 60 * 60_000);
    await run();
    await pipeline.settle(2);
    const over = receiver.got.filter(({ text }) => text.includes('source-moved'));
    expect(over.find(({ path }) => path === '/hook')?.text).toContain('alert.closed');
    expect((await ok('GET', '/v2/alerts?state=closed'))['alerts']).toMatchObject([
      { id: 'guide.source-moved' },
    ]);
    await ok('DELETE', '/v2/alerts/channels/chat');
    expect((await ok('GET', '/v2/alerts/channels'))['channels']).toHaveLength(1);
  } finally {
    await site.close();
    await receiver.close();
  }
});
