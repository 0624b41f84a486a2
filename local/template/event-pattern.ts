import { isPlainObject } from '../../lib/plain-object.ts';
/**
 * Event patterns of EventBridge, as far as the laptop knows them: for each field a list of the values that match, at
 * any depth.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export type EventPattern = { readonly [field: string]: EventPattern | readonly Scalar[] };
type Scalar = string | number | boolean | null;

/** What a pattern says that the laptop does not know, by path; empty where it knows all of it. */
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
 * Whether an event has in every field of the pattern one of the values that are wanted; a list in the event, one of
 * its own.
 */
export const matchesEventPattern = (pattern: EventPattern, event: unknown): boolean =>
  Object.entries(pattern).every(([field, wanted]) => {
    const found = isPlainObject(event) ? event[field] : undefined;
    if (!Array.isArray(wanted))
      return isPlainObject(found) && matchesEventPattern(wanted as EventPattern, found);
    const values: unknown[] = Array.isArray(found) ? found : [found];
    return values.some((value) => (wanted as readonly unknown[]).includes(value));
  });
