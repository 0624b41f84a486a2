import { timingSafeEqual } from 'node:crypto';
import { passwordHeader, type LocalCredentials } from './local-credentials.ts';
import { isPresigned, isSigned, type SignedRequest } from './signature.ts';

/**
 * Says whether `Host` is a name of loopback. A page in a browser could reach loopback under a name of its own (DNS
 * rebinding), which stands there.
 */
const isLoopback = (host: string | readonly string[] | undefined): boolean =>
  typeof host === 'string' && /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/i.test(host);

const isPassword = (given: string | readonly string[] | undefined, password: string): boolean => {
  const [a, b] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(password)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * Returns why a request to a service of this machine is refused. Returns null if it comes from this start's own
 * processes, from a program of the user's that has `DIR/credentials`, or from a holder of a signed URL. Another user of
 * the machine has no credentials, and a page in a browser names its origin, or sends a preflight request first.
 */
export const judgeVisitor = (
  request: SignedRequest,
  credentials: LocalCredentials | undefined,
  now: number,
  body?: Uint8Array,
): string | null => {
  const { method, headers } = request;
  if (!isLoopback(headers['host'])) return 'Only requests to a loopback address are answered';
  if (method === 'OPTIONS' || headers['origin'] !== undefined)
    return 'Requests of pages in a browser are not answered';
  // Services that a test starts by itself, for the length of the test.
  if (credentials === undefined) return null;
  const isKnown =
    isPassword(headers[passwordHeader], credentials.password) ||
    (headers['authorization'] === undefined
      ? isPresigned(request, credentials)
      : isSigned(request, credentials, now, body));
  return isKnown
    ? null
    : 'The request is not signed with the credentials of this start: they stand in the file credentials of ' +
        'its data directory';
};
