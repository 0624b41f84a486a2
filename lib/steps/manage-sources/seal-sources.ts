import { createHash } from 'node:crypto';
import type { Failure } from '../../failure.ts';
import { failure } from '../../failure.ts';
import type { AppliedManifest } from '../../source/applied-manifest.ts';
import { isKeptFor } from '../../source/kept-headers.ts';
import type { Objects } from '../../store/objects.ts';
import { getHeaderBoxes, putHeaderBoxes, type HeaderBoxes } from '../../store/sources/header-boxes.ts';
import type { Seal } from '../submit-job/seal-request.ts';
import type { PlannedHeaders } from './plan-headers.ts';

/** What sealing headers of sources needs. */
export interface SealingDependencies {
  readonly sources: Objects;
  readonly seal: Seal;
}

const noKey = failure(
  'INTERNAL',
  'Cannot apply the manifest: headers are kept sealed, and this deployment makes the key for that within five minutes',
);

/**
 * Seals the headers of a plan's sources, each for the places that it is sent to, and writes them as one object. Only
 * one such object of a manifest is in force at a time, so the next one no longer holds the headers of a source that was
 * removed or retired. Boxes with the same values are kept, so nothing changes if no header changed.
 *
 * @param team.key Key of the object that is in force.
 * @returns The object's key; null if no source has headers.
 */
export const sealSources = async (
  { sources, seal }: SealingDependencies,
  { team, name, key }: { readonly team: string; readonly name: string; readonly key: string | undefined },
  before: AppliedManifest | null,
  next: AppliedManifest,
  { values }: Pick<PlannedHeaders, 'values'>,
): Promise<{ readonly key: string | null } | Failure> => {
  const notes = Object.entries(next.headers ?? {});
  if (notes.length === 0) return { key: null };
  const inForce = key === undefined ? {} : await getHeaderBoxes(sources, key);
  const boxes: HeaderBoxes = {};
  for (const [id, note] of notes) {
    const was = before?.headers?.[id];
    const isSame = was?.print === note.print && isKeptFor(was, note);
    const given = values.get(id);
    const kept = isSame ? inForce[id] : undefined;
    if (kept === undefined && given === undefined)
      return failure(
        'PLAN_REFUSED',
        `Cannot apply ${name}: ${id}: the values of its headers are lost: give them`,
      );
    const box = kept ?? (await seal('crawl', given ?? {}, note.sealedFor));
    if (box === null) return noKey;
    boxes[id] = box;
  }
  const hash = createHash('sha256').update(JSON.stringify(boxes)).digest('hex').slice(0, 32);
  const written = `headers/${team}/${name}/${hash}.json`;
  if (written !== key) await putHeaderBoxes(sources, written, boxes);
  return { key: written };
};
