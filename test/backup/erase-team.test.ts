import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErasureCertificate } from '../../cli/erase/certificate.ts';
import { newJobId } from '../../lib/job/job-id.ts';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { deleteItem, readItemKey } from '../../lib/store/backup/delete-item.ts';
import { scanItems } from '../../lib/store/backup/scan-items.ts';
import { openCorpusFile } from '../../lib/store/corpus/corpus-file.ts';
import { putObject } from '../../lib/store/objects.ts';
import { makeTestEnvelope } from '../corpus/envelope.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { watchSite } from '../harness/watch-site.ts';
import {
  dyingStores,
  eraseFrom,
  readEverything,
  submittedJob,
  startKeptStores,
  type KeptStores,
} from './kept-stores.ts';

let kept: KeptStores;
let whole: BackupStores;
beforeAll(async () => {
  kept = await startKeptStores();
  ({ whole } = kept);
});
afterAll(async () => {
  await kept.stop();
});

const dayMs = 24 * 60 * 60_000;

/** Removes what DynamoDB has removed by a moment; `more` says what an earlier release had let expire by then. */
const expireItems = async (at: number, more: (pk: string) => boolean = () => false): Promise<void> => {
  for await (const items of scanItems(whole))
    for (const item of items) {
      const key = readItemKey(item);
      if (Number(item['ttl']?.N ?? Infinity) * 1_000 < at || more(key.PK)) await deleteItem(whole, key);
    }
};

/** What stays of the teams: no certificates, nor what hosts answer all of them. */
const teamsData = async (): Promise<Map<string, string>> =>
  new Map([...(await readEverything(whole))].filter(([name]) => !/^(?:sources\/erasures\/|H#)/.test(name)));

const unclear = ({ remains }: ErasureCertificate): string[] =>
  remains.map(({ what }) => what).filter((what) => what.includes('not known'));

/** Has a team do all that leaves something: batches of pages that change, one without a page, a map, a source. */
const work = async (watched: Awaited<ReturnType<typeof watchSite>>, team: string, origin: string) => {
  const { pipeline, ok, manifest, run } = watched;
  const start = async (kind: 'batch' | 'map', body: object): Promise<void> => {
    const more = { team, keyId: `key-${team}` };
    await pipeline.run(submittedJob(await pipeline.submit(kind, body, undefined, more)));
  };
  const webhook = { url: `${origin}/hook-of-${team}`, events: ['completed'] };
  for (const text of ['first', 'second', 'third']) {
    watched.pages.set('/a', { text: `${text} of ${team}` });
    await start('batch', { urls: [`${origin}/`, `${origin}/a`], webhook });
  }
  await start('batch', { urls: [`${origin}/gone`] });
  await start('map', { url: `${origin}/` });
  const channel = { name: 'chat', kind: 'slack', severity: 'info', url: `${origin}/secret-of-${team}` };
  await ok('POST', '/v2/alerts/channels', channel);
  await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', { url: `${origin}/` }) });
  await run();
  watched.pages.set('/', { status: 500 });
  await run();
  await pipeline.settle();
};

test.each([
  ['this release', false],
  ['a release whose lists of jobs expired with the jobs', true],
])(
  'nothing of a team stays and nothing of another goes that read the same pages, after jobs of %s expired',
  async (_title, isEarlier) => {
    const names = isEarlier ? ['theirs-b', 'ours-b'] : ['theirs-a', 'ours-a'];
    const [theirs = '', ours = ''] = names;
    const first = await watchSite(kept.stores, theirs);
    const second = await watchSite(kept.stores, ours, undisturbed, [first.site.allow]);
    try {
      const { origin } = first.site;
      first.pages.set('/', { links: ['/a'] });
      await work(first, theirs, origin);
      first.pages.set('/', { links: ['/a'] });
      const before = await teamsData();
      await work({ ...second, pages: first.pages }, ours, origin);
      expect(
        [...(await teamsData()).keys()].filter((name) => name.startsWith('W#alert-')).length,
      ).toBeGreaterThan(2);
      await expireItems(second.pipeline.now() + 9 * dayMs, (pk) => isEarlier && pk.endsWith('#jobs'));
      const expired = new Set((await teamsData()).keys());

      const wanted = { kind: 'team', value: ours } as const;
      const dry = await eraseFrom(whole, wanted, true);
      for (const n of [0, 1, 9, 25])
        await expect(eraseFrom(dyingStores(whole, n), wanted)).rejects.toThrow('killed');
      const certificate = await eraseFrom(whole, wanted);
      expect(certificate).toEqual({ ...dry, endedAt: certificate.endedAt, begunAt: certificate.begunAt });

      const after = await teamsData();
      const stays = [...before].filter(([name]) => expired.has(name));
      expect(stays.filter(([name, content]) => after.get(name) !== content).map(([name]) => name)).toEqual(
        [],
      );
      const others = [...after].filter(([name]) => !before.has(name)).map(([name]) => name.split('/')[1]);
      if (!isEarlier) {
        expect(others).toEqual([]);
        expect(unclear(certificate)).toEqual([]);
        expect([...after].filter(([name, content]) => `${name} ${content}`.includes(ours))).toEqual([]);
        return;
      }
      // What named neither a page that was read nor its team may be anybody's: it stays, and the certificate says it.
      const told = unclear(certificate);
      const places = told.map((what) => /^\d+ of (\S+), /.exec(what)?.[1]);
      expect(places).toEqual(['envelopes/drafts/', 'envelopes/staged/_errors/', 'results/results/']);
      expect(others.length).toBeGreaterThan(2);
      expect(new Set(others)).toEqual(new Set(['drafts', 'results', 'staged']));
      const count = told.reduce((sum, what) => sum + Number.parseInt(what, 10), 0);
      expect(count).toBeGreaterThanOrEqual(others.length);
    } finally {
      await first.site.close();
      await second.site.close();
    }
  },
);

test('pictures go that only the team has, and what is of nobody known is counted with its last day', async () => {
  const { envelopes, results } = kept.stores;
  const now = Date.now();
  const put = async (bucket: typeof envelopes, key: string, content: unknown): Promise<void> =>
    await putObject(bucket, key, JSON.stringify(content), 'application/json');
  const hash = (digit: string): string => digit.repeat(64);
  const picture = (digit: string): string => `captures/${hash(digit)}.png`;
  const captures = (digit: string): string => `captures/${hash(digit)}.json`;
  const jobs = new Map<string, string>();
  const envelope = async (team: string | undefined, name: string, of: string): Promise<string> => {
    const made = makeTestEnvelope({ url: 'https://pictures.example/', at: now, markdown: name });
    const job = newJobId(now);
    jobs.set(name, job);
    const key = `staged/pictures.example/2026-11-20/${job}__index-0a1b2c3d__4e5f6a7b.json`;
    const { team: _team, ...audit } = made.audit;
    await put(envelopes, key, {
      ...made,
      scrape: { ...made.scrape, captures_key: captures(of) },
      audit: { ...audit, scrape_run_id: job, ...(team === undefined ? {} : { team }) },
    });
    return key;
  };
  for (const [digit, of] of [
    ['a', 'd'],
    ['b', 'e'],
    ['c', 'd'],
    ['7', 'f'],
  ] as const)
    await put(envelopes, captures(digit), { screenshot: picture(of) });
  for (const digit of ['d', 'e', 'f', '9']) await put(envelopes, picture(digit), digit);
  const own = [await envelope('ours', 'ours, as theirs', 'a'), await envelope('ours', 'ours alone', 'b')];
  const others = [await envelope('theirs', 'theirs', 'c'), await envelope(undefined, 'anybody', '7')];
  await put(results, `results/${jobs.get('ours alone')}/pages-0000.json`, []);
  await put(results, `requests/${jobs.get('ours alone')}/0000.json`, []);
  await put(results, `requests/${newJobId(now)}.json`, {});

  const certificate = await eraseFrom(whole, { kind: 'team', value: 'ours' });
  const left = await readEverything(whole);
  const isThere = (key: string): boolean => left.has(`envelopes/${key}`);
  expect([...own, captures('a'), captures('b'), picture('e')].filter(isThere)).toEqual([]);
  const stay = [...others, captures('c'), captures('7'), picture('d'), picture('f'), picture('9')];
  expect(stay.filter((key) => !isThere(key))).toEqual([]);
  expect([...left.keys()].filter((name) => name.includes(jobs.get('ours alone') ?? ''))).toEqual([]);
  const last = new Date(Math.ceil((now + 90 * dayMs) / dayMs) * dayMs).toISOString().slice(0, 10);
  const told = certificate.remains.filter(({ what }) => what.includes('not known'));
  expect(told.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      '3 of envelopes/captures/, whose team is not known',
      '1 of envelopes/staged/, whose team is not known',
      '1 of results/requests/, whose team is not known',
    ]),
  );
  expect(told.find(({ what }) => what.includes('captures'))?.why).toContain(`by ${last}.`);
});

test('the corpus of the team goes with it, and those of other teams stay', async () => {
  const file = openCorpusFile(null);
  const bytes = file.bytes();
  file.close();
  const { client } = kept.stores.envelopes;
  for (const name of ['main', 'main.theirs', 'main.ours'])
    await putObject({ client, bucket: 'corpora' }, `corpora/${name}.sqlite`, bytes, 'application/x-sqlite3');
  const listed = async (): Promise<string[]> =>
    [...(await readEverything(whole)).keys()].filter((name) => name.startsWith('corpora/'));
  expect((await eraseFrom(whole, { kind: 'team', value: 'ours' })).deleted).toEqual({ corpora: 1 });
  expect(await listed()).toEqual(['corpora/corpora/main.sqlite', 'corpora/corpora/main.theirs.sqlite']);
  await eraseFrom(whole, { kind: 'team', value: 'default' });
  expect(await listed()).toEqual(['corpora/corpora/main.theirs.sqlite']);
});

test('of a page whose job has expired no merged answer stays', async () => {
  const { results } = kept.stores;
  const job = newJobId(Date.now());
  const url = 'https://answers.example/jo';
  const put = async (name: string, content: unknown): Promise<void> =>
    await putObject(results, `results/${job}/${name}`, JSON.stringify(content), 'application/json');
  await put('extract.json', { data: { name: 'Jo' } });
  await put('pages-0000.json', [{ url, key: 'staged/answers.example/a.json', bytes: 1 }]);
  await eraseFrom(whole, { kind: 'url', value: url });
  const left = await readEverything(whole);
  expect(left.has(`results/results/${job}/extract.json`)).toBe(false);
  expect(left.get(`results/results/${job}/pages-0000.json`)).toBe('[]');
});
