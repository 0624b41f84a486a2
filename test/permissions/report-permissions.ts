import { functionNames } from '../../infra/function-spec.ts';
import type { NotedCall } from '../../local/calls/call-log.ts';
import { callText, judgeCalls } from './judge-calls.ts';
import { synthesisePolicies } from './synthesise-policies.ts';
import { findUnusedGrants, grantText } from './unused-grants.ts';
import { reasonForUnused } from './unused-on-purpose.ts';

const names: ReadonlySet<string> = new Set(functionNames);

/** What came of judging a run's calls. */
export interface PermissionReport {
  readonly lines: readonly string[];
  readonly judged: number;
  readonly denied: number;
  readonly unused: number;
  /** Denied calls, and unused grants where the run was whole. */
  readonly faults: number;
}

/**
 * Judges calls by the policies of the stack.
 *
 * @param isWhole - whether the calls are those of all tests, so that grants which none of them used count as faults.
 */
export const reportPermissions = async (
  calls: readonly NotedCall[],
  isWhole: boolean,
): Promise<PermissionReport> => {
  const policies = synthesisePolicies();
  // Tests of the laptop's runtime start a small stack of their own, whose function has no policy of ours.
  const ours = calls.filter(({ by }) => names.has(by));
  const judged = await judgeCalls(ours, policies);
  const denied = judged.filter(({ verdict }) => verdict === 'denied');
  const unused = findUnusedGrants(policies, judged).filter((grant) => reasonForUnused(grant) === undefined);
  const faults = denied.length + (isWhole ? unused.length : 0);
  const distinct = `${judged.length} that differ`;
  return {
    judged: ours.length,
    denied: denied.length,
    unused: unused.length,
    faults,
    lines: [
      `Permissions: ${ours.length} calls of functions to AWS judged (${distinct}), ${denied.length} denied` +
        (isWhole ? `, ${unused.length} grants that nothing used` : ''),
      ...denied.map((call) => `  denied: ${callText(call)} (${call.why})`),
      ...(isWhole ? unused.map((grant) => `  unused: ${grantText(grant)}`) : []),
      ...(faults === 0
        ? []
        : [
            '  Policies are made from the rows of infra/functions.ts.',
            '  What may stay unused says why in test/permissions/unused-on-purpose.ts.',
          ]),
    ],
  };
};
