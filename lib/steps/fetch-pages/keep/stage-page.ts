import { createHash, randomUUID } from 'node:crypto';
import { findLatest } from '../../../store/frontier/find-latest.ts';
import { putObject, putObjectOnce, type Objects } from '../../../store/objects.ts';
import type { Table } from '../../../store/table.ts';
import { attributesInPage } from '../../../content/attributes-in-page.ts';
import type { PageAttributes } from '../../../content/page-attributes.ts';
import type { PageContent } from '../../../content/page-content.ts';
import type { LabelledPair } from '../../../extract/candidates/labelled-pair.ts';
import { collectPageFacts } from '../../../extract/candidates/page-facts.ts';
import { pairsInMarkdown } from '../../../extract/candidates/pairs-in-markdown.ts';
import { pairsInPage } from '../../../extract/candidates/pairs-in-page.ts';
import { failure } from '../../../failure.ts';
import type { Fetched, PageResult, ProcessPage } from '../../../fetch/tier/fetched.ts';
import { hostOf, isSeed, pageHash, type Page } from '../../../frontier/page.ts';
import { hashBody } from '../../../frontier/sameness.ts';
import type { RunningJob } from '../../../job/job.ts';
import { limits } from '../../../limits/limits.ts';
import type { ConfiguredHosts } from '../../../fetch/politeness/host-policies.ts';
import { selectChildren, leftOutCounts } from '../../../envelope/children.ts';
import { draftKey, type Draft } from '../../../envelope/draft.ts';
import { envelopeKey } from '../../../envelope/envelope-key.ts';
import { envelopeSchema } from '../../../envelope/envelope.ts';
import { historyPuts } from '../../../envelope/history.ts';
import { sortLikelyFirst, type ReadSpec } from '../../../envelope/likely-links.ts';
import { processUnchanged } from '../../page-version/process-unchanged.ts';
import { unchangedPuts } from '../../page-version/unchanged-puts.ts';
import {
  detectChange,
  isExtractedPart,
  latestScope,
  readingHash,
  keepableValidators,
  wantedParts,
  type Change,
  type Latest,
} from '../../../envelope/latest.ts';
import { listPage } from './list-page.ts';
import { makeEnvelope, type EnvelopeFacts } from '../../../envelope/make-envelope.ts';
import { detectEmptyPage } from '../../../envelope/empty-page.ts';
import { readDirectives } from '../../../envelope/page-directives.ts';
import { readFetched } from '../../../envelope/read-fetched.ts';
import { computeSimhash } from '../../../envelope/simhash.ts';
import { storeCaptures } from './store-captures.ts';
import { compareWith } from '../../page-version/compare-version.ts';
import { trackPage } from '../../page-version/track-page.ts';
import { detectBlockPage } from '../../../envelope/block-page.ts';

/** What staging needs besides the page. */
export interface StageDependencies {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly now: () => number;
  readonly environment: EnvelopeFacts['environment'];
  readonly engineVersion: string;
  readonly readSpec: ReadSpec;
  /** The group that the sources put a host into. */
  readonly groupOf?: ConfiguredHosts['groupOf'];
  /** Whether a URL is known to be a page though its name ends like a file's. */
  readonly isPage?: (url: string) => boolean;
}

/** Formats that are the same wherever the Markdown is. */
const fromMarkdown: ReadonlySet<string> = new Set(['markdown', 'summary', 'changeTracking']);

const sha256 = (text: string | Uint8Array): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

type Staged =
  | { readonly key: string; readonly written: boolean; readonly bytes: number; readonly draft?: true }
  | { readonly tooLarge: number };

/** Writes what extraction needs of the version, unless an older envelope holds what was extracted from the same. */
const stageDraft = async (
  dependencies: StageDependencies,
  facts: EnvelopeFacts,
  version: Draft['version'],
): Promise<Staged> => {
  const { job, page, fetched, content, pairs } = facts;
  const draft: Draft = {
    v: 1,
    envelope: envelopeSchema.parse(makeEnvelope(facts)),
    version,
    visit: { status: fetched.status, ms: fetched.ms },
    facts: collectPageFacts(fetched.url, content, [...pairs, ...pairsInMarkdown(content.markdown)]),
  };
  const body = JSON.stringify(draft);
  if (body.length > limits.envelopeBytesMax) return { tooLarge: body.length };
  const key = draftKey(job.id, page.hash, content.contentHash);
  await putObject(dependencies.envelopes, key, body, 'application/json');
  return { key, written: true, bytes: body.length, draft: true };
};

/**
 * What tells versions of one day apart in their keys. One that is written again though its content did not change has another key:
 * else the first one would stand for it, with the page around it as it was, or without a part that is wanted now.
 */
const keyHash = ({ job, content, change, htmlHash }: EnvelopeFacts): string =>
  change.type === 'unchanged' && change.previousHash === content.contentHash
    ? sha256(JSON.stringify([content.contentHash, htmlHash, wantedParts(job)]))
    : content.contentHash;

/** Writes the version's envelope unless an older one says the same; answers the key under which the content lies. */
const stageVersion = async (
  dependencies: StageDependencies,
  facts: EnvelopeFacts,
  latest: Latest | undefined,
  isFollowed: boolean,
): Promise<Staged> => {
  const { extract } = facts.job.request;
  if (facts.change.type === 'unchanged' && facts.change.envelopeKey !== null) {
    return { key: facts.change.envelopeKey, written: false, bytes: facts.html.length * 2 };
  }
  if (extract !== undefined) {
    return await stageDraft(dependencies, facts, versionOf(facts, true, latest, isFollowed));
  }
  const envelope = envelopeSchema.parse(makeEnvelope(facts));
  const body = JSON.stringify(envelope);
  if (body.length > limits.envelopeBytesMax) return { tooLarge: body.length };
  const key = envelopeKey({
    url: facts.page.url,
    at: facts.at,
    owner: facts.job.source ?? facts.job.id,
    contentHash: keyHash(facts),
  });
  await putObjectOnce(dependencies.envelopes, key, body, 'application/json');
  return { key, written: true, bytes: body.length };
};

/** What is remembered of a version that was seen; `written`: an envelope was made of just this response. */
const versionOf = (
  { job, page, at, content, htmlHash, fetched, engineVersion }: EnvelopeFacts,
  written: boolean,
  latest: Latest | undefined,
  isFollowed: boolean,
): Draft['version'] => {
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
    // An answer of "not modified" does not repeat a header that forbids to follow links.
    ...(isFollowed ? keepableValidators(fetched.headers, seen, latest) : {}),
  };
};

/** Items that change in the transaction that ends the page: its last version, and the record of an unchanged visit. */
const putsOf = (
  facts: EnvelopeFacts,
  staged: { readonly key: string; readonly written: boolean },
  latest: Latest | undefined,
  isFollowed: boolean,
): Extract<PageResult, { kind: 'kept' }>['puts'] => {
  const { job, page, fetched } = facts;
  const version: Latest = {
    ...versionOf(facts, staged.written, latest, isFollowed),
    envelopeKey: staged.key,
  };
  const puts = unchangedPuts(job, page, version, fetched);
  return [...(facts.change.type === 'unchanged' ? puts : puts.slice(0, 1)), ...historyPuts(job, version)];
};

const finishedAttributes = (
  content: PageContent,
  fetched: Fetched,
  staged: { readonly key: string; readonly bytes: number; readonly draft?: true },
  change: Change,
): Record<string, unknown> => ({
  status: fetched.status,
  finalUrl: fetched.url,
  tier: fetched.tier,
  title: content.title?.slice(0, 300),
  ...(staged.draft === true
    ? { draftKey: staged.key }
    : { envelopeKey: staged.key, envelopeBytes: staged.bytes }),
  contentHash: content.contentHash,
  contentBytes: Buffer.byteLength(content.markdown),
  changeType: change.type,
});

/** Makes the `ProcessPage` of a deployment: content, change, envelope and links of one fetched page. */
export const stagePages = (dependencies: StageDependencies): ProcessPage => {
  return async (job: RunningJob, page: Page, fetched: Fetched): Promise<PageResult> => {
    if (job.request.map !== undefined) return await listPage(dependencies, job, page, fetched);
    if (fetched.status === 304) return await processUnchanged(dependencies, job, page, fetched);
    const pairs: LabelledPair[] = [];
    const { attributes: wanted } = job.request.scrape;
    let attributes: readonly PageAttributes[] | undefined = wanted?.map((one) => ({ ...one, values: [] }));
    const read = await readFetched(fetched, job.request.scrape, (tree, baseUrl) => {
      if (job.request.extract !== undefined) pairs.push(...pairsInPage(tree, baseUrl));
      if (wanted !== undefined) attributes = attributesInPage(tree, wanted);
    });
    if (read.kind === 'refused') return read;
    const { content, html, encoding, format } = read;
    // What a client sent is what it wants read.
    const blockPage =
      fetched.tier === 'upload'
        ? null
        : detectBlockPage({ url: page.url, finalUrl: fetched.url, html, content });
    if (blockPage !== null) return { kind: 'refused', failure: blockPage };
    const { noindex, nofollow, expired } = readDirectives(job, content, fetched);
    const bodyKey = hashBody(page.url, content.markdown);
    const followed = selectChildren(
      job,
      page,
      fetched.url,
      nofollow ? [] : content.links,
      dependencies.isPage,
      bodyKey,
    );
    const { traps } = followed;
    const children = await sortLikelyFirst(dependencies.readSpec, job, content.links, followed.children);
    if ((noindex || expired) && !isSeed(page)) {
      const asks = noindex ? 'not to be indexed' : 'not to be shown any more (unavailable_after)';
      const message = `Not kept: ${fetched.url} asks in its robots meta element or header ${asks}`;
      return { kind: 'refused', failure: failure('ROBOTS_NOINDEX', message), children };
    }
    const empty = detectEmptyPage(job, fetched, read);
    if (empty !== null)
      return {
        kind: 'refused',
        failure: empty,
        children,
        ...(html === '' || format !== 'markdown' ? { isFinal: true } : {}),
      };
    const at = dependencies.now();
    const scope = latestScope(job);
    const version = pageHash(page.url);
    const latest = (await findLatest(dependencies.table, scope, [version])).get(version);
    const htmlHash = sha256(format === 'pdf_text' ? fetched.body : html);
    const whole = job.request.scrape.formats.some((format) => !fromMarkdown.has(format));
    const seen = { contentHash: content.contentHash, htmlHash, at };
    const compare = compareWith(dependencies.envelopes, job, { ...seen, engine: dependencies.engineVersion });
    const comparable = (latest && (await compare(latest)).contentHash) ?? content.contentHash;
    const change = detectChange(latest, { ...seen, comparable, whole, parts: wantedParts(job) }, at);
    const tracked = await trackPage({ ...dependencies, compare }, job, page, seen, latest);
    const simhash = computeSimhash(content.markdown);
    const capturesKey =
      fetched.captures === undefined
        ? undefined
        : await storeCaptures(dependencies.envelopes, fetched.captures);
    const facts: EnvelopeFacts = {
      id: randomUUID(),
      job,
      page,
      fetched,
      content,
      pairs,
      attributes,
      html,
      htmlHash,
      simhash,
      encoding,
      format,
      change,
      capturesKey,
      at,
      environment: dependencies.environment,
      engineVersion: dependencies.engineVersion,
      group: dependencies.groupOf?.(hostOf(page.url)) ?? null,
    };
    const staged = await stageVersion(dependencies, facts, latest, !nofollow);
    if ('tooLarge' in staged) {
      return {
        kind: 'refused',
        failure: failure(
          'ENVELOPE_TOO_LARGE',
          `Cannot stage ${page.url}: its envelope has ${staged.tooLarge} bytes, at most ${limits.envelopeBytesMax} are stored`,
        ),
      };
    }
    const { draft } = staged;
    const isFirst = isSeed(page) && page.url === job.request.url;
    const movesScope = job.request.crawl !== undefined && isFirst && fetched.url !== page.url;
    return {
      kind: 'kept',
      ...(job.request.extract === undefined ? {} : { to: 'fetched' as const }),
      attributes: {
        ...finishedAttributes(content, fetched, staged, change),
        ...tracked,
        simhash: simhash ?? undefined,
        ...(capturesKey === undefined ? {} : { capturesKey }),
        ...(Object.keys(traps).length === 0 ? {} : { traps }),
      },
      children,
      // What waits for extraction counts as unchanged once it is done.
      counts: {
        ...(change.type === 'unchanged' && job.request.extract === undefined ? { unchanged: 1 } : {}),
        ...leftOutCounts(job, page, traps, bodyKey),
      },
      jobAttributes: movesScope ? { scopeUrl: fetched.url } : {},
      puts: draft === true ? [] : putsOf(facts, staged, latest, !nofollow),
    };
  };
};
