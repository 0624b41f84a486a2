import type { Manifest, sourceMethods, sourceStatuses, frequencies } from './manifest.ts';

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The nearer of two settings, field by field; arrays are replaced, `undefined` is nothing said. */
const inherit = (far: unknown, near: unknown): unknown => {
  if (near === undefined) return far;
  if (!isObject(far) || !isObject(near)) return near;
  const names = new Set([...Object.keys(far), ...Object.keys(near)]);
  return Object.fromEntries([...names].map((name) => [name, inherit(far[name], near[name])]));
};

/**
 * The sources of a manifest with what they inherit: what a source says goes before its group, and that before the
 * defaults.
 */
export const resolveSources = (manifest: Manifest): ManifestSource[] =>
  manifest.sources.map((source) => {
    const group: Common = (source.group === undefined ? undefined : manifest.groups?.[source.group]) ?? {};
    const whole = inherit(inherit(manifest.defaults ?? {}, group), source) as Written;
    return {
      ...whole,
      method: whole.method ?? 'scrape',
      status: whole.status ?? 'active',
      priority: whole.priority ?? 'medium',
      frequency: whole.frequency,
    };
  });
