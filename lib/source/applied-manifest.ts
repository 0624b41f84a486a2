import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Manifest } from './manifest.ts';
import { resolveSources, type ManifestSource } from './resolve-sources.ts';

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
});

export const manifestRootSchema = z.object({
  /** Grows with each change: what a plan was made from. */
  seq: z.number().int(),
  manifests: z.record(z.string(), headSchema),
});
export type ManifestRoot = z.infer<typeof manifestRootSchema>;

export const emptyRoot: ManifestRoot = { seq: 0, manifests: {} };

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** It was checked when it was applied: whoever reads it needs no schema of every option. */
const appliedSchema = z.object({
  manifest: z.custom<Manifest>(isObject),
  /** Sources of earlier versions that this one does not list, and that were not pruned: they go on as they were. */
  kept: z.array(z.custom<ManifestSource>(isObject)),
});
/** A version of a manifest as it was applied. */
export type AppliedManifest = z.infer<typeof appliedSchema>;

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

export const writeApplied = (applied: AppliedManifest): string => JSON.stringify(applied);

export const readApplied = (text: string): AppliedManifest => appliedSchema.parse(JSON.parse(text));

export const appliedHash = (applied: AppliedManifest): string =>
  createHash('sha256').update(writeApplied(applied)).digest('hex').slice(0, 32);

export const appliedKey = (team: string, name: string, hash: string): string =>
  `manifests/${team}/${name}/${hash}.json`;

/** A source with the manifest that it is of. */
export interface AppliedSource {
  readonly manifest: string;
  readonly version: string;
  readonly source: ManifestSource;
}

/** The sources of a version that was applied, with what they inherit. */
export const appliedSources = ({ manifest, kept }: AppliedManifest): AppliedSource[] =>
  [...resolveSources(manifest), ...kept].map((source) => ({
    manifest: manifestName(manifest),
    version: manifest.version,
    source,
  }));
