import { keptDays } from '../../lib/job/prices.ts';
import { isJobId } from '../../lib/job/job-id.ts';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { readWhole } from '../../lib/store/backup/edit-object.ts';
import { listDatedObjects, type DatedObject } from '../../lib/store/backup/list-dated-objects.ts';
import { envelopePart } from './envelope-part.ts';
import { isTeamsKey, pictures, readJsonSafely, teamNames } from './edit-object.ts';
import { isRecord } from './redact.ts';
import type { Survey } from './survey.ts';
import { envelopeTeam, keyJob, noteJobTeam } from './whose.ts';

/** What an erasure of a team cannot tell the owner of. */
export interface Unattributed {
  /** A store and the beginning of the keys: `results/requests/`, `table/X#`. */
  readonly where: string;
  readonly count: number;
  /** When the last of it has expired, in milliseconds since the epoch; null if it does not expire. */
  readonly endsAt: number | null;
}

/** One item or object of those; `key` of an object. */
export interface UnattributedThing {
  readonly where: string;
  readonly key?: string;
  readonly endsAt: number | null;
}

const isIndex = (key: string): boolean => key.startsWith('staged/_');

const dayMs = 24 * 60 * 60_000;

/** Returns when a bucket's rule has ended an object: rules of S3 count days and act on the midnight after. */
const endOf = ({ key, writtenAt }: DatedObject): number | null => {
  const folder = key.split('/')[0] ?? '';
  const kept = { ...keptDays, reread: keptDays.staged };
  if (!Object.hasOwn(kept, folder)) return null;
  return Math.ceil((writtenAt + kept[folder as keyof typeof kept] * dayMs) / dayMs) * dayMs;
};

const unattributed = (role: string, object: DatedObject): UnattributedThing => {
  const folders = object.key.split('/').slice(0, isIndex(object.key) ? 2 : 1);
  return { where: `${role}/${folders.join('/')}/`, key: object.key, endsAt: endOf(object) };
};

/** Counts what is unattributed, by place. */
export const countUnattributed = (found: readonly UnattributedThing[]): Unattributed[] =>
  [...Map.groupBy(found, ({ where }) => where)]
    .map(([where, all]) => ({
      where,
      count: all.length,
      endsAt: all.reduce<number | null>(
        (last, { endsAt }) => (last === null || endsAt === null ? null : Math.max(last, endsAt)),
        0,
      ),
    }))
    .toSorted((a, b) => (a.where < b.where ? -1 : 1));

/** Objects that are read at the same time. */
const readsAtOnce = 16;

type Take = (role: string, object: DatedObject, read: () => Promise<Uint8Array | null>) => Promise<void>;

/** Goes through all objects that begin with a prefix, several at a time. */
const forEachObject = async (
  stores: BackupStores,
  places: readonly (readonly [role: string, prefix: string])[],
  take: Take,
): Promise<void> => {
  for (const [role, prefix] of places) {
    const bucket = stores.buckets[role];
    if (bucket === undefined) continue;
    for await (const objects of listDatedObjects(stores, bucket, prefix))
      for (let start = 0; start < objects.length; start += readsAtOnce)
        await Promise.all(
          objects
            .slice(start, start + readsAtOnce)
            .map((object) =>
              take(
                role,
                object,
                async () => (await readWhole(stores, { bucket, key: object.key }))?.bytes ?? null,
              ),
            ),
        );
  }
};

const isPageList = (key: string): boolean => /^results\/[^/]+\/pages-\d+\.json$/.test(key);

/**
 * Learns from an envelope, a draft or a list of results whose it is, and with that whose its job is. False if it does
 * not say.
 */
const learn = (key: string, bytes: Uint8Array, survey: Survey): boolean => {
  const content = readJsonSafely(bytes);
  if (isPageList(key)) {
    // A page that did not change has the envelope of an earlier job, of the same team.
    const [job, entries] = [keyJob(key), [content].flat().filter((entry) => isRecord(entry))];
    for (const { key: envelope } of entries) {
      const owner = survey.jobs.get(keyJob(String(envelope)) ?? '')?.team;
      const team = survey.links.has(String(envelope)) ? survey.wanted.value : owner;
      if (team !== undefined) noteJobTeam(survey, job, team);
    }
    return survey.jobs.has(job ?? '');
  }
  const team = envelopeTeam(content, key, survey);
  if (team === undefined) return false;
  if (team === null) return true;
  if (team === survey.wanted.value) survey.links.add(key);
  const run = envelopePart(content, 'audit')['scrape_run_id'];
  for (const job of [keyJob(key), typeof run === 'string' ? run : undefined]) noteJobTeam(survey, job, team);
  return true;
};

/**
 * Finds whose the objects are whose job's item has expired: envelopes name their team, and what else a job left has its
 * id in the key. Notes the objects of which nothing says it, and returns them.
 */
export const attributeObjects = async (
  stores: BackupStores,
  survey: Survey,
): Promise<UnattributedThing[]> => {
  const open: (DatedObject & { readonly role: string })[] = [];
  const isKnown = (key: string): boolean =>
    survey.links.has(key) || survey.jobs.has(keyJob(key) ?? '') || keyJob(key) === undefined;
  // Results come last: they name envelopes.
  const places = ['drafts/', 'kept/', 'staged/'].map((prefix) => ['envelopes', prefix] as const);
  await forEachObject(stores, [...places, ['results', '']], async (role, object, read) => {
    const { key } = object;
    // An envelope of a source has the source's name in its key, and two teams may have given the same.
    const isOfSource = !isJobId(keyJob(key) ?? '');
    if (isKnown(key) && !(isOfSource && !isIndex(key))) return;
    const isReadable = isPageList(key) || /^(?:staged|kept|drafts)\/(?!_)/.test(key);
    const bytes = isReadable ? await read() : null;
    if (bytes === null || !learn(key, bytes, survey)) open.push({ ...object, role });
  });
  const left = open.filter(({ key }) => !isKnown(key));
  for (const { key } of left) survey.unclear.add(key);
  return left.map(({ role, ...object }) => unattributed(role, object));
};

const sharedKey = /^(?:captures|reread)\//;

/**
 * Notes which pictures and texts something else than the team's data names: they stay. Reads all envelopes and results
 * of the others, unless nobody has any picture.
 */
export const surveyShared = async (stores: BackupStores, survey: Survey): Promise<void> => {
  const bucket = stores.buckets['envelopes'] ?? '';
  let hasAny = false;
  for (const prefix of ['captures/', 'reread/'])
    for await (const objects of listDatedObjects(stores, bucket, prefix)) hasAny ||= objects.length > 0;
  if (!hasAny) return;
  const places = ['staged/', 'kept/', 'drafts/'].map((prefix) => ['envelopes', prefix] as const);
  await forEachObject(stores, [...places, ['results', 'results/']], async (_role, { key }, read) => {
    if (isTeamsKey(key, survey) || survey.links.has(key) || isIndex(key)) return;
    if (key.startsWith('results/') && !isPageList(key)) return;
    const bytes = await read();
    const whose = survey.unclear.has(key) ? 'unclear' : 'others';
    for (const name of bytes === null ? [] : teamNames(key, bytes)) noteShared(survey, name, whose);
  });
  for (const [key, whose] of [...survey.shared].filter(([name]) => name.endsWith('.json'))) {
    const bytes = (await readWhole(stores, { bucket, key }))?.bytes;
    for (const picture of bytes === undefined ? [] : pictures(bytes)) noteShared(survey, picture, whose);
  }
};

/** Notes that something else than the team's data names an object. */
export const noteShared = ({ shared }: Survey, key: string, whose: 'others' | 'unclear'): void => {
  if (sharedKey.test(key) && shared.get(key) !== 'others') shared.set(key, whose);
};

/** Lists the pictures and texts that stay although nothing says that they are another team's. */
export const listUnnamed = async (stores: BackupStores, survey: Survey): Promise<UnattributedThing[]> => {
  const found: UnattributedThing[] = [];
  const places = ['captures/', 'reread/'].map((prefix) => ['envelopes', prefix] as const);
  await forEachObject(stores, places, async (role, object) => {
    const { key } = object;
    const whose = survey.shared.get(key);
    if (whose === 'others' || (whose === undefined && survey.links.has(key))) return;
    found.push(unattributed(role, object));
    await Promise.resolve();
  });
  return found;
};
