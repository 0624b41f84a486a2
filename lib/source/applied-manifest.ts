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
 * What a team has applied. One item, the root, names the version of each manifest that holds; what a version says
 * lies in an object that never changes. So a version is applied in one step, all of it or nothing, on condition
 * that the root is as it was looked at.
 */
const headSchema = z.object({
  version: z.string(),
  /** Hash of what it says, by which its object is named. */
  hash: z.string(),
  sources: z.number().int(),
  appliedAt: z.number(),
  /** The API key of whoever applied it. */
  by: z.string(),
  /** The object that holds the headers of its sources, sealed; none where they have none. */
  headers: z.string().optional(),
  /** Those that held them before: they are to be removed. */
  formerHeaders: z.array(z.string()).optional(),
});

export const manifestRootSchema = z.object({
  /** Grows with each change: what a plan was made from. */
  seq: z.number().int(),
  manifests: z.record(z.string(), headSchema),
});
export type ManifestRoot = z.infer<typeof manifestRootSchema>;

export const emptyRoot: ManifestRoot = { seq: 0, manifests: {} };

/** It was checked when it was applied: whoever reads it needs no schema of every option. */
const appliedSchema = z.object({
  manifest: z.custom<Manifest>(isPlainObject),
  /** Sources of earlier versions that this one does not list, and that were not pruned: they go on as they were. */
  kept: z.array(z.custom<ManifestSource>(isPlainObject)),
  /** What is known of the headers of its sources, by id. */
  headers: z.record(z.string(), headerNoteSchema).optional(),
});
/** A version of a manifest as it was applied, with names of headers alone. */
export interface AppliedManifest extends z.infer<typeof appliedSchema> {
  /** Of a version that was applied before headers were sealed: their values, by source. */
  readonly unsealed?: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** One entry of the log of a manifest. */
export const appliedVersionSchema = z.object({
  seq: z.number().int(),
  name: z.string(),
  version: z.string(),
  hash: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  by: z.string(),
  /** The version that was gone back to. */
  rollback: z.literal(true).optional(),
  /** How many sources it made, changed and took away. */
  counts: z.record(z.string(), z.number()),
});
export type AppliedVersion = z.infer<typeof appliedVersionSchema>;

export const manifestName = ({ name, vertical }: Pick<Manifest, 'name' | 'vertical'>): string =>
  name ?? vertical ?? '';

export const writeApplied = ({ manifest, kept, headers }: AppliedManifest): string =>
  JSON.stringify({ manifest, kept, headers });

/** Values that stand in an old version are taken out of it at once: whoever shows it cannot show them. */
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

/** A source with the manifest that it is of. */
export interface AppliedSource {
  readonly manifest: string;
  readonly version: string;
  readonly source: ManifestSource;
  /** What is known of its headers, and the object that holds them. */
  readonly headers?: { readonly note: HeaderNote; readonly key: string };
  /** Its headers as they stand in a version that was applied before they were sealed. */
  readonly unsealed?: Readonly<Record<string, string>>;
}

/**
 * The sources of a version that was applied, with what they inherit.
 *
 * @param key Of the object that holds their headers.
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
