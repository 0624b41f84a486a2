import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Document } from '../../lib/deliver/results/document.ts';
import type { Envelope } from '../../lib/envelope/envelope.ts';
import type { ContentPage } from '../../lib/frontier/page.ts';
import type { Job } from '../../lib/job/job.ts';
import type { JobKind } from '../../lib/job/job-kind.ts';
import { htmlPage, type TestSite } from '../harness/serve-site.ts';

/** What a site answers at one path. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Uint8Array;
  /** Where the case needs more than an answer: a connection that breaks, a body that never ends. */
  readonly act?: (response: ServerResponse, request: IncomingMessage, site: SiteNames) => void;
}

/** Names under which the site of a case is reached: two hosts, as far as a crawler can tell. */
export interface SiteNames {
  readonly origin: string;
  readonly otherOrigin: string;
}

/**
 * A case's replies by path, with its query; a function sees the names of the site and how often the path was asked
 * before.
 */
export type Replies = Readonly<
  Record<string, Reply | ((site: SiteNames, before: number, request: IncomingMessage) => Reply)>
>;

/** A job of a case that has ended, with all that can be seen of it. */
export interface CaseRun {
  readonly job: Job;
  readonly pages: readonly ContentPage[];
  readonly site: TestSite;
  /** Every question to the site's MediaWiki API, in order. */
  readonly questions: readonly URLSearchParams[];
  readonly names: SiteNames;
  readonly log: readonly { readonly event: string; readonly fields: Record<string, unknown> }[];
  /** The envelope of the page at this path. */
  readonly envelope: (path: string) => Promise<Envelope>;
  /** The job's results, as a client reads them. */
  readonly documents: () => Promise<readonly Document[]>;
  /** How often the site was asked for this path. */
  readonly asked: (path: string) => number;
}

/** One behaviour of a site, and what a crawl of it comes to. */
export interface FaultCase {
  readonly area: string;
  /** A law of the fetch stage. */
  readonly title: string;
  readonly replies: Replies;
  /** What the site's MediaWiki API, at /w/api.php, answers to a question. */
  readonly api?: (
    question: URLSearchParams,
    site: SiteNames,
    before: number,
    request: IncomingMessage,
  ) => Reply;
  /** What the deployment says of hosts. */
  readonly hostsDocument?: (site: SiteNames) => unknown;
  readonly kind?: JobKind;
  /** The request besides its URL; paths in `urls` are completed. */
  readonly body?: Record<string, unknown>;
  readonly start?: string;
  /** Seconds between two requests. */
  readonly delay?: number;
  readonly realTime?: boolean;
  /** What access to the web draws each time, from 0 up to 1. */
  readonly webDraw?: number;
  /** The one tier by which the site is fetched. */
  readonly tier?: 'http';
  /** What waits for a browser gets one. */
  readonly browser?: boolean;
  /** How often the same job runs, one after the other: what the first one learned, the last one knows. */
  readonly runs?: number;
  /** How each page ended, by path: its state, and its failure where it has one. */
  readonly pages: Readonly<Record<string, string>>;
  /** Further facts, and what they have to be. */
  readonly facts?: (run: CaseRun) => Promise<Record<string, unknown>> | Record<string, unknown>;
  readonly expected?: Readonly<Record<string, unknown>>;
}

export const html = (title: string, links: readonly string[] = [], text = ''): Reply => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: htmlPage(title, links, text),
});

export const textReply = (body: string | Uint8Array, type = 'text/plain'): Reply => ({
  headers: { 'content-type': type },
  body,
});

export const redirect = (to: string, status = 302): Reply => ({
  status,
  headers: { location: to },
  body: '',
});

export const notFound: Reply = { status: 404, headers: { 'content-type': 'text/html' }, body: 'not here' };
