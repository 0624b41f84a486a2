import * as z from 'zod';
import { parseManifest, type Manifest, type ManifestProblem } from './manifest.ts';

/** A manifest from a model's answer, and the sources that were left out. */
export interface ReadDraft {
  readonly manifest: Manifest | null;
  readonly problems: readonly ManifestProblem[];
  /** Sources whose address is not in the notes: a model makes addresses up. */
  readonly left: readonly { readonly id: string; readonly url: string }[];
}

/** A source as a model wrote it. The manifest's schema checks the other fields later. */
const draftedSource = z.looseObject({
  id: z.unknown().optional(),
  url: z.unknown().optional(),
  agency: z.unknown().optional(),
  include_patterns: z.unknown().optional(),
  exclude_patterns: z.unknown().optional(),
});
type DraftedSource = z.infer<typeof draftedSource>;

const draftedManifest = z.object({ name: z.unknown().optional(), sources: z.array(z.unknown()).catch([]) });

/** Removes empty values: under a strict schema a model writes null for what it leaves out. */
const withoutNothing = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null &&
        value !== undefined &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  ) as Partial<Fields>;

/** Returns an address without final punctuation and slash, so that two spellings are equal. */
const plain = (address: string): string => address.replace(/[.,;:!?]+$/, '').replace(/\/$/, '');

const addressesIn = (notes: string): ReadonlySet<string> =>
  new Set([...notes.matchAll(/https?:\/\/[^\s<>"'`)\]]+/gi)].map(([address]) => plain(address)));

const sourceFields = (drafted: DraftedSource): object => {
  const { agency, include_patterns, exclude_patterns, ...rest } = withoutNothing(drafted);
  const patterns = withoutNothing({ include_patterns, exclude_patterns });
  return {
    ...rest,
    status: 'proposed',
    ...(agency === undefined ? {} : { metadata: { agency } }),
    ...(Object.keys(patterns).length === 0 ? {} : { scrape_config: patterns }),
  };
};

/**
 * Reads a model's answer about notes: each source is only proposed, and a source whose address is not in the notes is
 * left out.
 */
export const readDraft = (answer: unknown, notes: string): ReadDraft => {
  const { name, sources } = draftedManifest.catch({ name: null, sources: [] }).parse(answer);
  const known = addressesIn(notes);
  const all = sources.flatMap((each) => {
    const drafted = draftedSource.safeParse(each);
    return drafted.success ? [drafted.data] : [];
  });
  const isKnown = ({ url }: DraftedSource): boolean => typeof url === 'string' && known.has(plain(url));
  const left = all
    .filter((each) => !isKnown(each))
    .map(({ id, url }) => ({ id: String(id).slice(0, 80), url: String(url).slice(0, 300) }));
  const written = {
    version: '0.1.0',
    name: typeof name === 'string' && name !== '' ? name : 'draft',
    sources: all.filter(isKnown).map(sourceFields),
  };
  const parsed = parseManifest(written);
  return parsed.ok
    ? { manifest: parsed.manifest, problems: [], left }
    : { manifest: null, problems: parsed.problems, left };
};
