import { cadences, type frequencies } from './cadence.ts';
import type { Manifest } from './manifest.ts';
import type { sourceMethods, sourceStatuses } from './source-shape.ts';
import { isPlainObject } from '../plain-object.ts';

type Written = Manifest['sources'][number];
type Common = NonNullable<Manifest['defaults']>;

/** A source with everything that it inherits. */
export interface ManifestSource extends Omit<Written, 'group'> {
  readonly group?: string | undefined;
  readonly method: (typeof sourceMethods)[number];
  readonly status: (typeof sourceStatuses)[number];
  readonly priority: 'high' | 'medium' | 'low';
  readonly frequency: (typeof frequencies)[number] | undefined;
}

/** Returns the first address of a source. */
export const sourceStart = ({ url, urls }: Pick<ManifestSource, 'url' | 'urls'>): string =>
  url ?? urls?.[0] ?? '';

const isCadence: ReadonlySet<string> = new Set(cadences);

/** A nearer cadence replaces a farther one, whichever of the keys sets it. */
const withoutCadence = (far: unknown, near: unknown): unknown => {
  const says = isPlainObject(near) && cadences.some((name) => near[name] !== undefined);
  if (!says || !isPlainObject(far)) return far;
  return Object.fromEntries(Object.entries(far).filter(([name]) => !isCadence.has(name)));
};

/** Merges two settings field by field; the nearer goes first. Arrays are replaced, `undefined` counts as not set. */
const inherit = (far: unknown, near: unknown): unknown => {
  if (near === undefined) return far;
  if (!isPlainObject(far) || !isPlainObject(near)) return near;
  const names = new Set([...Object.keys(far), ...Object.keys(near)]);
  return Object.fromEntries([...names].map((name) => [name, inherit(far[name], near[name])]));
};

/** A window that is inherited says nothing to a cron expression, which says the time itself. */
const withoutIdleWindow = (source: Written): Written => {
  if (source.cron === undefined) return source;
  const { window: _window, ...rest } = source;
  return rest;
};

/**
 * Returns the sources of a manifest with everything that they inherit: a source's own settings override those of its
 * group, and these the defaults.
 */
export const resolveSources = (manifest: Manifest): ManifestSource[] =>
  manifest.sources.map((source) => {
    const group: Common = (source.group === undefined ? undefined : manifest.groups?.[source.group]) ?? {};
    const far = inherit(withoutCadence(manifest.defaults ?? {}, group), group);
    const whole = withoutIdleWindow(inherit(withoutCadence(far, source), source) as Written);
    return {
      ...whole,
      method: whole.method ?? 'scrape',
      status: whole.status ?? 'active',
      priority: whole.priority ?? 'medium',
      frequency: whole.frequency,
    };
  });
