import { createHash } from 'node:crypto';
import { putSubmission } from '../../store/jobs/submissions.ts';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { StartDependencies } from './seed-parts.ts';
import { isPlainObject } from '../../plain-object.ts';

/** Hashes a body's content. The `origin` field, which names the sender's software, is left out. */
export const bodyHash = (body: unknown): string => {
  const { origin: _origin, ...rest } = isPlainObject(body) ? body : {};
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex');
};

/** Claims the id that a submission gets: its own, or that of an earlier submission with the same token. */
export const claimId = async (
  dependencies: Pick<StartDependencies, 'table' | 'now'>,
  submission: { readonly team: string; readonly token?: string; readonly body: unknown },
  id: string,
): Promise<{ id: string } | Failure> => {
  if (submission.token === undefined) return { id };
  const hash = bodyHash(submission.body);
  const first = await putSubmission(
    dependencies.table,
    submission.team,
    submission.token,
    { job: id, bodyHash: hash },
    { now: dependencies.now(), lifeMs: limits.idempotencyMs },
  );
  if (first === null) return { id };
  if (first.bodyHash === hash) return { id: first.job };
  return failure(
    'IDEMPOTENCY_KEY_REUSED',
    'Cannot accept the request: its idempotency key was used for a different body. Send a new key with a new request',
  );
};
