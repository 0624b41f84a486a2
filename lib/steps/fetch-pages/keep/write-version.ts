import { createHash } from 'node:crypto';
import { putObject, putObjectOnce } from '../../../store/objects.ts';
import { draftKey, type Draft } from '../../../envelope/draft.ts';
import { envelopeKey, envelopeOwner, hashVersion } from '../../../envelope/envelope-key.ts';
import { envelopeSchema } from '../../../envelope/envelope.ts';
import {
  isExtractedPart,
  keepableValidators,
  readingHash,
  wantedParts,
  type Latest,
} from '../../../envelope/latest.ts';
import { makeEnvelope, type EnvelopeFacts } from '../../../envelope/make-envelope.ts';
import { versionItems, type VersionItem } from '../../../envelope/version-items.ts';
import { collectPageFacts } from '../../../extract/candidates/page-facts.ts';
import { pairsInMarkdown } from '../../../extract/candidates/pairs-in-markdown.ts';
import { failure, type Failure } from '../../../failure.ts';
import type { EndFacts } from '../../../frontier/page.ts';
import { limits } from '../../../limits/limits.ts';
import type { FetchWorker } from '../fetch-worker.ts';

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** A version to keep: its facts, the version before, and whether its links may be followed. */
export interface FoundVersion {
  readonly facts: EnvelopeFacts;
  readonly latest: Latest | undefined;
  readonly isFollowed: boolean;
}

/** Where a version is stored, as its page notes it, and the items that remember it. */
export interface WrittenVersion {
  readonly where: EndFacts;
  readonly items: readonly VersionItem[];
}

const tooLarge = (url: string, bytes: number): Failure =>
  failure(
    'ENVELOPE_TOO_LARGE',
    `Cannot stage ${url}: its envelope has ${bytes} bytes, at most ${limits.envelopeBytesMax} are stored`,
  );

/**
 * Distinguishes versions of one day in their keys. A version that is written again with unchanged content gets another
 * key. Otherwise the first one would stand for it, with the earlier surroundings of the page, or without a part that is
 * wanted now.
 */
const keyHash = ({ job, content, change, htmlHash, at }: EnvelopeFacts, latest: Latest | undefined): string =>
  hashVersion(
    change.type === 'unchanged' && change.previousHash === content.contentHash
      ? sha256(JSON.stringify([content.contentHash, htmlHash, wantedParts(job)]))
      : content.contentHash,
    at,
    latest,
  );

/** Makes what is remembered of a version. `written`: an envelope was made from this very response. */
const rememberedOf = ({ facts, latest, isFollowed }: FoundVersion, written: boolean): Draft['version'] => {
  const { job, page, at, content, htmlHash, fetched, engineVersion } = facts;
  const seen = { written, redirected: fetched.url !== page.url, htmlHash };
  return {
    url: page.url,
    contentHash: content.contentHash,
    htmlHash,
    envelopeAt: written ? at : (latest?.envelopeAt ?? at),
    checkedAt: at,
    engine: engineVersion,
    reading: readingHash(job),
    parts: written ? wantedParts(job).filter((part) => !isExtractedPart(part)) : (latest?.parts ?? []),
    // A "not modified" answer does not repeat a header that forbids to follow links.
    ...(isFollowed ? keepableValidators(fetched.headers, seen, latest) : {}),
  };
};

/** Writes what extraction needs of the version. Extraction remembers the version once it has written the envelope. */
const writeDraft = async (
  { envelopes }: Pick<FetchWorker, 'envelopes'>,
  found: FoundVersion,
): Promise<WrittenVersion | Failure> => {
  const { job, page, fetched, content, pairs } = found.facts;
  const { latest } = found;
  const draft: Draft = {
    v: 1,
    envelope: envelopeSchema.parse(makeEnvelope(found.facts)),
    version: rememberedOf(found, true),
    ...(latest === undefined
      ? {}
      : { before: { envelopeKey: latest.envelopeKey, envelopeAt: latest.envelopeAt } }),
    visit: { status: fetched.status, ms: fetched.ms },
    facts: collectPageFacts(fetched.url, content, [...pairs, ...pairsInMarkdown(content.markdown)]),
  };
  const body = JSON.stringify(draft);
  if (body.length > limits.envelopeBytesMax) return tooLarge(page.url, body.length);
  const key = draftKey(job.id, page.hash, content.contentHash);
  await putObject(envelopes, key, body, 'application/json');
  return { where: { draftKey: key }, items: [] };
};

/** Makes the version as it is remembered, with its envelope under `key`. */
const remember = (
  found: FoundVersion,
  { key, written, bytes }: { readonly key: string; readonly written: boolean; readonly bytes: number },
): WrittenVersion => {
  const { job, page } = found.facts;
  const version: Latest = { ...rememberedOf(found, written), envelopeKey: key };
  return {
    where: { envelopeKey: key, envelopeBytes: bytes },
    items: versionItems(job, page, version),
  };
};

/** Writes the version's envelope, or its draft if it waits for extraction, unless an older envelope says the same. */
export const writeVersion = async (
  worker: Pick<FetchWorker, 'envelopes'>,
  found: FoundVersion,
): Promise<WrittenVersion | Failure> => {
  const { job, page, at, change, html } = found.facts;
  if (change.type === 'unchanged' && change.envelopeKey !== null)
    return remember(found, { key: change.envelopeKey, written: false, bytes: html.length * 2 });
  if (job.request.extract !== undefined) return await writeDraft(worker, found);
  const body = JSON.stringify(envelopeSchema.parse(makeEnvelope(found.facts)));
  if (body.length > limits.envelopeBytesMax) return tooLarge(page.url, body.length);
  const versionHash = keyHash(found.facts, found.latest);
  const key = envelopeKey({ url: page.url, at, ...envelopeOwner(job), versionHash });
  await putObjectOnce(worker.envelopes, key, body, 'application/json');
  return remember(found, { key, written: true, bytes: body.length });
};
