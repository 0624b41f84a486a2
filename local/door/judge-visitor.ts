import { timingSafeEqual } from 'node:crypto';
import { passwordHeader, type LocalCredentials } from './local-credentials.ts';
import { isPresigned, isSigned, type SignedRequest } from './signature.ts';

/**
 * A name of loopback: a page in a browser reaches it under a name of its own (DNS rebinding), which stands in `Host`.
 */
const isLoopback = (host: string | readonly string[] | undefined): boolean =>
  typeof host === 'string' && /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/i.test(host);

const isPassword = (given: string | readonly string[] | undefined, password: string): boolean => {
  const [a, b] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(password)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * Why a request to a service of this machine is refused; null where it comes from this start's own processes, from
 * a program of the user's that has `DIR/credentials`, or from whoever was given a signed URL. Neither another user
 * of the machine nor a page in a browser gets in: the first has no credentials, and the second names its origin, or
 * asks first.
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
