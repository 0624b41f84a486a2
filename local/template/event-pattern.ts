import { isPlainObject } from '../../lib/plain-object.ts';
/**
 * Event patterns of EventBridge, as far as the laptop supports them: for each field a list of the values that match, at
 * any depth. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export type EventPattern = { readonly [field: string]: EventPattern | readonly Scalar[] };
type Scalar = string | number | boolean | null;

/** Returns the parts of a pattern that the laptop does not support, by path; empty if it supports all. */
export const unknownIn = (pattern: unknown, path = ''): string[] => {
  if (!isPlainObject(pattern)) return [path || 'pattern'];
  return Object.entries(pattern).flatMap(([field, wanted]) => {
    const at = path === '' ? field : `${path}.${field}`;
    if (field.startsWith('$')) return [at];
    if (!Array.isArray(wanted)) return unknownIn(wanted, at);
    return wanted.some((value) => typeof value === 'object' && value !== null) ? [at] : [];
  });
};

/**
 * Says whether an event has one of the wanted values in every field of the pattern; if the event has a list there, one
 * of its items.
 */
export const matchesEventPattern = (pattern: EventPattern, event: unknown): boolean =>
  Object.entries(pattern).every(([field, wanted]) => {
    const found = isPlainObject(event) ? event[field] : undefined;
    if (!Array.isArray(wanted))
      return isPlainObject(found) && matchesEventPattern(wanted as EventPattern, found);
    const values: unknown[] = Array.isArray(found) ? found : [found];
    return values.some((value) => (wanted as readonly unknown[]).includes(value));
  });
