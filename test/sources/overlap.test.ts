import { expect, test } from 'vitest';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { sourceStateKey } from '../../lib/keys/table-keys.ts';
import { sourceLimits } from '../../lib/limits/source-limits.ts';
import { startMemoryStores } from '../harness/memory/memory-pipeline.ts';
import { watchSite, type AnswerBody } from '../harness/watch-site.ts';

test('where a manifest says replace, a run that is due cancels the open one, takes its place and tells all once', async () => {
  const { site, pages, pipeline, ok, manifest } = await watchSite(startMemoryStores(), 'overlap');
  try {
    pages.set('/', { links: ['/a', '/b'] });
    for (const path of ['/a', '/b']) pages.set(path, {});
    const cadence = { frequency: undefined, every: '12h', overlap: 'replace' };
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', cadence) });
    const source = async (): Promise<AnswerBody> => (await ok('GET', '/v2/sources/guide'))['source'];
    const runDue = async (): Promise<string> => {
      pipeline.skip(Date.parse(String((await source())['nextDueAt'])) - pipeline.now() + 60_000);
      await pipeline.beatOnce();
      return String((await source())['openRun']);
    };
    const first = await runDue();
    // Its messages wait, so it is open when the next run is due.
    const waiting = pipeline.deliveries.splice(0);
    const second = await runDue();
    expect(second).not.toBe(first);
    pipeline.deliveries.push(...waiting);
    await pipeline.run(first);
    await pipeline.run(second);
    await pipeline.settle();

    const { runs } = await ok('GET', '/v2/sources/guide/runs');
    const told = (runs as AnswerBody[]).map(({ job, outcome, code, trigger }) => ({
      job,
      outcome,
      code,
      trigger,
    }));
    expect(told).toEqual([
      { job: second, outcome: 'completed', code: null, trigger: 'scheduled' },
      { job: first, outcome: 'cancelled', code: 'JOB_CANCELLED', trigger: 'scheduled' },
    ]);
    const after = await source();
    expect(after).toMatchObject({ openRun: null, condition: 'active' });
    expect(Date.parse(String(after['nextDueAt']))).toBeGreaterThan(pipeline.now());
    const { changes } = await ok('GET', '/v2/changes');
    expect((changes as AnswerBody[]).map(({ kind, url }) => `${kind} ${new URL(url).pathname}`)).toEqual([
      'added /',
      'added /a',
      'added /b',
    ]);
  } finally {
    await site.close();
  }
});

test('a team whose sources are all due, longer and with a higher priority, does not hold up those of other teams', async () => {
  const stores = startMemoryStores();
  const [busy, quiet] = [await watchSite(stores, 'busy'), await watchSite(stores, 'quiet')];
  try {
    const count = 2 * sourceLimits.duePerBeat;
    const many = Array.from({ length: count }, (_, index) => ({
      id: `s-${index}`,
      url: `${busy.site.origin}/${index}`,
      cron: '0 0 * * *',
      priority: 'high',
    }));
    await busy.ok('POST', '/v2/sources/apply', {
      manifest: { version: '1.0.0', name: 'many', sources: many },
    });
    const late = { frequency: undefined, cron: '5 0 * * *', priority: 'low' };
    await quiet.ok('POST', '/v2/sources/apply', { manifest: quiet.manifest('1.0.0', late) });
    const due = Date.parse(String((await quiet.ok('GET', '/v2/sources/guide'))['source']['nextDueAt']));
    quiet.pipeline.skip(due - quiet.pipeline.now() + 60_000);
    await quiet.pipeline.beatOnce();

    const runs = async (team: typeof busy): Promise<number> =>
      ((await team.ok('GET', '/v2/sources'))['sources'] as AnswerBody[]).filter(
        ({ openRun }) => openRun !== null,
      ).length;
    expect([await runs(quiet), await runs(busy)]).toEqual([1, sourceLimits.runsPerBeat - 1]);
  } finally {
    await Promise.all([busy.site.close(), quiet.site.close()]);
  }
});

test('a source that ends the heartbeat is due still, and others get their turn before it', async () => {
  const stores = startMemoryStores();
  const [hostile, quiet] = [await watchSite(stores, 'hostile'), await watchSite(stores, 'quiet')];
  try {
    const cadence = { frequency: undefined, cron: '0 0 * * *' };
    await hostile.ok('POST', '/v2/sources/apply', {
      manifest: hostile.manifest('1.0.0', { ...cadence, priority: 'high' }),
    });
    await quiet.ok('POST', '/v2/sources/apply', { manifest: quiet.manifest('1.0.0', cadence) });
    const source = async ({ ok }: typeof quiet): Promise<AnswerBody> =>
      (await ok('GET', '/v2/sources/guide'))['source'];
    await stores.table.documents.send(
      new UpdateCommand({
        TableName: stores.table.name,
        Key: sourceStateKey({ team: 'hostile', source: 'guide' }),
        UpdateExpression: 'SET headKey = :key',
        ExpressionAttributeValues: { ':key': 'snapshot-that-takes-for-ever' },
      }),
    );
    const due = String((await source(hostile))['nextDueAt']);
    // The heartbeat is ended from outside while it reads the known pages of the one source.
    const client = stores.sources.client as unknown as {
      send: (command: { input: { Key?: unknown } }) => Promise<unknown>;
    };
    const send = client.send.bind(client);
    let reachHostile = (): void => undefined;
    client.send = async (command) => {
      if (command.input.Key !== 'snapshot-that-takes-for-ever') return await send(command);
      reachHostile();
      return await new Promise<never>(() => undefined);
    };
    const beat = async (): Promise<void> => {
      const reached = new Promise<void>((resolve) => {
        reachHostile = resolve;
      });
      await Promise.race([quiet.pipeline.beatOnce(), reached]);
    };
    quiet.pipeline.skip(Date.parse(due) - quiet.pipeline.now() + 60_000);
    await beat();
    expect((await source(quiet))['openRun']).toBeNull();
    quiet.pipeline.skip(60_000);
    await beat();
    expect((await source(quiet))['openRun']).not.toBeNull();
    expect(await source(hostile)).toMatchObject({ openRun: null, nextDueAt: due });
  } finally {
    await Promise.all([hostile.site.close(), quiet.site.close()]);
  }
});
