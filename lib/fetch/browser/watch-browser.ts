import type { CDPSession, Page } from 'playwright-core';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import type { CheckHop } from '../tier/fetch-request.ts';
import type { Headers } from '../http/http-headers.ts';
import { failureError } from '../http/network-failure.ts';
import { openPageTrail, withoutHash } from './page-trail.ts';
import { isBodiless } from '../http/http-status.ts';
import { openSlot, slotTriesMax, type Slot } from '../politeness/slot.ts';
import { mediaTypeIn, saysNothing } from '../http/content-type.ts';

/** A document that a browser without a window does not show, as its host sent it. */
export interface SentFile {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** What a page did while it loaded. */
export interface Watch {
  /** Why a navigation of the page was refused, if one was. */
  readonly refusal: { readonly failure: Failure; readonly url: string; readonly unsent?: true } | null;
  /** Rejects as soon as that happens. */
  readonly refused: Promise<never>;
  /** Resolves if the page turns out to be a file, which Chromium would download. */
  readonly file: Promise<SentFile>;
  /** The last URL that the page's own frame requested. */
  readonly lastUrl: string;
  /** The URLs that its own frame requested before this one, first to last. */
  readonly redirectsTo: (url: string) => readonly string[];
}

/** Without a picture of the page these are not loaded, although they are most of its bytes. */
const unseenTypes = ['Image', 'Font', 'Media'] as const;
/** Films are not loaded even for a picture. */
const seenTypes = ['Media'] as const;

/** Types of files that are read as over HTTP, where no browser shows them. */
const fileTypes =
  /^(?:$|text\/|application\/(?:(?:x-)?pdf|octet-stream|json|xml|[\w.-]+\+(?:json|xml|yaml))(?:$|\s*;))/i;

/** Says whether Chromium downloads a file of this type, whatever its answer says. */
const isDownload = (type: string): boolean =>
  /^application\/(?:x-)?pdf$/.test(type) || (type.includes('/') && saysNothing(type));

const isFile = (headers: Readonly<Record<string, string>>): boolean => {
  const type = headers['content-type']?.trim() ?? '';
  const isAttachment = /^\s*attachment\b/i.test(headers['content-disposition'] ?? '');
  return isDownload(mediaTypeIn(headers['content-type'])) || (isAttachment && fileTypes.test(type));
};

/**
 * Whether a file is read as a document: by its type, or by its name where that says nothing. Its bytes are not looked
 * at: a page may offer gigabytes.
 */
const isDocument = (headers: Readonly<Record<string, string>>, url: string): boolean =>
  !saysNothing(mediaTypeIn(headers['content-type'])) ||
  /\.pdf\b/i.test(headers['content-disposition'] ?? '') ||
  /\.pdf$/i.test(URL.parse(url)?.pathname ?? '');

/** Returns an answer's headers without those of its transfer: the browser has decoded the body. */
export const decodedHeaders = (sent: Readonly<Record<string, string>>): Record<string, string> => {
  const {
    'content-encoding': _coding,
    'content-length': _length,
    'transfer-encoding': _transfer,
    ...kept
  } = sent;
  return kept;
};

/** Waits for a slot in which a request can leave, beginning with this one; false if the host has none soon. */
const isInSlot = async (first: Slot): Promise<boolean> => {
  let slot: Slot | null = first;
  for (let attempt = 1; slot !== null && attempt <= slotTriesMax; attempt += 1) {
    await slot.comes();
    if (slot.isOpen()) return true;
    slot = attempt < slotTriesMax ? await slot.instead() : null;
  }
  return false;
};

/** Sends a command whose target may be gone; then its result is not needed either. */
const send = (session: CDPSession, ...command: Parameters<CDPSession['send']>): void => {
  session.send(...command).catch(() => undefined);
};

/** What is watched, and what may leave. */
interface WatchOptions {
  readonly url: string;
  readonly headers: Headers;
  readonly headersFor: readonly string[];
  readonly checkHop: CheckHop;
  /** The slot for the request of the page itself. */
  readonly slot: Slot;
  /** Whether a picture is taken of the page. */
  readonly isSeen: boolean;
  /** Whether the page shows a document by now. */
  readonly isShown: () => boolean;
}

/**
 * Stands between a page and its browser's network. It blocks what is not needed for the result. It judges every further
 * navigation of the page's own frame, by redirect or by script, like a hop of the HTTP tier: scope, robots, pace.
 * Playwright's own interception does not report redirects; the DevTools protocol does.
 *
 * `headers` go only to the origins of `headersFor`. Every request is intercepted for that, because Chromium sends added
 * headers wherever a redirect leads.
 */
export const watchBrowser = async (
  page: Page,
  { url, headers, headersFor, checkHop, slot, isSeen, isShown }: WatchOptions,
): Promise<Watch> => {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const blockedTypes: readonly string[] = isSeen ? seenTypes : unseenTypes;
  const own = Object.entries(headers);
  const seen = openPageTrail();
  let refusal: Watch['refusal'] = null;
  const file = Promise.withResolvers<SentFile>();
  const refused = Promise.withResolvers<never>();
  refused.promise.catch(() => undefined);

  const refuse = (requestId: string, why: Failure, to: string, unsent = false): void => {
    refusal ??= { failure: why, url: to, ...(unsent ? { unsent } : {}) };
    send(session, 'Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    refused.reject(failureError(why));
  };
  const pass = (requestId: string, to: string, given: Readonly<Record<string, string>>): void => {
    if (own.length === 0) return send(session, 'Fetch.continueRequest', { requestId });
    const named = new Set(own.map(([name]) => name.toLowerCase()));
    const kept = Object.entries(given).filter(([name]) => !named.has(name.toLowerCase()));
    const mine = headersFor.includes(URL.parse(to)?.origin ?? '') ? own : [];
    const sent = [...kept, ...mine].map(([name, value]) => ({ name, value }));
    send(session, 'Fetch.continueRequest', { requestId, headers: sent });
  };
  const navigate = async (requestId: string, to: string, given: Record<string, string>): Promise<void> => {
    const again = seen.last() === to;
    seen.add(to);
    if (seen.count() > limits.redirectsMax + 1) {
      const message = `Cannot render ${url}: its page moves on more than ${limits.redirectsMax} times`;
      return refuse(requestId, failure('REDIRECT_TOO_MANY', message), to);
    }
    const isFirst = seen.count() === 1;
    const verdict: Awaited<ReturnType<CheckHop>> =
      isFirst || again ? { ok: true, slot: isFirst ? slot : openSlot } : await checkHop(to);
    if (!verdict.ok) return refuse(requestId, verdict.failure, to);
    // A browser takes longer to start than a slot stays open.
    if (await isInSlot(verdict.slot ?? openSlot)) return pass(requestId, to, given);
    const message = `Cannot render ${to}: its host's slots passed before it could be asked for, and it has none soon`;
    refuse(requestId, failure('HOST_BUSY', message), to, isFirst);
  };

  /** Takes a file before Chromium turns it into a download; lets everything else continue. */
  const receive = async (
    requestId: string,
    to: string,
    status: number,
    given: readonly { readonly name: string; readonly value: string }[],
  ): Promise<void> => {
    const sent = Object.fromEntries(given.map(({ name, value }) => [name.toLowerCase(), value]));
    const refuseDownload = isShown() && isFile(sent) && !isDocument(sent, to);
    // The page stays, so this is no step on its way.
    if (isBodiless(status) || refuseDownload) seen.forget(to);
    // A page that offers a file stays the page. Only a file that is read as a document takes its place.
    if (refuseDownload) return send(session, 'Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    if (status !== 200 || !isFile(sent)) return send(session, 'Fetch.continueRequest', { requestId });
    const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
    const bytes = Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
    file.resolve({ url: to, status, headers: decodedHeaders(sent), body: bytes });
    send(session, 'Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  };

  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, resourceType, frameId, responseStatusCode, responseHeaders = [] } = paused;
    if (blockedTypes.includes(resourceType)) {
      return send(session, 'Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    }
    const isOwn = resourceType === 'Document' && frameId === frameTree.frame.id;
    if (responseStatusCode !== undefined || paused.responseErrorReason !== undefined) {
      if (!isOwn) return send(session, 'Fetch.continueRequest', { requestId });
      // If the body cannot be read, the page cannot either: the browser gives the reason.
      const to = withoutHash(request.url);
      return void receive(requestId, to, responseStatusCode ?? 0, responseHeaders).catch(() =>
        send(session, 'Fetch.continueRequest', { requestId }),
      );
    }
    if (!isOwn) return pass(requestId, request.url, request.headers);
    navigate(requestId, withoutHash(request.url), request.headers).catch((error: unknown) => {
      const why = failure('INTERNAL', `Cannot judge ${request.url}: ${String(error)}`);
      refuse(requestId, why, request.url);
    });
  });
  await session.send('Fetch.enable', {
    patterns: [
      ...[...(isSeen ? seenTypes : unseenTypes), 'Document' as const].map((resourceType) => ({
        resourceType,
      })),
      { resourceType: 'Document', requestStage: 'Response' },
      ...(own.length === 0 ? [] : [{ urlPattern: '*' }]),
    ],
  });
  return {
    refused: refused.promise,
    file: file.promise,
    get refusal() {
      return refusal;
    },
    get lastUrl() {
      return seen.last() ?? url;
    },
    redirectsTo: seen.before,
  };
};
