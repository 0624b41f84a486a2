import { runSimulation, type Simulation } from '@cloud-copilot/iam-simulate';
import type { NotedCall } from '../../local/calls/call-log.ts';
import { localAccount } from '../../local/template/intrinsics.ts';
import { callKinds } from './call-kind.ts';
import type { StackPolicies } from './policies.ts';

/** What the policies say of a call. */
export interface JudgedCall extends NotedCall {
  readonly verdict: 'allowed' | 'denied';
  /** Why not, in a sentence. */
  readonly why: string;
}

/** A bucket's policy is the bucket's, whatever object is asked for. */
const ownerOf = (resource: string): string =>
  resource.startsWith('arn:aws:s3:::') ? (resource.split('/')[0] ?? '') : resource;

const simulationOf = (call: NotedCall, policies: StackPolicies): Simulation => {
  const resourcePolicy = policies.resources.get(ownerOf(call.resource));
  const own = policies.functions.get(call.by) ?? [];
  return {
    request: {
      principal: `arn:aws:iam::${localAccount}:role/${call.by}`,
      action: call.action,
      resource: { resource: call.resource, accountId: localAccount },
      contextVariables: {
        'aws:SecureTransport': 'true',
        'aws:SourceAccount': localAccount,
        ...Object.fromEntries(
          Object.entries(call.context).map(([key, value]) => [
            key,
            typeof value === 'string' ? value : [...value],
          ]),
        ),
      },
    },
    identityPolicies: [{ name: call.by, policy: { Version: '2012-10-17', Statement: [...own] } }],
    serviceControlPolicies: [],
    resourceControlPolicies: [],
    ...(resourcePolicy === undefined ? {} : { resourcePolicy }),
  };
};

/** One call as text: calls that are the same are judged once. */
export const callText = ({ by, action, resource, context }: NotedCall): string => {
  const conditions = Object.entries(context).map(([key, value]) => ` ${key}=${String(value)}`);
  return `${by} ${action} ${resource}${conditions.join('')}`;
};

type Outcome = Pick<JudgedCall, 'verdict' | 'why'>;

const judge = async (call: NotedCall, policies: StackPolicies): Promise<Outcome> => {
  if (!policies.functions.has(call.by))
    return { verdict: 'denied', why: `${call.by} is no function of the template` };
  const answer = await runSimulation(simulationOf(call, policies), {});
  if (answer.resultType === 'error') {
    throw new Error(
      `Cannot judge ${callText(call)}: ${answer.errors.message} ${JSON.stringify(answer.errors)}`,
    );
  }
  return answer.overallResult === 'Allowed'
    ? { verdict: 'allowed', why: '' }
    : { verdict: 'denied', why: answer.overallResult };
};

/**
 * Judges each call by the policies of the function that made it, and of what it was made on, as IAM does in one
 * account: an `Allow` must be found in either, and no `Deny` in any.
 *
 * @throws {Error} where the simulator cannot judge a call at all, for example one of an action that does not exist.
 */
export const judgeCalls = async (
  calls: Iterable<NotedCall>,
  policies: StackPolicies,
): Promise<readonly JudgedCall[]> => {
  const distinct = new Map([...calls].map((call) => [callText(call), call]));
  const kindOf = callKinds([
    ...[...policies.functions.values()].flat(),
    ...[...policies.resources.values()].flatMap(({ Statement }) => Statement),
  ]);
  const outcomes = new Map<string, Outcome>();
  const judged: JudgedCall[] = [];
  for (const call of distinct.values()) {
    const kind = kindOf(call);
    const outcome = outcomes.get(kind) ?? (await judge(call, policies));
    outcomes.set(kind, outcome);
    judged.push({ ...call, ...outcome });
  }
  return judged;
};
