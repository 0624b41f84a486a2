import type { Cost, ModelUse } from '../../job/cost.ts';
import { costOfUnits, noModel } from '../../job/cost.ts';
import { keptDays } from '../../job/prices.ts';
import { sumOfUnits, type Units, type UnitName } from '../../job/units.ts';
import { limits } from '../../limits/limits.ts';
import type { ModelShare } from '../../extract/llm/model-share.ts';
import { isSlow, slotSpacing, type PacePolicy } from '../../fetch/politeness/slot-times.ts';
import {
  envelopeBytesUsual,
  finishMs,
  fullMessages,
  linkedMessages,
  loneMessages,
  unitsOfDelay,
  unitsOfEnds,
  unitsOfExtraction,
  unitsOfJob,
  unitsOfLonePage,
  unitsOfPage,
  workMs,
  type MessageShare,
} from './page-units.ts';

/** One host's share of the work, and how the host is asked. */
export interface HostShare {
  readonly host: string;
  readonly pages: number;
  readonly policy: PacePolicy;
  /** Milliseconds that the host takes to answer, as measured; 0 if it was never asked. */
  readonly responseMs: number;
}

export interface WorkFacts {
  readonly hosts: readonly HostShare[];
  /** Requests before the first page: for robots.txt of new hosts, and for sitemaps. */
  readonly robots: number;
  /** Pages that count as forbidden because the rules of robots.txt take too much work to apply. */
  readonly unjudged?: number;
  readonly sitemaps: number;
  /** Share of pages that need a browser, 0 to 1. */
  readonly browserShare: number;
  readonly envelopeBytes?: number;
  /** Most pages are found by links, while the job runs, and not in sitemaps or in the request. */
  readonly areLinked?: boolean;
  /** What a model is asked about each page; null if none is asked. */
  readonly model: ModelShare | null;
}

export interface Work {
  readonly pages: number;
  readonly requests: {
    readonly robots: number;
    readonly sitemaps: number;
    readonly http: number;
    readonly browser: number;
    readonly total: number;
  };
  /** From the request to its results. */
  readonly seconds: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly cost: Cost;
}

const usualResponseMs = 300;

/**
 * Returns the milliseconds from one page of a host to the next: by its slots, or by how fast its answers come and are
 * processed.
 */
const intervalOf = ({ policy, responseMs }: HostShare, workPerPageMs: number): number =>
  Math.max(slotSpacing(policy), (responseMs || usualResponseMs) / policy.concurrency, workPerPageMs / 2);

/**
 * Returns the milliseconds of a function billed for a page: its work, and the wait for its slot. At a slow host that
 * wait is spent in a queue instead, and the page shares the wait for its answer with no other.
 */
const billedMs = (
  { responseMs }: HostShare,
  interval: number,
  workPerPageMs: number,
  isAlone: boolean,
): number =>
  isAlone
    ? workPerPageMs + (responseMs || usualResponseMs)
    : Math.max(workPerPageMs, Math.min(interval, limits.slotPatienceMs));

/** Returns how the messages of a host's pages fare. */
const messagesOf = (
  { policy }: Pick<HostShare, 'policy'>,
  { hosts, areLinked = false }: Pick<WorkFacts, 'hosts' | 'areLinked'>,
): MessageShare => {
  if (isSlow(slotSpacing(policy))) return loneMessages;
  if (!areLinked) return fullMessages;
  if (policy.spacingMs > 0) return linkedMessages.delayed;
  return hosts.length > 1 ? linkedMessages.many : linkedMessages.one;
};

const times = (units: Units, factor: number): Units =>
  Object.fromEntries(Object.entries(units).map(([name, amount]) => [name, amount * factor]));

/** What a host's pages take beside their time, from how many there are and how their messages fare. */
const unitsOfHost = (pages: number, policy: PacePolicy, messages: MessageShare): Units =>
  sumOfUnits([
    times(unitsOfPage, pages),
    times(messages === loneMessages ? unitsOfLonePage : policy.spacingMs > 0 ? unitsOfDelay : {}, pages),
    times(unitsOfEnds, Math.ceil(pages * messages.endsPerPage)),
    times(messages.units, Math.ceil(pages * messages.perPage)),
  ]);

/** Seconds from a job's request to the request of its first page, and from its last page to its results. */
const secondsAround = 2;

/**
 * Estimates what fetching so many pages would take: requests, time under the hosts' politeness, tokens, money. It
 * assumes that the job is alone with its hosts and that no page fails; `docs/cost.md` lists all assumptions.
 */
export const estimateWork = (facts: WorkFacts): Work => {
  const hosts = facts.hosts.filter(({ pages }) => pages > 0);
  const pages = hosts.reduce((sum, host) => sum + host.pages, 0);
  const browser = Math.round(pages * facts.browserShare);
  const before = facts.robots + facts.sitemaps;
  const isExtraction = facts.model !== null;
  const share = facts.browserShare;
  const spans = hosts.map((host) => {
    const http = intervalOf(host, workMs.fetch);
    const shown = intervalOf(host, workMs.render);
    const messages = messagesOf(host, { ...facts, hosts });
    const waitMs = messages.waitMs * messages.perPage;
    const isAlone = messages === loneMessages;
    return {
      pages: host.pages,
      units: unitsOfHost(host.pages, host.policy, messages),
      fetchMs: billedMs(host, http, workMs.fetch, isAlone) + waitMs,
      renderMs: billedMs(host, shown, workMs.render, isAlone) + waitMs,
      interval: http * (1 - share) + shown * share,
    };
  });
  const [first] = spans;
  const sum = (of: (span: (typeof spans)[number]) => number): number =>
    spans.reduce((total, span) => total + of(span), 0);
  const slowestMs = Math.max(0, ...spans.map(({ pages: count, interval }) => count * interval));
  const bytes = (facts.envelopeBytes ?? envelopeBytesUsual) * pages;
  const time: Partial<Record<UnitName, number>> = {
    fetchMs: sum((span) => span.fetchMs * span.pages * (1 - share)) + before * (first?.fetchMs ?? 0),
    renderMs: sum((span) => span.renderMs * span.pages * share),
    finishMs: finishMs.job + finishMs.page * pages,
    ...(isExtraction ? { extractMs: pages * (workMs.extract + workMs.modelCall) } : {}),
  };
  const tokens = {
    input: Math.round(pages * (facts.model?.inputTokens ?? 0)),
    output: Math.round(pages * (facts.model?.outputTokens ?? 0)),
  };
  const price = facts.model?.price;
  const model: ModelUse =
    facts.model === null
      ? noModel
      : {
          inputTokens: tokens.input,
          outputTokens: tokens.output,
          calls: pages,
          dollars: !price ? null : (tokens.input * price.input + tokens.output * price.output) / 1_000_000,
        };
  return {
    pages,
    requests: {
      robots: facts.robots,
      sitemaps: facts.sitemaps,
      http: pages - browser,
      browser,
      total: pages + before,
    },
    seconds:
      pages === 0 ? 0 : Math.round(secondsAround + (slowestMs + before * (first?.interval ?? 0)) / 1_000),
    tokens,
    cost: costOfUnits(
      sumOfUnits([
        unitsOfJob,
        time,
        ...spans.map(({ units }) => units),
        isExtraction ? times(unitsOfExtraction, pages) : {},
        { putBytes: bytes, kbDays: (bytes / 1_024) * keptDays.staged },
      ]),
      model,
    ),
  };
};
