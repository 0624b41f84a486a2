import { classMatches } from '../../dom/class-names.ts';
import type { DomElement } from '../../dom/dom.ts';
import { holdsAny, summarizeText } from '../../dom/text-summary.ts';
import type { KindEvidence } from './evidence.ts';

/** Least number of entries in a listing. Fewer are the links to further reading below an article. */
const entriesMin = 6;
/** An entry describes the page to which it leads; a longer text is the content itself. */
const entryCharacters = [8, 700] as const;
/** Least share of the text outside the frame that stands in entries. */
const entryShareMin = 0.4;
const cardShareMin = 0.6;
/** A landing page shows its reasons and offers in groups of three. */
const groupMin = 4;

const cardNames = ['img', 'picture', 'h2', 'h3', 'h4', 'h5', 'time', 'p'];

/** Comments below a page that calls itself an article lead to those who wrote them. */
const areComments = (group: readonly DomElement[]): boolean =>
  group[0] !== undefined && isCommentClass(group[0]);
const isCommentClass = classMatches(/(?:^|[\s_-])(?:comments?|commentlist)(?:$|[\s_-])/i);

const isEntry = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  const [least, most] = entryCharacters;
  return length >= least && length <= most && (element.localName === 'a' || holdsAny(element, ['a']));
};

/** A class that names one entry by its number, such as `post-1843`. */
const isOwnName = (name: string): boolean => /\d$/.test(name);

/** Siblings with the same kind are alike: the element name and the first class that is not an entry's own. */
const kindOf = ({ localName, classes }: DomElement): string =>
  `${localName}.${classes.list.find((name) => !isOwnName(name)) ?? ''}`;

/** Finds groups of siblings that are alike and lead elsewhere, each with more than a link's text. */
export const entryGroups = (elements: readonly DomElement[]): DomElement[][] => {
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

/** Counts the characters of text under `root` outside the elements that are left out. */
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

/** Returns signs of a listing: entries that repeat and lead elsewhere. */
export const listingEvidence: KindEvidence = ({ page, outside: outsideFrame, metadata }) => {
  const outside = outsideFrame();
  const isClaimed = metadata.og.type?.toLowerCase() === 'article';
  const groups = entryGroups(outside).filter((group) => !isClaimed || !areComments(group));
  const entries = new Set(groups.flat());
  if (!groups.some(({ length }) => length >= entriesMin)) return [];
  const all = new Set(outside);
  const whole = lengthWithout(page.body, (element) => !all.has(element));
  const rest = lengthWithout(page.body, (element) => !all.has(element) || entries.has(element));
  return whole - rest >= entryShareMin * whole
    ? [`${entries.size} entries that lead elsewhere are most of the page`]
    : [];
};
