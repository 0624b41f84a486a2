import type { NotedCall } from '../../local/calls/call-log.ts';
import { matchesPattern } from './pattern.ts';
import type { Statement, StackPolicies } from './policies.ts';
import { reasonForUnused } from './unused-on-purpose.ts';

/** One thing that a function may do: `fetch-pages dynamodb:PutItem arn:… dynamodb:LeadingKeys=J#*`. */
export interface Grant {
  readonly by: string;
  readonly action: string;
  readonly resource: string;
  /** Set for each value that a condition allows of a condition key. */
  readonly condition?: { readonly key: string; readonly value: string };
}

const list = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? [value] : value;

const grantsIn = (by: string, statement: Statement): readonly Grant[] => {
  const rights = list(statement.Action).flatMap((action) =>
    list(statement.Resource).map((resource) => ({ by, action, resource })),
  );
  const conditions = Object.values(statement.Condition ?? {}).flatMap((keys) =>
    Object.entries(keys).flatMap(([key, values]) => list(values).map((value) => ({ key, value }))),
  );
  // A value is granted with the statement, not with each of its actions: a row for each pair would say nothing more.
  const [first] = rights;
  const valued =
    first === undefined ? [] : conditions.map((condition) => ({ ...first, action: '*', condition }));
  return [...rights, ...valued];
};

/** Everything that the policies' `Allow` statements grant. */
export const listGrants = ({ functions }: StackPolicies): readonly Grant[] =>
  [...functions].flatMap(([by, statements]) =>
    statements.filter(({ Effect }) => Effect === 'Allow').flatMap((statement) => grantsIn(by, statement)),
  );

const isUsedBy = ({ by, action, resource, condition }: Grant, call: NotedCall): boolean => {
  if (by !== call.by || !matchesPattern(action, call.action) || !matchesPattern(resource, call.resource))
    return false;
  if (condition === undefined) return true;
  const values = call.context[condition.key];
  return values !== undefined && list(values).some((value) => matchesPattern(condition.value, value));
};

export const grantText = ({ by, action, resource, condition }: Grant): string =>
  `${by} ${action} ${resource}${condition === undefined ? '' : ` ${condition.key}=${condition.value}`}`;

/**
 * Envelopes lie under two prefixes, by their source's retention, and `envelopesThat` (infra/function-spec.ts) grants
 * both at once. So what a function does with `staged/` shows that it needs the same right on `kept/`.
 */
const twinOf = (grant: Grant): Grant => ({
  ...grant,
  resource: grant.resource.replace(/\/kept\/\*$/, '/staged/*'),
});

/** Grants that none of the calls needed. */
export const findUnusedGrants = (policies: StackPolicies, calls: readonly NotedCall[]): readonly Grant[] => {
  const byFunction = Map.groupBy(calls, ({ by }) => by);
  const isUsed = (grant: Grant): boolean =>
    (byFunction.get(grant.by) ?? []).some((call) => isUsedBy(grant, call));
  // A right without use that has its reason is excused with its twin.
  const hasReason = (grant: Grant): boolean => reasonForUnused(grant) !== undefined;
  return listGrants(policies).filter((grant) => {
    const twin = twinOf(grant);
    return !isUsed(grant) && (twin.resource === grant.resource || (!isUsed(twin) && !hasReason(twin)));
  });
};
