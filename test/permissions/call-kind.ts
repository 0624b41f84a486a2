import type { NotedCall } from '../../local/calls/call-log.ts';
import { matchesPattern } from './pattern.ts';
import type { Statement } from './policies.ts';

const listed = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : [value].flat();

/** Every pattern of resources and every value of conditions in statements, each once. */
const patternsIn = (statements: readonly Statement[]): readonly string[] => [
  ...new Set(
    statements.flatMap(({ Resource, Condition = {} }) => [
      ...listed(Resource),
      ...Object.values(Condition).flatMap((keys) => Object.values(keys).flatMap(listed)),
    ]),
  ),
];

/**
 * Makes a function that names the kind of a call: calls of one kind differ only in texts that no pattern of the
 * statements can tell apart, so IAM gives all of them the same answer, and one simulation is enough. A run makes about
 * 50,000 different calls of a few hundred kinds.
 *
 * Only the values of condition keys and the keys of objects are compared by the patterns that match them; everything
 * else of a call is part of its kind as it is. A value that equals a pattern is a kind of its own, since `StringEquals`
 * compares literally.
 */
export const callKinds = (statements: readonly Statement[]): ((call: NotedCall) => string) => {
  const patterns = patternsIn(statements);
  const matching = (text: string): string =>
    patterns
      .flatMap((pattern, index) => {
        if (!matchesPattern(pattern, text)) return [];
        return [pattern === text ? `=${index}` : String(index)];
      })
      .join(',');
  return ({ by, action, resource, context }) => {
    const slash = resource.startsWith('arn:aws:s3:::') ? resource.indexOf('/') : -1;
    const place = slash < 0 ? resource : `${resource.slice(0, slash)}/ ${matching(resource)}`;
    const conditions = Object.entries(context).map(([key, value]) => {
      const matched = new Set(listed(value).map(matching));
      return ` ${key}=${Array.isArray(value) ? 'list ' : ''}${[...matched].toSorted().join(' ')}`;
    });
    return `${by} ${action} ${place}${conditions.join('')}`;
  };
};
