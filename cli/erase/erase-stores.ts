import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { deleteItem } from '../../lib/store/backup/delete-item.ts';
import { editItem } from '../../lib/store/backup/edit-item.ts';
import { deleteWhole, readWhole, writeWhole, type BackupObject } from '../../lib/store/backup/edit-object.ts';
import { eraseCorpusPages } from '../../lib/store/corpus/erase-pages.ts';
import { recordErasure } from './audit-erasure.ts';
import {
  certificateSchema,
  keepDeed,
  keptDeedSchema,
  makeCertificate,
  mergeDeeds,
  type ErasureCertificate,
} from './certificate.ts';
import { editObject } from './edit-object.ts';
import { deedOrder, type Deed } from './deed.ts';
import { redactItem } from './judge-item.ts';
import { inCorpus, planErasure, type ErasurePlan } from './plan-erasure.ts';
import type { Survey } from './survey.ts';
import { selectionHash, type ErasureSelection } from './wanted.ts';

/**
 * The states of an erasure:
 *
 *   found       everything of the selection is known; nothing is changed
 *   begun       its list, by hashes, is stored in the stack; each object goes after those that it names
 *   erased      nothing of it is found any more; the audit has a record of erased lines
 *   certified   the certificate is stored, and the list is removed
 *
 * If a process dies in between, the next erasure of the same selection finds what is left, adds it to the list, and
 * continues: its certificate covers the whole. A further erasure returns that certificate if nothing has come back.
 *
 * `found` is of a dry run: `begunAt` is when an erasure of the selection began that was cut off, and `erasedAt` when
 * one ended after which this came. Both are ISO 8601.
 */
export type Erased =
  | { readonly kind: 'open-jobs'; readonly jobs: readonly string[] }
  | {
      readonly kind: 'found';
      readonly certificate: ErasureCertificate;
      readonly begunAt?: string | undefined;
      readonly erasedAt?: string | undefined;
    }
  | {
      readonly kind: 'erased' | 'erased-before';
      readonly certificate: ErasureCertificate;
      readonly place: BackupObject;
    };

const begunSchema = z.object({ begunAt: z.string(), deeds: z.array(keptDeedSchema) });

const readJson = async <Shape>(
  stores: BackupStores,
  key: string,
  schema: z.ZodType<Shape>,
): Promise<{ readonly value: Shape; readonly hash: string } | null> => {
  const found = await readWhole(stores, { bucket: placeOfErasures(stores), key });
  if (found === null) return null;
  const bytes = key.endsWith('.gz') ? gunzipSync(found.bytes) : Buffer.from(found.bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { value: schema.parse(JSON.parse(bytes.toString())), hash };
};

/** Certificates are kept in a bucket where nothing expires. */
const placeOfErasures = ({ buckets }: BackupStores): string => {
  const { sources } = buckets;
  if (sources === undefined) throw new Error('The stack has no bucket of sources');
  return sources;
};

const editsMax = 5;

/** Writes an object again without the erased parts, and starts over if another process wrote it meanwhile. */
const rewriteObject = async (
  stores: BackupStores,
  survey: Survey,
  { role, key }: { readonly role: string; readonly key: string },
): Promise<void> => {
  const place = { bucket: stores.buckets[role] ?? '', key };
  for (let attempt = 0; attempt < editsMax; attempt += 1) {
    const found = await readWhole(stores, place);
    if (found === null) return;
    if (role === 'corpora') {
      const erased = eraseCorpusPages(found.bytes, inCorpus(survey));
      if (erased === null || (await writeWhole(stores, place, erased.bytes, found))) return;
      continue;
    }
    const edit = editObject(key, found.bytes, survey);
    if (edit.kind === 'delete') return await deleteWhole(stores, place);
    if (edit.kind !== 'rewrite' || (await writeWhole(stores, place, edit.bytes, found))) return;
  }
  throw new Error(`Cannot rewrite ${role}/${key}: ${editsMax} times another writer was first. Try again`);
};

const doDeed = async (stores: BackupStores, survey: Survey, { deed, place }: Deed): Promise<void> => {
  if (place.kind === 'item') {
    if (deed === 'delete') return await deleteItem(stores, place);
    return await editItem(stores, place, (item) => redactItem(item, survey.isWanted));
  }
  if (deed === 'rewrite') return await rewriteObject(stores, survey, place);
  await deleteWhole(stores, { bucket: stores.buckets[place.role] ?? '', key: place.key });
};

/** Deeds that run at the same time, if their order does not matter. */
const deedsAtOnce = 16;

const doAll = async (
  stores: BackupStores,
  { survey, deeds }: ErasurePlan,
  tell: (what: string) => void,
): Promise<void> => {
  let done = 0;
  for (const [, group] of Map.groupBy(deeds, deedOrder))
    for (let start = 0; start < group.length; start += deedsAtOnce) {
      const some = group.slice(start, start + deedsAtOnce);
      await Promise.all(some.map((deed) => doDeed(stores, survey, deed)));
      done += some.length;
      tell(`${done} of ${deeds.length} erased`);
    }
};

/**
 * Erases the selection from the table, the buckets and the corpora of a stack, and returns the certificate.
 *
 * @param isDry only searches: its certificate says what would be done.
 */
export const eraseStores = async (
  stores: BackupStores,
  wanted: ErasureSelection,
  options: {
    readonly isDry: boolean;
    readonly isAccount: boolean;
    readonly now: () => number;
    readonly tell: (what: string) => void;
  },
): Promise<Erased> => {
  const { isDry, isAccount, now, tell } = options;
  const time = (): string => new Date(now()).toISOString();
  const bucket = placeOfErasures(stores);
  const selection = selectionHash(wanted);
  const [listKey, certificateKey] = [`erasures/${selection}.begun.json.gz`, `erasures/${selection}.json`];
  const before = await readJson(stores, listKey, begunSchema);
  const begun = wanted.kind === 'team' ? (before?.value.deeds ?? []) : [];
  const names = new Set(begun.filter(({ deed }) => deed === 'delete').map(({ name }) => name));
  const plan = await planErasure(stores, wanted, names, tell);
  if (plan.openJobs.length > 0) return { kind: 'open-jobs', jobs: plan.openJobs };
  const last = await readJson(stores, certificateKey, certificateSchema);
  if (before === null && plan.deeds.length === 0 && last !== null)
    return { kind: 'erased-before', certificate: last.value, place: { bucket, key: certificateKey } };
  const deeds = mergeDeeds(
    before?.value.deeds ?? [],
    plan.deeds.map((deed) => keepDeed(deed)),
  );
  const begunAt = before?.value.begunAt ?? time();
  const { remains, unattributed } = plan;
  const about = { begunAt, manifests: remains.length, unattributed, isAccount, previous: last?.hash };
  if (isDry) {
    const certificate = makeCertificate(wanted, deeds, { ...about, endedAt: begunAt });
    return { kind: 'found', certificate, begunAt: before?.value.begunAt, erasedAt: last?.value.endedAt };
  }
  await writeWhole(stores, { bucket, key: listKey }, gzipSync(JSON.stringify({ begunAt, deeds })), {});
  await doAll(stores, plan, tell);
  await recordErasure(stores, { selection, now });
  const certificate = makeCertificate(wanted, deeds, { ...about, endedAt: time() });
  const type = 'application/json';
  await writeWhole(stores, { bucket, key: certificateKey }, JSON.stringify(certificate), { type });
  await deleteWhole(stores, { bucket, key: listKey });
  return { kind: 'erased', certificate, place: { bucket, key: certificateKey } };
};
