import * as z from 'zod';
import { failure } from '../../../lib/failure.ts';
import { sourceLimits } from '../../../lib/limits/source-limits.ts';
import { readFeedToken, writeFeedToken } from '../../../lib/request/keys/feed-token.ts';
import { ignoredWarning, parseJsonBody, parseWith } from '../../../lib/request/parse-request.ts';
import { changesQuerySchema } from '../../../lib/request/source/source-query.ts';
import { writeAtom } from '../../../lib/source/atom-feed.ts';
import { feedEnd } from '../../../lib/source/feed-cursor.ts';
import { readNewestChanges } from '../../../lib/steps/manage-sources/read-change-feed.ts';
import { getApiKey } from '../../../lib/store/keys/api-keys.ts';
import { respondUnlessSeen } from '../../edge/respond-unless-seen.ts';
import {
  jsonResponse,
  refuse,
  type HttpResponse,
  type HttpRequest,
  type OpenRequest,
} from '../../edge/http.ts';
import { tellChange, tellLostChanges, wantedChanges, wantedEntries } from './changes.ts';
import { withWarnings } from '../with-warnings.ts';
import { whySourceIsUnknown } from './missing-source.ts';
import type { SourceDependencies } from './sources.ts';

/** The filters of the change feed, and the token that it needs in place of a key. */
export const feedQuerySchema = z.object({
  token: z.string().max(128).meta({ description: 'From `POST /v2/changes/feed`.' }),
  source: changesQuerySchema.shape.source,
  kind: changesQuerySchema.shape.kind,
});

const writeQuery = (fields: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  ).toString();

/** POST /v2/changes/feed: filters that become a part of the address. */
export const feedRequestSchema = feedQuerySchema.omit({ token: true });

/**
 * Makes the address of the feed, with its filters and with a token that can only read the feed. It lasts no longer than
 * what it was made with: that of a session ends with the session.
 */
const open = async (
  { table, pepper, now }: SourceDependencies,
  { body, caller, baseUrl }: HttpRequest,
): Promise<HttpResponse> => {
  // Without a body, all changes are meant.
  const read = parseJsonBody(body === null || body.trim() === '' ? '{}' : body);
  if (!read.ok) return refuse(read.failure);
  const parsed = parseWith(feedRequestSchema, read.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const missing = await whySourceIsUnknown(table, caller.team, parsed.value.source);
  if (missing !== null) return refuse(missing);
  const until = Math.min(now() + sourceLimits.feedTokenMs, caller.until ?? Infinity);
  const token = writeFeedToken({ keyId: caller.keyId, until }, await pepper());
  return jsonResponse(200, {
    success: true,
    url: `${baseUrl}/v2/changes/feed?${writeQuery({ token, ...parsed.value })}`,
    expiresAt: new Date(until).toISOString(),
    ...withWarnings([ignoredWarning(parsed.ignored)]),
  });
};

/**
 * Finds the team of the key that made the token; null if the token has expired or was altered, or if the key was
 * revoked or may not read.
 */
const findTeam = async (
  { table, pepper, now }: SourceDependencies,
  token: string,
): Promise<string | null> => {
  const named = readFeedToken(token, await pepper());
  if (named === null || named.until <= now()) return null;
  const key = await getApiKey(table, named.keyId);
  const mayRead = key !== null && key.revokedAt === undefined && key.scopes.includes('read');
  return mayRead ? key.team : null;
};

/** Answers with the newest changes as Atom, for feed readers. They poll, and send no header but `If-None-Match`. */
const read = async (request: OpenRequest, dependencies: SourceDependencies): Promise<HttpResponse> => {
  const parsed = parseWith(feedQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { token, source, kind } = parsed.value;
  const team = await findTeam(dependencies, token);
  if (team === null) {
    const message =
      'Unauthorized: Invalid feed token. It is over, or its API key was revoked or may not read: make another ' +
      'address with POST /v2/changes/feed, or on the screen Changes of the monitor';
    return refuse(failure('UNAUTHORIZED', message));
  }
  const missing = await whySourceIsUnknown(dependencies.table, team, source);
  if (missing !== null) return refuse(missing);
  const { changes, lost } = await readNewestChanges(dependencies, team, {
    from: feedEnd,
    count: sourceLimits.atomEntriesMax,
    isWanted: wantedChanges({ source, kind }),
    isEntryWanted: wantedEntries({ source }),
  });
  const query = writeQuery({ source, kind });
  const body = writeAtom(changes.map(tellChange), {
    lost: lost.map(tellLostChanges),
    baseUrl: request.baseUrl,
    query: query === '' ? '' : `?${query}`,
    now: new Date(dependencies.now()).toISOString(),
  });
  const headers = {
    'content-type': 'application/atom+xml; charset=utf-8',
    'cache-control': 'private, max-age=300',
    'x-content-type-options': 'nosniff',
  };
  return respondUnlessSeen(request, { statusCode: 200, headers, body });
};

/** The change feed for feed readers. */
export const feedHandlers = { open, read };
