import { crawlSealedFor } from '../../job/sealed-headers.ts';
import type { AppliedManifest } from '../../source/applied-manifest.ts';
import {
  hiddenNames,
  isKeptFor,
  printHeaders,
  withHeaders,
  writtenHeaders,
  type HeaderNote,
} from '../../source/kept-headers.ts';
import type { Manifest } from '../../source/manifest.ts';
import type { PlanFinding } from '../../source/plan-sources.ts';
import { resolveSources, type ManifestSource } from '../../source/resolve-sources.ts';
import { sourceRequest } from '../../source/source-request.ts';
import { boundRequest, typedUrls } from '../submit-job/bind-request.ts';
import { readSubmission } from '../submit-job/submit-job.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers of sources in a plan. */
export interface PlannedHeaders {
  /** What is known of them, by source. */
  readonly notes: Readonly<Record<string, HeaderNote>>;
  /** The headers whose values were given, by source: they can be sealed. */
  readonly values: ReadonlyMap<string, Headers>;
  readonly findings: readonly PlanFinding[];
}

/** Reads the headers with which a source's runs request its pages, and the origins to which they are bound. */
const readHeaders = (
  team: string,
  source: ManifestSource,
): { readonly headers: Headers; readonly wanted: Omit<HeaderNote, 'print'> } | null => {
  const written = writtenHeaders(source);
  // A hidden value is not known here; only its name is needed.
  const named = withHeaders(source, Object.fromEntries(Object.keys(written).map((name) => [name, '-'])));
  const { kind, body } = sourceRequest(named, { version: '0.0.0' });
  const parsed = readSubmission({ kind, body });
  if (!parsed.ok) return null;
  const { urls } = typedUrls(parsed.value.urls);
  const [url] = urls;
  if (url === undefined) return null;
  const { scrape } = parsed.value.request;
  const headers = { ...scrape.headers, ...written };
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const isOwn = Object.keys(written).some((name) => name.toLowerCase() === 'accept-language');
  const language = isOwn ? undefined : scrape.headers['Accept-Language'];
  const sealedFor = crawlSealedFor(team, boundRequest({ ...parsed.value.request, url }, 'source', urls));
  return {
    headers,
    wanted: {
      names: names.toSorted(),
      ...(language === undefined ? {} : { language }),
      sealedFor: [...sealedFor],
    },
  };
};

const missing = ({ id }: ManifestSource, names: readonly string[]): PlanFinding => ({
  level: 'error',
  source: id,
  code: 'HEADERS_MISSING',
  message: `Its headers are not kept for where it begins, and with these names: give ${names.join(', ')} again`,
});

/**
 * Notes the headers of versions that were applied before headers were sealed. These hold them in the clear, and they
 * are treated as given.
 */
const noteUnsealed = (
  pepper: string,
  team: string,
  before: AppliedManifest,
): { readonly notes: Record<string, HeaderNote>; readonly values: Map<string, Headers> } => {
  const notes: Record<string, HeaderNote> = {};
  const values = new Map<string, Headers>();
  for (const source of [...resolveSources(before.manifest), ...before.kept]) {
    const given = before.unsealed?.get(source.id);
    const read = given === undefined ? null : readHeaders(team, withHeaders(source, given));
    if (read === null) continue;
    const print = printHeaders(pepper, { team, source: source.id }, read.headers);
    notes[source.id] = { ...read.wanted, print };
    values.set(source.id, read.headers);
  }
  return { notes, values };
};

/**
 * Plans the headers of a manifest that is to be applied. If a manifest has the placeholder of a kept value, that value
 * stays, as long as it is sent to the same places under the same name. So an exported manifest can be applied again,
 * and nobody can redirect a token that they do not know. Retired sources keep no headers.
 */
export const planHeaders = async (
  pepper: () => Promise<string>,
  team: string,
  before: AppliedManifest | null,
  manifest: Manifest,
): Promise<PlannedHeaders & { readonly before: AppliedManifest | null }> => {
  const sources = resolveSources(manifest).filter(
    (source) => source.status !== 'retired' && Object.keys(writtenHeaders(source)).length > 0,
  );
  if (sources.length === 0 && before?.unsealed === undefined)
    return { notes: {}, values: new Map(), findings: [], before };
  const old = before === null ? null : noteUnsealed(await pepper(), team, before);
  const known = { ...before?.headers, ...old?.notes };
  const notes: Record<string, HeaderNote> = {};
  const values = new Map(old?.values);
  const findings: PlanFinding[] = [];
  for (const source of sources) {
    const read = readHeaders(team, source);
    if (read === null) continue;
    const kept = known[source.id];
    const names = Object.keys(writtenHeaders(source));
    if (hiddenNames(source).length === 0) {
      notes[source.id] = {
        ...read.wanted,
        print: printHeaders(await pepper(), { team, source: source.id }, read.headers),
      };
      values.set(source.id, read.headers);
    } else if (hiddenNames(source).length === names.length && kept && isKeptFor(kept, read.wanted))
      notes[source.id] = kept;
    else findings.push(missing(source, names));
  }
  return {
    notes,
    values,
    findings,
    before: before === null || old === null ? before : { ...before, headers: known },
  };
};
