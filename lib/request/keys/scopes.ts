/**
 * What a key may be used for. No scope includes another: a key that only submits cannot read the results.
 *
 * - `read`: status, results, usage of the team
 * - `write`: begin and cancel work
 * - `admin`: the team's keys
 */
export const scopes = ['read', 'write', 'admin'] as const;
export type KeyScope = (typeof scopes)[number];

/** Scopes of a key that was made without naming any, such as keys from before scopes existed. */
export const usualScopes: readonly KeyScope[] = ['read', 'write'];

/** Returns the scope that a request of this method needs, unless its route says otherwise. */
export const scopeOfMethod = (method: string): KeyScope => (method === 'GET' ? 'read' : 'write');
