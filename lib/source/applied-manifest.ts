import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Manifest } from './manifest.ts';
import {
  headerNoteSchema,
  hiddenNames,
  hideHeaders,
  hideManifestHeaders,
  writtenHeaders,
  type HeaderNote,
} from './kept-headers.ts';
import { resolveSources, type ManifestSource } from './resolve-sources.ts';
import { isPlainObject } from '../plain-object.ts';

/**
 * What a team has applied. One item, the root, names the current version of each manifest. The content of a version is
 * in an object that never changes. So a version is applied in one step, as a whole or not at all, on condition that the
 * root has not changed since it was read.
 */
const headSchema = z.object({
  version: z.string(),
  /** Hash of its content, which names its object. */
  hash: z.string(),
  sources: z.number().int(),
  appliedAt: z.number(),
  /** The API key that applied it. */
  by: z.string(),
  /** The object with the sealed headers of its sources; absent if they have none. */
  headers: z.string().optional(),
  /** Objects that held headers before and have to be removed. */
  formerHeaders: z.array(z.string()).optional(),
});

export const manifestRootSchema = z.object({
  /** Grows with each change; a plan names the one on which it is based. */
  seq: z.number().int(),
  manifests: z.record(z.string(), headSchema),
});
export type ManifestRoot = z.infer<typeof manifestRootSchema>;

export const emptyRoot: ManifestRoot = { seq: 0, manifests: {} };

/** It was validated when it was applied, so readers do not need the schema of every option. */
const appliedSchema = z.object({
  manifest: z.custom<Manifest>(isPlainObject),
  /** Sources of earlier versions that this one does not list, and that were not pruned: they continue unchanged. */
  kept: z.array(z.custom<ManifestSource>(isPlainObject)),
  /** What is known about the headers of its sources, by id. */
  headers: z.record(z.string(), headerNoteSchema).optional(),
});
/** A version of a manifest as it was applied, with the names of headers only. */
export interface AppliedManifest extends z.infer<typeof appliedSchema> {
  /** The header values by source, for a version that was applied before headers were sealed. */
  readonly unsealed?: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** One entry in the log of a manifest. */
export const appliedVersionSchema = z.object({
  seq: z.number().int(),
  name: z.string(),
  version: z.string(),
  hash: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  by: z.string(),
  /** Set if this is a return to an earlier version. */
  rollback: z.literal(true).optional(),
  /** How many sources it created, changed and removed. */
  counts: z.record(z.string(), z.number()),
});
export type AppliedVersion = z.infer<typeof appliedVersionSchema>;

export const manifestName = ({ name, vertical }: Pick<Manifest, 'name' | 'vertical'>): string =>
  name ?? vertical ?? '';

export const writeApplied = ({ manifest, kept, headers }: AppliedManifest): string =>
  JSON.stringify({ manifest, kept, headers });

/** Reads an applied version. Header values in an old version are taken out at once, so that no caller can show them. */
export const readApplied = (text: string): AppliedManifest => {
  const applied = appliedSchema.parse(JSON.parse(text));
  const given = [...resolveSources(applied.manifest), ...applied.kept].flatMap((source) => {
    const headers = writtenHeaders(source);
    const isGiven = Object.keys(headers).length > 0 && hiddenNames(source).length === 0;
    return isGiven ? [[source.id, headers] as const] : [];
  });
  if (given.length === 0) return applied;
  return {
    ...applied,
    manifest: hideManifestHeaders(applied.manifest),
    kept: applied.kept.map(hideHeaders),
    unsealed: new Map(given),
  };
};

export const appliedHash = (applied: AppliedManifest): string =>
  createHash('sha256').update(writeApplied(applied)).digest('hex').slice(0, 32);

export const appliedKey = (team: string, name: string, hash: string): string =>
  `manifests/${team}/${name}/${hash}.json`;

/** A source with the name of its manifest. */
export interface AppliedSource {
  readonly manifest: string;
  readonly version: string;
  readonly source: ManifestSource;
  /** What is known about its headers, and the object that holds them. */
  readonly headers?: { readonly note: HeaderNote; readonly key: string };
  /** Its header values, for a version that was applied before they were sealed. */
  readonly unsealed?: Readonly<Record<string, string>>;
}

/**
 * Returns the sources of an applied version, with everything that they inherit.
 *
 * @param key Key of the object that holds their headers.
 */
export const appliedSources = (applied: AppliedManifest, key?: string): AppliedSource[] => {
  const { manifest, kept, headers = {}, unsealed } = applied;
  return [...resolveSources(manifest), ...kept].map((source) => {
    const [note, values] = [headers[source.id], unsealed?.get(source.id)];
    return {
      manifest: manifestName(manifest),
      version: manifest.version,
      source,
      ...(note === undefined || key === undefined ? {} : { headers: { note, key } }),
      ...(values === undefined ? {} : { unsealed: values }),
    };
  });
};
