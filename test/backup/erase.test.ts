import { PutObjectCommand } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErasureSelection } from '../../cli/erase/wanted.ts';
import { uploadKey, uploadUrl } from '../../lib/envelope/upload-place.ts';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { readWhole } from '../../lib/store/backup/edit-object.ts';
import { putItems } from '../../lib/store/backup/put-items.ts';
import { putObject } from '../../lib/store/objects.ts';
import { openCorpusFile } from '../../lib/store/corpus/corpus-file.ts';
import { replacePage } from '../../lib/store/corpus/replace-pages.ts';
import { page as corpusPage } from '../corpus/store-cases/facts.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite } from '../harness/watch-site.ts';
import {
  dyingStores,
  eraseFrom,
  findNaming,
  readEverything,
  submittedJob,
  startKeptStores,
  type KeptStores,
} from './kept-stores.ts';

let kept: KeptStores;
let stores: PipelineStores;
let whole: BackupStores;
beforeAll(async () => {
  kept = await startKeptStores();
  ({ stores, whole } = kept);
});
afterAll(async () => {
  await kept.stop();
});
const everything = () => readEverything(whole);
const naming = (text: string) => findNaming(whole, text);
const erase = (wanted: ErasureSelection, isDry = false, from = whole) => eraseFrom(from, wanted, isDry);
const dyingAt = (n: number) => dyingStores(whole, n);

const corpusOf = (urls: readonly string[], text: string): Buffer => {
  const file = openCorpusFile(null);
  const replacement = { shape: '1', shapeWithoutVectors: '1-', embedder: null, vectors: new Map() };
  for (const url of urls) replacePage(file.db, corpusPage(`${text} of ${url}`, { url }), replacement);
  const bytes = file.bytes();
  file.close();
  return bytes;
};

test('an erased page is in no store, chains stay proved, and an erasure that is killed goes on', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'erasing');
  const secret = `${site.origin}/people/jo`;
  const marker = 'quetzalcoatlus';
  try {
    pages.set('/', { links: ['/people/jo', '/people/ann'] });
    pages.set('/people/jo', { text: `first ${marker}` });
    pages.set('/people/ann', { text: 'another person altogether' });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    pages.set('/people/jo', { text: `second ${marker}` });
    pipeline.skip(24 * 60 * 60_000);
    await run();
    const crawl = await pipeline.submit('crawl', { url: secret, limit: 10 });
    await expect(erase({ kind: 'url', value: secret })).rejects.toThrow(/^open: /);
    await pipeline.run(submittedJob(crawl));
    const corpus = corpusOf([secret, `${site.origin}/people/ann`], marker);
    const input = { Bucket: 'corpora', Key: 'corpora/main.sqlite', Body: corpus };
    await whole.objects.send(new PutObjectCommand(input));
    await putItems(whole, [{ PK: { S: 'L#hash' }, SK: { S: 'x' }, answer: { S: marker } }]);

    const wanted = { kind: 'url', value: secret } as const;
    const before = await everything();
    expect((await naming(marker)).length).toBeGreaterThan(5);
    const dry = await erase(wanted, true);
    expect(dry.deleted['envelopes/staged']).toBeGreaterThan(2);
    expect(dry.rewritten['sources/snapshots']).toBe(2);
    expect([...(await everything())].filter(([name, content]) => before.get(name) !== content)).toEqual([]);

    for (const n of [0, 1, 5, 12]) await expect(erase(wanted, false, dyingAt(n))).rejects.toThrow('killed');
    const certificate = await erase(wanted);
    const { list, deleted, rewritten, lines } = dry;
    expect(certificate).toMatchObject({ list, deleted, rewritten, lines });
    expect(await erase(wanted)).toEqual(certificate);

    // The other page of the corpus has the word as well, and keeps it.
    expect((await naming(marker)).filter((name) => name !== 'corpora/corpora/main.sqlite')).toEqual([]);
    const elsewhere = (await naming('/people/jo')).filter((name) => !/^envelopes\/staged\/[^_]/.test(name));
    expect(elsewhere).toEqual([]);
    const left = await naming('another person altogether');
    expect(left.some((name) => name.startsWith('envelopes/staged/'))).toBe(true);
    expect(await ok('GET', '/v2/audit/verify')).toMatchObject({ intact: true });
    const rows = (await ok('GET', '/v2/audit'))['rows'] as { action: string }[];
    expect(rows.some(({ action }) => action === 'pages.erased')).toBe(true);

    // It comes back where it is fetched again, and is erased again.
    await run();
    expect((await naming(marker)).some((name) => name.startsWith('envelopes/staged/'))).toBe(true);
    const returned = await erase(wanted, true);
    expect(returned.deleted['envelopes/staged']).toBe(1);
    const again = await erase(wanted);
    expect(again).toMatchObject({ list: returned.list, deleted: returned.deleted });
    expect(again.previous).toMatch(/^[0-9a-f]{64}$/);
    expect((await naming(marker)).filter((name) => name !== 'corpora/corpora/main.sqlite')).toEqual([]);
    expect(await ok('GET', '/v2/audit/verify')).toMatchObject({ intact: true });

    const team = await erase({ kind: 'team', value: 'erasing' });
    expect(team.deleted['table/S']).toBeGreaterThan(0);
    // The pace of a host names for a day whose turn it is.
    const isKnown = (name: string): boolean => /^(?:sources\/erasures\/|H#)/.test(name);
    expect((await naming('erasing')).filter((name) => !isKnown(name))).toEqual([]);
  } finally {
    await site.close();
  }
});

/** Sends a file as `POST /v2/parse` does. Returns its page, and what starts the job that reads it. */
const sendFile = async (content: string, filename: string) => {
  const hash = createHash('sha256').update(content).digest('hex');
  const [key, url] = [uploadKey(hash), uploadUrl(hash, filename)];
  await putObject(stores.envelopes, key, Buffer.from(content), 'text/plain');
  return { key, url, upload: { key, contentType: 'text/plain' } };
};

test('a file that was sent goes with its page, its host and its team, and not while a job reads it', async () => {
  const pipeline = startPipeline(stores, { allow: [], hosts: {}, disturbance: undisturbed, seed: 6 });
  const read = async (team: string, sent: Awaited<ReturnType<typeof sendFile>>): Promise<void> => {
    const { url, upload } = sent;
    const job = submittedJob(await pipeline.submit('scrape', { url }, undefined, { team, upload }));
    expect((await pipeline.run(job)).done).toBe(1);
  };
  const isThere = async ({ key }: { readonly key: string }): Promise<boolean> =>
    (await readWhole(whole, { bucket: 'envelopes', key })) !== null;
  const minutes = await sendFile('Minutes of the society, which met twice', 'minutes of may.txt');
  const dues = await sendFile('Dues of the harbour, which is small', 'dues.txt');
  const accounts = await sendFile('Accounts of the society, which are in order', 'accounts.txt');
  for (const sent of [minutes, dues, accounts]) await read('senders', sent);

  const one = { kind: 'url', value: minutes.url } as const;
  const renamed = uploadUrl(minutes.key.slice('uploads/'.length), 'copy.txt');
  const again = { ...minutes, url: renamed };
  const open = submittedJob(
    await pipeline.submit('scrape', { url: renamed }, undefined, { team: 'others', upload: minutes.upload }),
  );
  await expect(erase(one)).rejects.toThrow(`open: ${open}`);
  await pipeline.run(open);
  expect((await erase(one, true)).deleted['envelopes/uploads']).toBe(1);
  expect((await erase(one)).deleted['envelopes/uploads']).toBe(1);
  expect(await Promise.all([minutes, dues, accounts].map(isThere))).toEqual([false, true, true]);

  const folder = dues.url.slice(0, dues.url.lastIndexOf('/') - 4);
  expect((await erase({ kind: 'prefix', value: folder })).deleted['envelopes/uploads']).toBe(1);
  expect(await Promise.all([dues, accounts].map(isThere))).toEqual([false, true]);

  const team = await erase({ kind: 'team', value: 'senders' });
  expect(team.deleted['envelopes/uploads']).toBe(1);
  expect(await isThere(accounts)).toBe(false);

  await putObject(stores.envelopes, minutes.key, Buffer.from('x'), 'text/plain');
  await read('others', again);
  const host = await erase({ kind: 'domain', value: 'upload.invalid' });
  expect(host.deleted['envelopes/uploads']).toBe(1);
  expect([...(await everything()).keys()].filter((name) => name.startsWith('envelopes/uploads/'))).toEqual(
    [],
  );
});
