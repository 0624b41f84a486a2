import type { DomElement } from '../../dom/dom.ts';
import { holdsAny, summarizeText } from '../../dom/text-summary.ts';
import type { KindEvidence } from './evidence.ts';

/** Entries of a listing at least; fewer are what else there is to read below an article. */
const entriesMin = 6;
/** An entry says what it leads to; what is longer is the thing itself. */
const entryCharacters = [8, 700] as const;
/** Share of the text outside the frame that entries have. */
const entryShareMin = 0.4;
const cardShareMin = 0.6;
/** A landing page has its reasons and offers in groups of three. */
const groupMin = 4;

const cardNames = ['img', 'picture', 'h2', 'h3', 'h4', 'h5', 'time', 'p'];

const isEntry = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  const [least, most] = entryCharacters;
  return length >= least && length <= most && (element.localName === 'a' || holdsAny(element, ['a']));
};

/** What makes siblings alike: their name and the first of their classes. */
const kindOf = ({ localName, classes }: DomElement): string => `${localName}.${classes.list[0] ?? ''}`;

/** Groups of siblings that are alike and lead elsewhere, each of more than a link's text. */
const entryGroups = (elements: readonly DomElement[]): DomElement[][] => {
  const groups = new Map<DomElement, Map<string, DomElement[]>>();
  for (const element of elements) {
    const parent = element.parentNode;
    if (parent === null || !isEntry(element)) continue;
    const kinds = groups.get(parent) ?? new Map<string, DomElement[]>();
    groups.set(parent, kinds);
    const kind = kindOf(element);
    const group = kinds.get(kind);
    if (group === undefined) kinds.set(kind, [element]);
    else group.push(element);
  }
  return [...groups.values()]
    .flatMap((kinds) => [...kinds.values()])
    .filter((group) => {
      const cards = group.filter((one) => holdsAny(one, cardNames)).length;
      return group.length >= groupMin && cards >= cardShareMin * group.length;
    });
};

/** Characters of text under `root` that stand in none of the elements left out. */
const lengthWithout = (root: DomElement, isLeftOut: (element: DomElement) => boolean): number => {
  let length = summarizeText(root).length;
  const pending: DomElement[] = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    for (const child of element.children) {
      if (isLeftOut(child)) length -= summarizeText(child).length;
      else if (child.childElementCount > 0) pending.push(child);
    }
  }
  return length;
};

/** Signs of a listing: entries that repeat and lead elsewhere. */
export const listingEvidence: KindEvidence = ({ page, outside: outsideFrame }) => {
  const outside = outsideFrame();
  const groups = entryGroups(outside);
  const entries = new Set(groups.flat());
  if (!groups.some(({ length }) => length >= entriesMin)) return [];
  const all = new Set(outside);
  const whole = lengthWithout(page.body, (element) => !all.has(element));
  const rest = lengthWithout(page.body, (element) => !all.has(element) || entries.has(element));
  return whole - rest >= entryShareMin * whole
    ? [`${entries.size} entries that lead elsewhere are most of the page`]
    : [];
};
