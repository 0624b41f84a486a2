import { isProseCalledFrame } from '../kind/frame-block.ts';
import { elementNode, nextNode, nodeAfter } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { TextAccount } from '../kind/text-account.ts';
import { makeMatcher } from './match-passes.ts';
import type { Pass, Removed } from './pass.ts';
import { summarizeText } from '../dom/text-summary.ts';

/** One element that a pass removed, to explain why something is missing. */
export interface Removal {
  readonly pass: string;
  readonly reason: string;
  /** The element, as `div#id.class`. */
  readonly element: string;
  /** Beginning of its text. */
  readonly text: string;
  readonly characters: number;
}

/** What passes removed from a page. */
export interface PassRecord {
  readonly removed: Map<string, { nodes: number; characters: number }>;
  /** Every removal, or null if no explanation is wanted: it costs reading the text of everything that is removed. */
  readonly removals: Removal[] | null;
  /** Where every character of the page goes. */
  readonly account: TextAccount;
  /** Receives every removed element, if the caller wants to put them elsewhere. */
  readonly taken?: DomElement[];
}

export const passRecord = (explains: boolean): PassRecord => ({
  removed: new Map(),
  removals: explains ? [] : null,
  account: new TextAccount(),
});

export const removedIn = ({ removed }: PassRecord): Removed[] =>
  [...removed].map(([pass, { nodes, characters }]) => ({ pass, nodes, characters }));

const labelOf = ({ localName, id, className }: DomElement): string =>
  `${localName}${id === '' ? '' : `#${id}`}${className
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => `.${name}`)
    .join('')}`.slice(0, 200);

const explainedCharacters = 120;

const noteDropped = (
  { name, reason, isFrame = false, isRepeat = false }: Pick<Pass, 'name' | 'reason' | 'isFrame' | 'isRepeat'>,
  elements: readonly DomElement[],
  account: TextAccount,
): void => {
  const isNoLoss = (element: DomElement): boolean =>
    isRepeat || ((typeof isFrame === 'boolean' ? isFrame : isFrame(element)) && !isProseCalledFrame(element));
  for (const element of elements) account.drop({ name, reason, isFrame: isNoLoss(element) }, [element]);
};

/**
 * Removes elements from the tree and records them under the rule's name, with its reason. None may be within another.
 */
export const removeElements = (
  pass: Pick<Pass, 'name' | 'reason' | 'shareMax' | 'isFrame' | 'isRepeat'>,
  elements: readonly DomElement[],
  { removed, removals, account, taken }: PassRecord,
): void => {
  noteDropped(pass, elements, account);
  const record = removed.get(pass.name) ?? { nodes: 0, characters: 0 };
  for (const element of elements) {
    // Text of silent elements is not counted: scripts are most of many pages.
    const characters = pass.shareMax === 1 ? 0 : summarizeText(element).length;
    removals?.push({
      pass: pass.name,
      reason: pass.reason,
      element: labelOf(element),
      text: element.textContent.replace(/\s+/g, ' ').trim().slice(0, explainedCharacters),
      characters,
    });
    element.remove();
    taken?.push(element);
    record.nodes += 1;
    record.characters += characters;
  }
  removed.set(pass.name, record);
};

const lengthOf = (elements: readonly DomElement[]): number =>
  elements.reduce((sum, element) => sum + summarizeText(element).length, 0);

/**
 * Spares an element that has nearly all of the text that is there, if that is more than links: it is what the page is
 * about, whatever it is called.
 */
const spareMost = (elements: readonly DomElement[], root: DomElement, leavesMin: number): DomElement[] => {
  const most = (1 - leavesMin) * summarizeText(root).length;
  return elements.filter((element) => {
    const { length, linkLength } = summarizeText(element);
    return length <= most || 2 * linkLength > length;
  });
};

/** Returns the elements that the passes match, outermost only, by pass. */
const matchesOf = (
  root: DomElement,
  passes: readonly Pass[],
  isOn: (pass: Pass) => boolean,
  total: number,
): Map<Pass, DomElement[]> => {
  const found = new Map<Pass, DomElement[]>();
  const passOf = makeMatcher(passes, isOn);
  let node: DomNode | null = nextNode(root, root);
  let inCode = false;
  let codeEnd: DomNode | null = null;
  while (node !== null) {
    const at: DomNode = node;
    node = nextNode(at, root);
    if (at === codeEnd) inCode = false;
    if (at.nodeType !== elementNode) continue;
    const pass = passOf(at);
    if (!inCode && (at.tag.name === 'pre' || at.tag.name === 'code')) {
      inCode = true;
      codeEnd = nodeAfter(at, root);
    }
    if (pass === undefined || (inCode && pass.reachesCode !== true)) continue;
    const { length } = pass.shareMax === 1 ? { length: 0 } : summarizeText(at);
    if (length > (pass.elementShareMax ?? pass.shareMax) * total) continue;
    if (length > (pass.charactersMax ?? Number.POSITIVE_INFINITY)) continue;
    const elements = found.get(pass);
    if (elements === undefined) found.set(pass, [at]);
    else elements.push(at);
    node = nodeAfter(at, root);
  }
  return found;
};

/**
 * Removes from `root` what the passes find in it, except passes in `without`. `total` is the number of characters that
 * shares refer to. The passes together never remove all of the text.
 */
export const runPasses = (
  root: DomElement,
  passes: readonly Pass[],
  { without, record, total, isArticle }: PassContext,
): void => {
  const isOn = ({ name, onlyArticles }: Pass): boolean =>
    !without.includes(name) && (isArticle || onlyArticles !== true);
  const matches = matchesOf(root, passes, isOn, total);
  for (const pass of passes) {
    if (!isOn(pass)) continue;
    const found = pass.find?.(root) ?? matches.get(pass) ?? [];
    const elements = pass.leavesMin === undefined ? found : spareMost(found, root, pass.leavesMin);
    if (elements.length === 0) continue;
    if (pass.shareMax < 1) {
      const length = lengthOf(elements);
      if (length > pass.shareMax * total || (length > 0 && length >= summarizeText(root).length)) continue;
    }
    removeElements(pass, elements, record);
  }
};

export interface PassContext {
  /** Names of passes that are switched off. */
  readonly without: readonly string[];
  readonly record: PassRecord;
  readonly total: number;
  /** Whether the page says that it is an article. */
  readonly isArticle: boolean;
}
