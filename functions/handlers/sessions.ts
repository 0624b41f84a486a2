import * as z from 'zod';
import { failure } from '../../lib/failure.ts';
import { limits } from '../../lib/limits/limits.ts';
import { invalidRequest } from '../../lib/request/describe-issues.ts';
import { scopes } from '../../lib/request/keys/scopes.ts';
import { looksLikeSession, writeSession } from '../../lib/request/keys/session.ts';
import { lacking } from '../../lib/steps/api/admit-caller.ts';
import { parseJsonBody } from '../../lib/request/parse-request.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

/** What a session may do, and for how long. */
export const sessionRequestSchema = z.strictObject({
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .default(['read'])
    .meta({ description: 'What it may be used for, as far as the key may; only to read unless told.' }),
});

/** Opens a session of the caller's key, for a page in a browser. A session cannot open another: it ends as it says. */
export const sessionHandler: HttpHandler<ApiDependencies> = async ({ pepper, now }, request) => {
  const body = request.body === null ? ({ ok: true, value: {} } as const) : parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const wanted = sessionRequestSchema.safeParse(body.value, { reportInput: true });
  if (!wanted.success) return refuse(invalidRequest('Cannot open a session', wanted.error.issues));
  const bearer = request.headers['authorization']?.replace(/^Bearer\s+/i, '') ?? '';
  if (looksLikeSession(bearer)) {
    return refuse(failure('FORBIDDEN', 'Cannot open a session: this needs an API key, and not a session'));
  }
  const { keyId } = request.caller;
  const granted = wanted.data.scopes.filter((scope) => request.caller.scopes.includes(scope));
  // A session that may do nothing would be refused at its first request, with another reason.
  const [first] = wanted.data.scopes;
  const lacks = granted.length === 0 && first !== undefined ? lacking(request.caller, first) : null;
  if (lacks !== null) return refuse(lacks);
  const until = now() + limits.sessionMs;
  const session = writeSession({ keyId, until, scopes: granted }, await pepper());
  return jsonResponse(200, {
    success: true,
    session,
    scopes: granted,
    expiresAt: new Date(until).toISOString(),
  });
};
