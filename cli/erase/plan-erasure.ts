import { createHash } from 'node:crypto';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { listWholeBucket } from '../../lib/store/backup/copy-object.ts';
import { readItemKey } from '../../lib/store/backup/delete-item.ts';
import { readWhole } from '../../lib/store/backup/edit-object.ts';
import { scanItems, type StoredItem } from '../../lib/store/backup/scan-items.ts';
import { eraseCorpusPages } from '../../lib/store/corpus/erase-pages.ts';
import { editObject, mustRead, type ObjectEdit } from './edit-object.ts';
import { itemJob, itemObjects, itemUpload, judgeItem, type Survey } from './judge-item.ts';
import { urlTest, type ErasureSelection } from './wanted.ts';

/** What an erasure does with one item or object. */
export interface Deed {
  readonly deed: 'delete' | 'rewrite';
  /** Its store and kind: `table/P`, `envelopes/staged`. */
  readonly what: string;
  /** Entries or lines that are removed from a rewritten object. */
  readonly lines: number;
  readonly place:
    | { readonly kind: 'item'; readonly PK: string; readonly SK: string }
    | { readonly kind: 'object'; readonly role: string; readonly key: string };
}

export interface ErasurePlan {
  readonly survey: Survey;
  /** In the order of execution: an object goes before the one that names it. */
  readonly deeds: readonly Deed[];
  /** Objects that mention the selection and stay. */
  readonly remains: readonly string[];
  /** Open jobs with data of the selection: while there is one, nothing is erased. */
  readonly openJobs: readonly string[];
}

/** Most deeds of one erasure: all of them are held in memory. */
const deedsMax = 500_000;

/** Returns the name of a deed for certificates: a hash, since names hold parts of URLs. */
export const nameDeed = ({ deed, place }: Deed): string =>
  createHash('sha256')
    .update(JSON.stringify([deed, ...Object.values(place)]))
    .digest('hex');

const nothingKnown = (wanted: ErasureSelection): Survey => ({
  wanted,
  isWanted: urlTest(wanted),
  jobs: new Map(),
  touched: new Set(),
  links: new Set(),
  uploads: new Map(),
});

/** Reads the jobs, and the objects that items to be erased name. */
const surveyItems = async (stores: BackupStores, survey: Survey, tell: (what: string) => void) => {
  let read = 0;
  for await (const items of scanItems(stores)) {
    for (const item of items) {
      const job = itemJob(item);
      if (job !== undefined && item['SK']?.S === 'META')
        survey.jobs.set(job, {
          team: item['team']?.S ?? '',
          isOver: !['running', 'finishing'].includes(item['status']?.S ?? ''),
        });
      const upload = itemUpload(item);
      if (job !== undefined && upload !== undefined)
        survey.uploads.set(upload, (survey.uploads.get(upload) ?? new Set()).add(job));
      if (survey.wanted.kind === 'team') continue;
      if (judgeItem(item, survey) !== 'delete') continue;
      if (job !== undefined) survey.touched.add(job);
      for (const key of itemObjects(item)) survey.links.add(key);
    }
    read += items.length;
    tell(`${read} items read`);
  }
};

/** For a team, its own items are only known once its jobs are. */
const surveyTeam = async (stores: BackupStores, survey: Survey): Promise<void> => {
  if (survey.wanted.kind !== 'team') return;
  for await (const items of scanItems(stores))
    for (const item of items)
      if (judgeItem(item, survey) === 'delete') for (const key of itemObjects(item)) survey.links.add(key);
};

/** Parts of the buckets in the order of reading: objects that name others come first. */
const reading = [
  ['sources', ''],
  ['results', ''],
  ['envelopes', 'staged/_'],
  ['envelopes', 'staged/'],
  ['envelopes', 'kept/'],
  ['envelopes', 'drafts/'],
  ['envelopes', 'captures/'],
  ['envelopes', 'reread/'],
  ['envelopes', 'uploads/'],
] as const;

const objectDeed = (role: string, key: string, edit: ObjectEdit): Deed | null =>
  edit.kind === 'keep' || edit.kind === 'remains'
    ? null
    : {
        deed: edit.kind,
        what: `${role}/${key.split('/')[0] ?? ''}`,
        lines: edit.kind === 'rewrite' ? edit.lines : 0,
        place: { kind: 'object', role, key },
      };

/** Returns the pictures and PDFs that a file of captures names. */
const pictures = (bytes: Uint8Array): string[] => {
  const { screenshot, actions } = JSON.parse(Buffer.from(bytes).toString()) as {
    screenshot?: unknown;
    actions?: { screenshots?: unknown; pdfs?: unknown };
  };
  return [screenshot, actions?.screenshots, actions?.pdfs]
    .flat()
    .filter((key) => typeof key === 'string' && key.startsWith('captures/'))
    .map(String);
};

type Found = { readonly deeds: Deed[]; readonly remains: string[] };

const planObjects = async (
  stores: BackupStores,
  survey: Survey,
  found: Found,
  tell: (what: string) => void,
): Promise<void> => {
  for (const [role, prefix] of reading) {
    const bucket = stores.buckets[role];
    if (bucket === undefined) continue;
    if (prefix === 'captures/')
      for (const key of [...survey.links].filter((link) => /^captures\/.*\.json$/.test(link))) {
        const captures = await readWhole(stores, { bucket, key });
        for (const picture of captures === null ? [] : pictures(captures.bytes)) survey.links.add(picture);
      }
    for await (const keys of listWholeBucket(stores, bucket, prefix)) {
      for (const key of keys) {
        const isIndex = key.startsWith('staged/_');
        if (key.startsWith('erasures/')) continue;
        if (role === 'envelopes' && prefix === 'staged/' && isIndex) continue;
        const isNamed = survey.links.has(key) && /^(?:staged|kept)\//.test(key);
        const read =
          mustRead(key, survey) || isNamed
            ? ((await readWhole(stores, { bucket, key }))?.bytes ?? null)
            : null;
        const edit = editObject(key, read, survey);
        if (edit.kind === 'remains') found.remains.push(`${role}/${key}`);
        if (edit.kind === 'delete' || edit.kind === 'rewrite')
          for (const name of edit.names) survey.links.add(name);
        const deed = objectDeed(role, key, edit);
        if (deed !== null) found.deeds.push(deed);
        if (found.deeds.length > deedsMax)
          throw new Error(
            `Cannot erase more than ${deedsMax} items and objects at once. Erase a part of it first`,
          );
      }
      tell(`${role}/${prefix}: ${found.deeds.length} found`);
    }
  }
};

/** Makes a test whether a version in a corpus belongs to the selection. */
export const inCorpus =
  ({ isWanted, links }: Survey) =>
  (url: string, envelope: string): boolean =>
    isWanted(url) || links.has(envelope);

const planCorpora = async (stores: BackupStores, survey: Survey, found: Found): Promise<void> => {
  const bucket = stores.buckets['corpora'];
  if (bucket === undefined) return;
  for await (const keys of listWholeBucket(stores, bucket))
    for (const key of keys.filter((name) => name.endsWith('.sqlite'))) {
      const corpus = await readWhole(stores, { bucket, key });
      const erased = corpus === null ? null : eraseCorpusPages(corpus.bytes, inCorpus(survey));
      if (erased === null) continue;
      const place = { kind: 'object', role: 'corpora', key } as const;
      found.deeds.push({ deed: 'rewrite', what: 'corpora', lines: erased.versions, place });
    }
};

const planItems = async (stores: BackupStores, survey: Survey, found: Found): Promise<string[]> => {
  const open = new Set<string>();
  const answers: Deed[] = [];
  const note = (item: StoredItem, deed: Deed['deed'], into: Deed[]): void => {
    const key = readItemKey(item);
    const what = `table/${key.PK.split('#')[0] ?? ''}`;
    into.push({ deed, what, lines: 0, place: { kind: 'item', ...key } });
  };
  const items: Deed[] = [];
  for await (const page of scanItems(stores)) {
    for (const item of page) {
      if (item['PK']?.S?.startsWith('L#') === true) {
        note(item, 'delete', answers);
        continue;
      }
      const verdict = judgeItem(item, survey);
      if (verdict === 'keep') continue;
      const job = itemJob(item);
      if (job !== undefined && survey.jobs.get(job)?.isOver === false) open.add(job);
      if (verdict === 'remains') found.remains.push(`table/${item['PK']?.S ?? ''}/${item['SK']?.S ?? ''}`);
      else note(item, verdict, items);
    }
  }
  // The same file is stored once: a job of another team or of another name may be about to read it.
  for (const { place } of found.deeds)
    for (const job of (place.kind === 'object' && survey.uploads.get(place.key)) || [])
      if (survey.jobs.get(job)?.isOver === false) open.add(job);
  // An answer of a model is stored without its page, so all of them go. They only save asking again.
  found.deeds.push(...(found.deeds.length + items.length > 0 ? answers : []), ...items);
  return [...open].toSorted();
};

/**
 * Returns the order of a deed: pictures first, then the objects that name them, and last the items of the table. Equals
 * go in any order.
 */
export const deedOrder = (deed: Deed): number => {
  if (deed.place.kind === 'item') return deed.what === 'table/L' ? 4 : deed.place.SK === 'META' ? 9 : 8;
  const { role, key } = deed.place;
  if (/^captures\/.*\.json$/.test(key)) return 1;
  if (/^(?:captures|reread)\//.test(key)) return 0;
  if (role === 'corpora') return 2;
  if (/^(?:drafts|kept)\/|^staged\/(?!_)/.test(key)) return 3;
  return role === 'sources' ? 6 : 5;
};

/**
 * Finds everything of a selection. Reads the table twice, and the objects that their keys do not decide. Changes
 * nothing.
 */
export const planErasure = async (
  stores: BackupStores,
  wanted: ErasureSelection,
  tell: (what: string) => void,
): Promise<ErasurePlan> => {
  const survey = nothingKnown(wanted);
  await surveyItems(stores, survey, tell);
  await surveyTeam(stores, survey);
  const found: Found = { deeds: [], remains: [] };
  await planObjects(stores, survey, found, tell);
  await planCorpora(stores, survey, found);
  const openJobs = await planItems(stores, survey, found);
  const deeds = found.deeds.toSorted((a, b) => deedOrder(a) - deedOrder(b));
  return { survey, deeds, remains: found.remains, openJobs };
};
