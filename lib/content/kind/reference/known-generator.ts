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

/** Returns the programs that a page names as its generator. */
const claimsOf = ({ metas }: Metadata): string[] => [metas['generator'] ?? []].flat();

/**
 * Says whether a page names the generator as the writer of the whole page: others put a generator's output into pages
 * of their own.
 */
export const isGeneratedWhole = ({ meta }: Generator, metadata: Metadata): boolean =>
  meta !== undefined && claimsOf(metadata).some((claim) => meta.test(claim));

const marks = new Set(known.flatMap((one) => one.marks.flat()));
/** Names of classes that are a mark only on elements with one name: `pre.rust`. */
const ofOneName = new Set([...marks].flatMap((mark) => /^[a-z][^.]*\.(.+)$/.exec(mark)?.[1] ?? []));

const bare = (sign: string): ReadonlySet<string> =>
  new Set([...marks].flatMap((mark) => (mark.startsWith(sign) ? [mark.slice(1)] : [])));
const ids = bare('#');
const roles = bare('@');
const classes = bare('.');

const none: readonly string[] = [];
const isMarking = (name: string): boolean => classes.has(name) || ofOneName.has(name);
/** Classes that are a mark on every element, or on elements with one name. */
const markingClasses = askClasses(({ list }) => (list.some(isMarking) ? list.filter(isMarking) : none));

const noteClasses = (found: Set<string>, localName: string, names: readonly string[]): void => {
  for (const name of names) {
    if (classes.has(name)) found.add(`.${name}`);
    if (ofOneName.has(name)) found.add(`${localName}.${name}`);
  }
};

/** Returns the marks that stand among the elements. */
const marksAmong = (elements: readonly DomElement[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const element of elements) {
    const { localName, id } = element;
    if (marks.has(localName)) found.add(localName);
    if (element.pairs.length === 0) continue;
    const marking = markingClasses(element);
    if (marking.length > 0) noteClasses(found, localName, marking);
    if (id !== '' && ids.has(id)) found.add(`#${id}`);
    if (roles.size === 0) continue;
    const role = element.getAttribute('role')?.trim().toLowerCase();
    if (role !== undefined && roles.has(role)) found.add(`@${role}`);
  }
  return found;
};

/**
 * Returns the program that wrote a page, or null if it shows no known one. Themes come before the programs that they
 * are for.
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
