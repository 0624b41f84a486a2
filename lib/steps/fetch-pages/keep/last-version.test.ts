import { expect, test } from 'vitest';
import { pageNamed } from '../../../../test/harness/frontier.ts';
import { pageHash, type Page } from '../../../frontier/page.ts';
import { Outage } from '../../../outage.ts';
import type { Table } from '../../../store/table.ts';
import type { HostVisit } from '../host-visit.ts';
import { lastVersion, prepareVersions } from './last-version.ts';

const pages = Array.from(
  { length: 5 },
  (_, at) => ({ ...pageNamed(`page-${at}`), kind: 'page', attempts: 0 }) as Page,
);

/** A table that answers each read with `answer`, and the keys that it was asked for. */
const reading = (answer: (keys: readonly { readonly PK: string }[]) => unknown[]) => {
  const asked: string[][] = [];
  const send = async ({ input }: { input: { RequestItems: Record<string, { Keys: { PK: string }[] }> } }) => {
    const keys = input.RequestItems['table']?.Keys ?? [];
    asked.push(keys.map(({ PK }) => PK));
    return await Promise.resolve({ Responses: { table: answer([...keys]) } });
  };
  return { asked, worker: { table: { name: 'table', documents: { send } } as unknown as Table } };
};

const visit = (request: object = { scrape: {} }): Pick<HostVisit, 'job' | 'versions'> => ({
  job: { team: 'team', request } as unknown as HostVisit['job'],
  versions: new Map(),
});

test('the last versions of pages that are about to be requested are read in one call, and each once', async () => {
  const { asked, worker } = reading(() => []);
  const one = visit();
  await prepareVersions(worker, one, pages);
  for (const page of pages) expect(await lastVersion(worker, one, page)).toBeUndefined();
  await prepareVersions(worker, one, pages);
  expect(asked.map(({ length }) => length)).toEqual([5]);
});

test('pages that differ in their options only share the version of their URL, which is asked for once', async () => {
  const { asked, worker } = reading(() => []);
  const [page] = pages as [Page];
  await prepareVersions(worker, visit(), [page, { ...page, hash: pageHash('other options') }]);
  expect(asked.map(({ length }) => length)).toEqual([1]);
});

test('a version that cannot be read keeps no other from being read', async () => {
  const broken = `#${pageHash((pages[2] as Page).url)}`;
  const { asked, worker } = reading((keys) =>
    keys.filter(({ PK }) => PK.endsWith(broken)).map(({ PK }) => ({ PK, SK: 'LATEST' })),
  );
  const one = visit();
  await prepareVersions(worker, one, pages);
  for (const [at, page] of pages.entries()) {
    const read = lastVersion(worker, one, page);
    if (at === 2) await expect(read).rejects.toThrow();
    else expect(await read).toBeUndefined();
  }
  expect(asked.map(({ length }) => length)).toEqual([5, 1, 1, 1, 1, 1]);
});

test('an outage of the table is told on', async () => {
  const { worker } = reading(() => {
    throw new Outage('the table is out');
  });
  await expect(prepareVersions(worker, visit(), pages)).rejects.toThrow(Outage);
});

test.each([
  ['of a map', { map: {} }, {}],
  ['of a job that leaves out links by their rel', { crawl: { skipNofollowLinks: true } }, {}],
  ['that failed before', {}, { attempts: 1 }],
  ['of a second tier', {}, { tier: 'browser' }],
])('a page %s is not requested on condition, so its version is not read before', async (_what, job, page) => {
  const { asked, worker } = reading(() => []);
  const unlike = pages.map((each) => ({ ...each, ...page }) as Page);
  await prepareVersions(worker, visit({ scrape: {}, ...job }), unlike);
  expect(asked).toEqual([]);
});
