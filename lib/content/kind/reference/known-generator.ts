import { askClasses } from '../../dom/class-names.ts';
import type { DomElement } from '../../dom/dom.ts';
import type { Metadata } from '../../page-content.ts';
import type { Generator } from './generator.ts';
import { generators } from './generators.ts';
import { selectorsIn } from './marks.ts';

interface Known {
  readonly generator: Generator;
  readonly marks: readonly (readonly string[])[];
}

const known: readonly Known[] = generators.map((generator) => ({
  generator,
  marks: generator.marks.map((mark) => [...selectorsIn(mark)]),
}));

/** What a page says of the program that wrote it. */
const claimsOf = ({ metas }: Metadata): string[] => [metas['generator'] ?? []].flat();

/**
 * Whether a page says that it is a generator's as a whole: others put what a generator wrote into pages of their own.
 */
export const isGeneratedWhole = ({ meta }: Generator, metadata: Metadata): boolean =>
  meta !== undefined && claimsOf(metadata).some((claim) => meta.test(claim));

const marks = new Set(known.flatMap((one) => one.marks.flat()));
/** Names of classes that are a mark on elements of one name: `pre.rust`. */
const ofOneName = new Set([...marks].flatMap((mark) => /^[a-z][^.]*\.(.+)$/.exec(mark)?.[1] ?? []));

const bare = (sign: string): ReadonlySet<string> =>
  new Set([...marks].flatMap((mark) => (mark.startsWith(sign) ? [mark.slice(1)] : [])));
const ids = bare('#');
const roles = bare('@');

const markedClasses = askClasses(({ list }) => list.filter((name) => marks.has(`.${name}`)));
const namedClasses = askClasses(({ list }) => list.filter((name) => ofOneName.has(name)));

/** The marks that stand among the elements. */
const marksAmong = (elements: readonly DomElement[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const element of elements) {
    const { localName, id } = element;
    if (marks.has(localName)) found.add(localName);
    if (element.pairs.length === 0) continue;
    for (const name of markedClasses(element)) found.add(`.${name}`);
    for (const name of namedClasses(element)) found.add(`${localName}.${name}`);
    if (id !== '' && ids.has(id)) found.add(`#${id}`);
    if (roles.size === 0) continue;
    const role = element.getAttribute('role')?.trim().toLowerCase();
    if (role !== undefined && roles.has(role)) found.add(`@${role}`);
  }
  return found;
};

/**
 * The program that wrote a page, or null where it shows none that is known. Themes come before the programs they are
 * for.
 */
export const detectGenerator = (elements: readonly DomElement[], metadata: Metadata): Generator | null => {
  const found = marksAmong(elements);
  const claims = claimsOf(metadata);
  if (found.size === 0 && claims.length === 0) return null;
  const has = (selectors: readonly string[]): boolean => selectors.every((selector) => found.has(selector));
  const wrote = ({ generator: { meta }, marks }: Known): boolean =>
    (meta !== undefined && claims.some((claim) => meta.test(claim))) || marks.some(has);
  return known.find(wrote)?.generator ?? null;
};
