import type { Link } from '../content/page-content.ts';
import { fieldsOfSpec } from '../extract/schema/asked-fields.ts';
import { linkScore, makeLinkWants, type LinkWants } from '../extract/candidates/link-score.ts';
import type { NewPage } from '../frontier/page.ts';
import type { RunningJob } from '../job/job.ts';
import type { ExtractSpec } from '../request/extract-spec.ts';

/** Reads what a job extracts; null if that has expired. */
export type ReadSpec = (hash: string) => Promise<ExtractSpec | null>;

const kept = 100;

/** Makes a cached `ReadSpec`: what a hash stands for never changes. */
export const cacheSpecs = (read: ReadSpec): ReadSpec => {
  const specs = new Map<string, ExtractSpec>();
  return async (hash) => {
    const known = specs.get(hash);
    if (known !== undefined) return known;
    const spec = await read(hash);
    if (specs.size >= kept) specs.clear();
    if (spec !== null) specs.set(hash, spec);
    return spec;
  };
};

const wantsOf = new WeakMap<ExtractSpec, LinkWants>();

const wantsFor = (spec: ExtractSpec): LinkWants => {
  const known = wantsOf.get(spec);
  if (known !== undefined) return known;
  const read = fieldsOfSpec(spec);
  const wants = makeLinkWants(read.kind === 'read' ? read.fields : [], spec.prompt);
  wantsOf.set(spec, wants);
  return wants;
};

/**
 * Sorts the children of a page of a crawl that looks for something by how likely they hold it, with the score of their
 * links. Leaves those of any other job as they are.
 */
export const sortLikelyFirst = async (
  readSpec: ReadSpec,
  job: RunningJob,
  links: readonly Link[],
  children: readonly NewPage[],
): Promise<readonly NewPage[]> => {
  const { extract, crawl } = job.request;
  if (extract === undefined || crawl === undefined || children.length === 0) return children;
  const spec = await readSpec(extract.order);
  if (spec?.merge !== true) return children;
  const wants = wantsFor(spec);
  const scored = children.map((child) => {
    const link = links[child.position];
    return { ...child, score: link === undefined ? 0 : linkScore(wants, link) };
  });
  return scored.sort((a, b) => b.score - a.score);
};
