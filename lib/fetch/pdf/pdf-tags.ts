import { isPlainObject } from '../../plain-object.ts';
import { countInk, type PdfRun } from './pdf-lines.ts';

/**
 * Tags of a PDF (ISO 32000-1 section 14.8): the tree in which a program wrote what is a heading, a list, a table. Word,
 * Chrome, LibreOffice, InDesign and others can write one.
 */

/** An element of a page's tree, with the names of the marked text in it (`PdfRun.tag`) where that stands. */
export interface TagNode {
  readonly role: string;
  readonly children: readonly (TagNode | string)[];
}

/** A page of a tagged PDF as far as tags are concerned. */
export interface TaggedPage {
  readonly runs: readonly PdfRun[];
  readonly tags?: TagNode | undefined;
}

/** A page whose tree has more elements is read by its layout. */
const nodesMax = 50_000;
const depthMax = 100;

/**
 * Reads the tree that pdf.js gives of a page (`getStructTree`).
 *
 * @returns undefined if there is none, or one that is too large.
 */
export const readTagTree = (tree: unknown): TagNode | undefined => {
  let nodes = 0;
  const read = (value: unknown, depth: number): TagNode | string | null => {
    nodes += 1;
    if (!isPlainObject(value) || depth > depthMax || nodes > nodesMax) return null;
    const { role, type, id, children } = value;
    if (type === 'content') return typeof id === 'string' ? id : null;
    if (typeof role !== 'string') return null;
    const below = Array.isArray(children) ? children : [];
    return { role, children: below.flatMap((child) => read(child, depth + 1) ?? []) };
  };
  const root = read(tree, 0);
  return root === null || typeof root === 'string' || nodes > nodesMax ? undefined : root;
};

/** Elements that stand on lines of their own; others are a part of a line, or hold some of these. */
const blockRoles: ReadonlySet<string> = new Set(
  (
    'P Title L LI LBody Table THead TBody TFoot TR TH TD TOC TOCI BlockQuote Caption Document DocumentFragment Part ' +
    'Art Sect Div Aside Index FENote Note'
  ).split(' '),
);

/** Returns the level of a heading, 1 to 6; 0 for another element. */
export const headingLevel = (role: string): number => {
  if (role === 'Title') return 1;
  // A heading without a level stands at the beginning of its section.
  if (role === 'H') return 2;
  return Number(/^h(?:eading ?)?([1-6])$/i.exec(role)?.[1] ?? 0);
};

export const isBlockRole = (role: string): boolean => blockRoles.has(role) || headingLevel(role) > 0;

/** Returns the names of the marked text within an element, in the order of reading. */
export const marksIn = (node: TagNode): string[] =>
  node.children.flatMap((child) => (typeof child === 'string' ? [child] : marksIn(child)));

/** Elements that tell more of a page than its layout does. */
const isTelling = ({ role }: TagNode): boolean =>
  headingLevel(role) > 0 || role === 'LI' || role === 'TR' || role === 'Code';

/** Says whether an element, or one below it, is of a kind. */
const someTag = (node: TagNode, isOne: (node: TagNode) => boolean): boolean =>
  isOne(node) || node.children.some((child) => typeof child !== 'string' && someTag(child, isOne));

/** Says whether a tree names a heading. */
export const namesHeading = (tree: TagNode): boolean => someTag(tree, ({ role }) => headingLevel(role) > 0);

/** A page is read by its tags if they name this share of its letters or more. */
const namedMin = 0.8;

const inkOf = (runs: readonly PdfRun[]): number => runs.reduce((sum, { text }) => sum + countInk(text), 0);

/** Says whether nearly all text of a page stands in its tree, apart from that which the file marks as ornament. */
const isNamed = ({ runs, tags }: TaggedPage): boolean => {
  if (tags === undefined) return false;
  const marks = new Set(marksIn(tags));
  const inTree = runs.filter(({ tag }) => tag !== undefined && marks.has(tag));
  const all = runs.filter(({ isArtifact }) => isArtifact !== true);
  return inTree.length > 0 && inkOf(inTree) >= namedMin * inkOf(all);
};

/** Returns the tree of each page that is read by its tags; null for a page that is read by its layout. */
export const usedTags = (pages: readonly TaggedPage[]): (TagNode | null)[] => {
  const used = pages.map((page) => (isNamed(page) ? (page.tags ?? null) : null));
  const isWorth = used.some((tree) => tree !== null && someTag(tree, isTelling));
  return isWorth ? used : pages.map(() => null);
};
