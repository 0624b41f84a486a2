import { elementNode, nextNode, nodeAfter } from './dom-walk.ts';
import type { DomElement, DomNode } from './dom.ts';
import type { Pass, Removed } from './pass.ts';
import { summaryOf } from './text-summary.ts';

/** What one pass removed, element by element, for whoever asks why something is missing. */
export interface Removal {
  readonly pass: string;
  /** The element, as `div#id.class`. */
  readonly element: string;
  /** Beginning of its text. */
  readonly text: string;
  readonly characters: number;
}

/** Passes with what they removed so far. Several walks may share one, and then share the passes' allowances too. */
export interface PassRun {
  readonly passes: readonly Pass[];
  /** Writes down every removal, which costs its text. */
  readonly explains: boolean;
  readonly removed: Map<string, { nodes: number; characters: number }>;
  readonly removals: Removal[];
  /** Characters that all of them removed. */
  characters: number;
}

export const passRun = (passes: readonly Pass[], without: readonly string[], explains: boolean): PassRun => ({
  passes: without.length === 0 ? passes : passes.filter(({ name }) => !without.includes(name)),
  explains,
  removed: new Map(),
  removals: [],
  characters: 0,
});

export const removedBy = ({ removed }: PassRun): Removed[] =>
  [...removed].map(([pass, { nodes, characters }]) => ({ pass, nodes, characters }));

/** Which passes match a class and an id, for each pair of them that was seen; sites repeat them on every page. */
const matchersOf = (passes: readonly Pass[]): ((names: string) => readonly boolean[]) => {
  const known = new Map<string, readonly boolean[]>();
  return (names) => {
    const before = known.get(names);
    if (before !== undefined) return before;
    const words = names.trim().split(/\s+/);
    const found = passes.map(
      (pass) => pass.names !== undefined && words.some((word) => pass.names?.test(word)),
    );
    if (known.size < 5_000) known.set(names, found);
    return found;
  };
};

const matchers = new WeakMap<readonly Pass[], ReturnType<typeof matchersOf>>();
const matcherOf = (passes: readonly Pass[]): ReturnType<typeof matchersOf> => {
  const known = matchers.get(passes) ?? matchersOf(passes);
  matchers.set(passes, known);
  return known;
};

const noMatches: readonly boolean[] = [];

const passFor = (
  element: DomElement,
  passes: readonly Pass[],
  byName: ReturnType<typeof matchersOf>,
): Pass | undefined => {
  const { className, id, pairs } = element;
  const named = className === '' && id === '' ? noMatches : byName(`${className} ${id}`);
  const role = pairs.length === 0 ? null : (element.getAttribute('role')?.trim().toLowerCase() ?? null);
  return passes.find(
    (pass, at) =>
      (pass.tags?.has(element.tag.name) === true ||
        named[at] === true ||
        (role !== null && pass.roles?.has(role) === true) ||
        pass.matches?.(element) === true) &&
      pass.spares?.(element) !== true,
  );
};

const labelOf = ({ localName, id, className }: DomElement): string =>
  `${localName}${id === '' ? '' : `#${id}`}${className
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => `.${name}`)
    .join('')}`.slice(0, 200);

const explainedCharacters = 120;

/** Takes an element out, if its pass may still remove as much of `total` characters. */
export const removeWithin = (run: PassRun, pass: Pass, element: DomElement, total: number): boolean => {
  const characters = summaryOf(element).length;
  const record = run.removed.get(pass.name) ?? { nodes: 0, characters: 0 };
  if (record.characters + characters > pass.shareMax * total) return false;
  if (characters > (pass.elementShareMax ?? 1) * total) return false;
  // Together they may not take everything either.
  if (pass.shareMax < 1 && characters > 0 && run.characters + characters >= total) return false;
  if (run.explains) {
    const text = element.textContent.replace(/\s+/g, ' ').trim().slice(0, explainedCharacters);
    run.removals.push({ pass: pass.name, element: labelOf(element), text, characters });
  }
  element.remove();
  record.nodes += 1;
  record.characters += characters;
  run.characters += characters;
  run.removed.set(pass.name, record);
  return true;
};

/**
 * Removes from `root` what the passes match. An element that a pass may not remove, because its share of the text is used
 * up, stays; what is in it is judged on its own.
 */
export const runPasses = (root: DomElement, run: PassRun, total: number): void => {
  const byName = matcherOf(run.passes);
  let node: DomNode | null = nextNode(root, root);
  while (node !== null) {
    const at: DomNode = node;
    const pass = at.nodeType === elementNode ? passFor(at, run.passes, byName) : undefined;
    if (pass === undefined) {
      node = nextNode(at, root);
      continue;
    }
    const after = nodeAfter(at, root);
    node = removeWithin(run, pass, at as DomElement, total) ? after : nextNode(at, root);
  }
};
