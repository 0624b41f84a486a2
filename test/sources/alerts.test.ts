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

test('alerts of a source that is removed or retired are closed and told so, once, and it begins anew', async () => {
  const receiver = await startReceiver();
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'ended', undisturbed, [
    new URL(receiver.url).host,
  ]);
  const told = (): string[] =>
    receiver.got
      .splice(0)
      .flatMap(({ text }) => {
        const { type, data } = JSON.parse(text) as { type: string; data: Body[] };
        return data.map((each) => `${type} ${String(each['rule'])} ${String(each['closedBecause'])}`);
      })
      .toSorted();
  const gone = async (): Promise<void> => {
    pages.delete('/');
    pipeline.skip(25 * 60 * 60_000);
    await run();
    await pipeline.settle(2);
  };
  const apply = async (version: string, more: object = {}): Promise<void> =>
    void (await ok('POST', '/v2/sources/apply', {
      manifest: { ...manifest(version), ...more },
      prune: true,
    }));
  const others = [{ id: 'other', url: `${site.origin}/other`, method: 'scrape', frequency: 'monthly' }];
  try {
    pages.set('/', {});
    await apply('1.0.0');
    await ok('POST', '/v2/alerts/channels', {
      name: 'hook',
      kind: 'webhook',
      severity: 'info',
      url: receiver.url,
    });
    await run();
    await gone();
    expect(told()).toEqual(['alert.opened changed null', 'alert.opened source-moved null']);
    // A pause is for a while: the alert says what to look at before it runs again.
    await ok('POST', '/v2/sources/guide/pause');
    await pipeline.beatOnce();
    expect((await ok('GET', '/v2/alerts'))['alerts']).toMatchObject([{ state: 'open' }]);
    await ok('POST', '/v2/sources/guide/resume');
    await ok('POST', '/v2/alerts/guide.source-moved/snooze', { for: '30d' });

    await apply('2.0.0', { sources: others });
    await pipeline.settle(2);
    expect(told()).toEqual(['alert.closed source-moved removed']);
    expect((await ok('GET', '/v2/alerts'))['alerts']).toEqual([]);
    expect((await ok('GET', '/v2/alerts?state=all'))['alerts']).toMatchObject([
      { id: 'guide.source-moved', state: 'closed', closedBecause: 'removed' },
      { id: 'guide.changed', closedBecause: 'over' },
    ]);
    expect((await ok('GET', '/v2/alerts/guide.source-moved/deliveries'))['deliveries']).toMatchObject([
      { channel: 'hook', type: 'alert.closed', status: 'delivered' },
    ]);
    expect(pipeline.alerts.at(-1)).toMatchObject({ rule: 'source-moved', closedBecause: 'removed' });
    const announced = pipeline.alerts.length;
    await apply('2.0.0', { sources: others });
    await apply('2.1.0', { sources: [{ ...others[0], group: undefined, priority: 'high' }] });
    await pipeline.beatOnce();
    await pipeline.settle(2);
    expect([told(), pipeline.alerts.length]).toEqual([[], announced]);

    // It comes back, and the first run that finds the same opens an alert as if there had been none.
    await apply('3.0.0');
    await gone();
    expect(told()).toEqual(['alert.opened changed null', 'alert.opened source-moved null']);
    expect((await ok('GET', '/v2/alerts'))['alerts']).toMatchObject([
      { id: 'guide.source-moved', state: 'open', runs: 1, closedBecause: null },
      { id: 'guide.changed' },
    ]);

    // The call dies once the alert is written, and then the event bus refuses it: the heartbeat does the rest.
    const { client } = pipeline.queues;
    const send = client.send.bind(client);
    client.send = async () => await Promise.reject(new Error('SQS is out'));
    const before = pipeline.alerts.length;
    const retired = { sources: [{ ...manifest('4.0.0').sources[0], status: 'retired' }] };
    await expect(apply('4.0.0', retired)).rejects.toThrow();
    client.send = send;
    pipeline.refuseAlerts(1);
    for (const _beat of [1, 2, 3]) {
      pipeline.skip(60_000);
      await pipeline.beatOnce();
      await pipeline.settle(2);
    }
    expect(told()).toEqual(['alert.closed source-moved retired']);
    // News that is over is told to the event bus alone.
    const announcedThen = pipeline.alerts
      .slice(before)
      .map(({ rule, closedBecause }) => [rule, closedBecause]);
    expect(announcedThen.toSorted()).toEqual([
      ['changed', 'retired'],
      ['source-moved', 'retired'],
    ]);
  } finally {
    await site.close();
    await receiver.close();
  }
});

test('a run that ends after its source was removed opens no alert, and failures before count no more', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'straggler', undisturbed);
  try {
    pages.set('/', { status: 404 });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    for (let failed = 0; failed < 4; failed += 1) {
      pipeline.skip(60 * 60_000);
      await run();
    }
    const { id } = await ok('POST', '/v2/sources/guide/run');
    const others = [{ id: 'other', url: `${site.origin}/other`, method: 'scrape', frequency: 'monthly' }];
    await ok('POST', '/v2/sources/apply', {
      manifest: { ...manifest('2.0.0'), sources: others },
      prune: true,
    });
    await pipeline.run(String(id));
    expect((await ok('GET', '/v2/alerts'))['alerts']).toEqual([]);

    await ok('POST', '/v2/sources/apply', { manifest: manifest('3.0.0'), prune: true });
    expect((await ok('GET', '/v2/sources/guide'))['source']).toMatchObject({
      condition: 'active',
      failedInRow: 1,
    });
  } finally {
    await site.close();
  }
});
