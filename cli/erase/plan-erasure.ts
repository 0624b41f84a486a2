import { ttlAttribute } from '../../lib/keys/table-keys.ts';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { listWholeBucket } from '../../lib/store/backup/copy-object.ts';
import { readItemKey } from '../../lib/store/backup/delete-item.ts';
import { readWhole } from '../../lib/store/backup/edit-object.ts';
import { scanItems, type StoredItem } from '../../lib/store/backup/scan-items.ts';
import { defaultTeam } from '../../lib/ingest/team-corpus.ts';
import { eraseCorpusPages } from '../../lib/store/corpus/erase-pages.ts';
import {
  attributeObjects,
  countUnattributed,
  listUnnamed,
  noteShared,
  surveyShared,
  type Unattributed,
  type UnattributedThing,
} from './attribute-objects.ts';
import { deedOrder, nameDeed, type Deed } from './deed.ts';
import { editObject, mustRead, pictures, type ObjectEdit } from './edit-object.ts';
import { itemObjects, itemUpload, judgeItem } from './judge-item.ts';
import { nothingKnown, type Survey } from './survey.ts';
import type { ErasureSelection } from './wanted.ts';
import { itemJob, itemOwners, keyJob, noteTeams } from './whose.ts';

export interface ErasurePlan {
  readonly survey: Survey;
  /** In the order of execution: an object goes before the one that names it. */
  readonly deeds: readonly Deed[];
  /** Objects that mention the selection and stay. */
  readonly remains: readonly string[];
  /** What stays because nothing says whether it is of the team to be erased. */
  readonly unattributed: readonly Unattributed[];
  /** Open jobs with data of the selection: while there is one, nothing is erased. */
  readonly openJobs: readonly string[];
}

/** Most deeds of one erasure: all of them are held in memory. */
const deedsMax = 500_000;

/** Reads the jobs, and the objects that items to be erased name. */
const surveyItems = async (stores: BackupStores, survey: Survey, tell: (what: string) => void) => {
  let read = 0;
  for await (const items of scanItems(stores)) {
    for (const item of items) {
      const job = itemJob(item);
      noteTeams(item, survey);
      const upload = itemUpload(item);
      if (job !== undefined && upload !== undefined)
        survey.uploads.set(upload, (survey.uploads.get(upload) ?? new Set()).add(job));
      if (judgeItem(item, survey) !== 'delete') continue;
      if (job !== undefined) survey.touched.add(job);
      for (const key of itemObjects(item)) survey.links.add(key);
    }
    read += items.length;
    tell(`${read} items read`);
  }
};

/** Notes which stored specs of extraction an item of a job, or the last version of a page, names. */
const noteSpecs = (item: StoredItem, survey: Survey): void => {
  const owners = itemOwners(item, survey);
  const order = item['request']?.M?.['extract']?.M?.['order']?.S;
  const parts = (item['parts']?.L ?? []).map(({ S: part = '' }) => part);
  const named = parts
    .filter((part) => part.startsWith('extracted:'))
    .map((part) => part.slice('extracted:'.length));
  if (Array.isArray(owners))
    for (const spec of [...named, ...(order === undefined ? [] : [order])])
      survey.specs.set(spec, new Set([...(survey.specs.get(spec) ?? []), ...owners]));
};

/** For a team, its own items are only known once its jobs are. */
const surveyTeam = async (stores: BackupStores, survey: Survey): Promise<void> => {
  for await (const items of scanItems(stores))
    for (const item of items) {
      noteSpecs(item, survey);
      const isTeams = judgeItem(item, survey) === 'delete';
      const whose = itemOwners(item, survey) === 'unknown' ? 'unclear' : 'others';
      for (const key of itemObjects(item))
        if (isTeams) survey.links.add(key);
        else noteShared(survey, key, whose);
    }
};

/** Parts of the buckets in the order of reading: objects that name others come first. */
const reading = [
  ['sources', ''],
  ['results', ''],
  // A merged answer goes if a list of its job had a page.
  ['results', 'results/'],
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

const isAnswer = (key: string): boolean => key.endsWith('/extract.json');

/** Says whether a key is read under this prefix, and not under another one of `reading`. */
const isReadNow = (role: string, prefix: string, key: string): boolean => {
  if (role === 'results') return isAnswer(key) === (prefix !== '');
  return !key.startsWith('erasures/') && !(prefix === 'staged/' && key.startsWith('staged/_'));
};

/** Says whether an erasure of the same team that was cut off had this object still to delete. */
const wasBegun = (role: string, key: string, { begun, shared }: Survey): boolean =>
  begun.size > 0 &&
  !shared.has(key) &&
  begun.has(nameDeed({ deed: 'delete', place: { kind: 'object', role, key } }));

/** Returns what an object names that goes, and for a team itself: corpora know its pages by their envelopes. */
const namesOf = (key: string, names: readonly string[], { wanted }: Survey): readonly string[] =>
  wanted.kind === 'team' && /^(?:staged\/(?!_)|kept\/)/.test(key) ? [...names, key] : names;

interface Found {
  readonly deeds: Deed[];
  readonly remains: string[];
  readonly unattributed: UnattributedThing[];
}

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
        if (!isReadNow(role, prefix, key)) continue;
        const isNamed = survey.links.has(key) && /^(?:staged|kept)\//.test(key);
        const read =
          mustRead(key, survey) || isNamed
            ? ((await readWhole(stores, { bucket, key }))?.bytes ?? null)
            : null;
        const edit = wasBegun(role, key, survey)
          ? ({ kind: 'delete', names: [] } as const)
          : editObject(key, read, survey);
        if (edit.kind === 'remains') found.remains.push(`${role}/${key}`);
        if (edit.kind === 'rewrite' && role === 'results' && edit.lines > 0)
          survey.touched.add(keyJob(key) ?? '');
        if (edit.kind === 'delete' || edit.kind === 'rewrite')
          for (const name of namesOf(key, edit.names, survey)) survey.links.add(name);
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

/** Says whether a file is the corpus of the team to be erased (`teamCorpus`). */
const isTeamsCorpus = (key: string, { wanted }: Survey): boolean => {
  const [, team = defaultTeam] = /^corpora\/[^.]+(?:\.([^.]+))?\.sqlite$/.exec(key) ?? [];
  return wanted.kind === 'team' && team === wanted.value;
};

const planCorpora = async (stores: BackupStores, survey: Survey, found: Found): Promise<void> => {
  const bucket = stores.buckets['corpora'];
  if (bucket === undefined) return;
  for await (const keys of listWholeBucket(stores, bucket))
    for (const key of keys.filter((name) => name.endsWith('.sqlite'))) {
      const place = { kind: 'object', role: 'corpora', key } as const;
      if (isTeamsCorpus(key, survey)) {
        found.deeds.push({ deed: 'delete', what: 'corpora', lines: 0, place });
        continue;
      }
      const corpus = await readWhole(stores, { bucket, key });
      const erased = corpus === null ? null : eraseCorpusPages(corpus.bytes, inCorpus(survey));
      if (erased === null) continue;
      found.deeds.push({ deed: 'rewrite', what: 'corpora', lines: erased.versions, place });
    }
};

const wasItemBegun = (item: StoredItem, { begun }: Survey): boolean =>
  begun.size > 0 && begun.has(nameDeed({ deed: 'delete', place: { kind: 'item', ...readItemKey(item) } }));

const unattributedItem = (item: StoredItem): UnattributedThing => {
  const endsAt = item[ttlAttribute]?.N;
  const where = `table/${readItemKey(item).PK.split('#')[0] ?? ''}`;
  return { where, endsAt: endsAt === undefined ? null : Number(endsAt) * 1_000 };
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
      const isUnknown = survey.wanted.kind === 'team' && itemOwners(item, survey) === 'unknown';
      const verdict = isUnknown && wasItemBegun(item, survey) ? 'delete' : judgeItem(item, survey);
      if (isUnknown && verdict === 'keep') found.unattributed.push(unattributedItem(item));
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
 * Finds everything of a selection. Reads the table twice, for a team three times, and the objects that their keys do
 * not decide. Changes nothing.
 *
 * @param begun Names of what an erasure of the same team that was cut off had to delete: its traces may be gone.
 */
export const planErasure = async (
  stores: BackupStores,
  wanted: ErasureSelection,
  begun: ReadonlySet<string>,
  tell: (what: string) => void,
): Promise<ErasurePlan> => {
  const survey = nothingKnown(wanted, begun);
  await surveyItems(stores, survey, tell);
  const isTeam = wanted.kind === 'team';
  const unclear = isTeam ? await attributeObjects(stores, survey) : [];
  if (isTeam) await surveyTeam(stores, survey);
  if (isTeam) await surveyShared(stores, survey);
  const found: Found = { deeds: [], remains: [], unattributed: [] };
  await planObjects(stores, survey, found, tell);
  await planCorpora(stores, survey, found);
  const openJobs = await planItems(stores, survey, found);
  const deeds = found.deeds.toSorted((a, b) => deedOrder(a) - deedOrder(b));
  const planned = new Set(found.deeds.map(({ place }) => (place.kind === 'object' ? place.key : '')));
  const left = [...unclear, ...(isTeam ? await listUnnamed(stores, survey) : [])];
  const unattributed = countUnattributed([
    ...left.filter(({ key = '' }) => !planned.has(key)),
    ...found.unattributed,
  ]);
  return { survey, deeds, remains: found.remains, unattributed, openJobs };
};
