import { findAncestor, collapsed, elementsWithin, isElement, isText } from '../dom/dom-walk.ts';
import { askClasses, classMatches } from '../dom/class-names.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { dateLines, dateLinesShareMax, metaShareMax } from './date-lines.ts';
import { isCallOutLine, isRelatedHeading } from './junk-phrases.ts';
import { holdsGuardedData } from '../kind/guarded.ts';
import { isBoxInText, isFrameBlock, isLinkInText, isTextOfBox } from '../kind/frame-block.ts';
import { isLabelled, isRemark } from './labelled-section.ts';
import { isHeading, isLeaf, leafBlockNames } from './leaf-blocks.ts';
import { namesIn, type Pass } from './pass.ts';
import { holdsAny, summarizeText, textCount } from '../dom/text-summary.ts';

const linkShare = (element: DomElement): number => {
  const { length, linkLength } = summarizeText(element);
  return length === 0 ? 0 : linkLength / length;
};

const holdsPicture = (element: DomElement): boolean =>
  holdsAny(element, ['img', 'picture', 'video', 'iframe']);
const holdsData = (element: DomElement): boolean => holdsAny(element, ['table', 'pre', 'code', 'math']);

/** Largest distance up from a picture and its credit to a common parent. */
const pictureDistance = 4;

/** An element far from any picture is content, even if its name says credit. */
const isNearPicture = (element: DomElement): boolean => {
  let at = element.parentNode;
  for (let up = 0; at !== null && up < pictureDistance; up += 1, at = at.parentNode) {
    if (holdsPicture(at)) return true;
  }
  return false;
};

const lineNames = new Set([
  'p',
  'div',
  'span',
  'li',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'strong',
  'em',
  'b',
  'a',
  'section',
  'blockquote',
]);
const lineCharactersMax = 160;

/** Says whether an element is a line of its own: only white space stands beside it in its block. */
const standsAlone = (element: DomElement): boolean => {
  for (const side of ['previousSibling', 'nextSibling'] as const) {
    let node: DomNode | null = element[side];
    while (node !== null && isText(node) && textCount(node).ink === 0) node = node[side];
    if (
      node !== null &&
      (isText(node) ||
        (isElement(node) && !leafBlockNames.includes(node.localName) && node.localName !== 'br'))
    )
      return false;
  }
  return true;
};

const isCallOut = (element: DomElement): boolean => {
  if (!lineNames.has(element.localName)) return false;
  const { length } = summarizeText(element);
  if (length === 0 || length > lineCharactersMax || !isLeaf(element) || holdsData(element)) return false;
  const isEntry =
    isHeading(element) ||
    findAncestor(element, ({ localName }) => localName === 'li') !== null ||
    element.localName === 'li';
  const line = collapsed(element.textContent);
  if (!isCallOutLine(line, linkShare(element), isEntry) || isLabelled(element, line)) return false;
  return leafBlockNames.includes(element.localName) || standsAlone(element);
};

const headingCharactersMax = 80;

/** Says whether an element is a heading, or a short line that acts as one. */
const isHeadingLike = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  if (length === 0 || length > headingCharactersMax) return false;
  if (isHeading(element)) return true;
  return (element.localName === 'p' || element.localName === 'div') && isLeaf(element);
};

/** Says whether a block is mostly links, or pictures and the short lines that go with them. */
const isLinkBlock = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  return length === 0 || linkShare(element) >= 0.6;
};

/** Finds headings that announce further reading, with the blocks of links after them. */
const relatedBlocks = (root: DomElement): DomElement[] => {
  const found: DomElement[] = [];
  for (const heading of elementsWithin(root, ['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div'])) {
    if (!isHeadingLike(heading) || !isRelatedHeading(collapsed(heading.textContent))) continue;
    const behind: DomElement[] = [];
    for (
      let next = heading.nextElementSibling;
      next !== null && !isHeading(next) && isLinkBlock(next);
      next = next.nextElementSibling
    )
      behind.push(next);
    const hasLinks = behind.some((block) => summarizeText(block).linkLength > 0);
    // At the end of its parent, with no links behind, it announces links that are gone already.
    if (hasLinks || (heading.nextElementSibling === null && isHeading(heading)))
      for (const block of [heading, ...behind]) found.push(block);
  }
  const all = new Set(found);
  return [...all].filter((element) => findAncestor(element, (outer) => all.has(outer)) === null);
};

const lastInk = (element: DomElement): DomElement | null => {
  let node: DomNode | null = element.lastChild;
  while (node !== null) {
    if (isText(node) && /\S/.test(node.data)) return null;
    if (isElement(node) && summarizeText(node).length > 0) return node;
    node = node.previousSibling;
  }
  return null;
};

const tailLinksMin = 2;

/** Finds lists of links at the very end, behind the end of the text. */
const linkTail = (root: DomElement): DomElement[] => {
  const found: DomElement[] = [];
  let at: DomElement | null = lastInk(root);
  while (at !== null) {
    const isList =
      linkShare(at) >= 0.8 &&
      elementsWithin(at, ['a'], tailLinksMin).length >= tailLinksMin &&
      at.localName !== 'table';
    if (isList) {
      found.push(at);
      let before = at.previousElementSibling;
      while (before !== null && summarizeText(before).length === 0) before = before.previousElementSibling;
      at = before;
    } else if (found.length > 0 || isLeaf(at)) break;
    else at = lastInk(at);
  }
  return found;
};

const listLinksMin = 2;

/** Says whether a list without pictures stands below a heading: without it, the heading would be over nothing. */
const isBelowHeading = (element: DomElement): boolean => {
  if (holdsPicture(element)) return false;
  let before = element.previousElementSibling;
  while (before !== null && summarizeText(before).length === 0) before = before.previousElementSibling;
  return before !== null && isHeading(before) && !isRelatedHeading(collapsed(before.textContent));
};

const isListOfLinks = (element: DomElement): boolean =>
  (element.localName === 'ul' || element.localName === 'ol') &&
  elementsWithin(element, ['a'], listLinksMin).length >= listLinksMin &&
  linkShare(element) >= 0.9 &&
  !isBelowHeading(element);

const isNamedOverlay = classMatches(/overlay/i);
const isOpener = classMatches(
  /share|social|promo|sponsor|newsletter|subscribe|signup|popup|modal|trigger|(?:^|[\s_-])ads?(?:$|[\s_-])/i,
);

/** Says whether an element is the link that lies over all of a card, and leads to what the card shows. */
const isLinkOverCard = (element: DomElement): boolean =>
  element.localName === 'a' &&
  element.getAttribute('href') !== null &&
  isNamedOverlay(element) &&
  !isOpener(element);

const isNamedDialog = classMatches(/(?:^|[\s_-])(?:popup|modal|overlay)(?:$|[\s_-])/i);

/** Names of boxes about the author; those of a line that names the author are for others. */
const authorBoxNames =
  /^(?:[a-z]+[-_]+){0,2}(?:author[-_]*(?:box|bio|card|section|profile|about|block)|about[-_]*(?:the[-_]*)?author|sabox(?:plugin)?)(?:[-_]+[a-z]+)?$/i;
const authorBoxCharactersMax = 1_500;

const creditNames = /(?:^|[-_])(?:credits?|copyright)(?:[-_]|$)|[a-z]Credits?(?![a-z])|^photocredit$/;
const isNamedCredit = askClasses(({ toldList }) => toldList.some((name) => creditNames.test(name)));
const isNamedCaption = classMatches(/(?:^|[\s_-])captions?(?:$|[\s_-])/i);

/** Says whether a box named after its credits holds the caption too: what a picture shows is content. */
const holdsCaption = (element: DomElement): boolean =>
  holdsAny(element, ['figcaption']) ||
  elementsWithin(element, ['div', 'span', 'p']).some((one) => isNamedCaption(one) && !isNamedCredit(one));

/** Remove credits of pictures, and what opens their captions, by name. */
export const creditPasses: readonly Pass[] = [
  {
    name: 'controls',
    reason: 'is operated, not read: it shows a caption, or hides it',
    shareMax: 0.1,
    charactersMax: 40,
    reachesWords: true,
    names: /^(?:toggle|show|hide|expand|collapse)-caption$/i,
  },
  {
    name: 'credits',
    reason: 'says who took a picture',
    shareMax: 0.3,
    charactersMax: 300,
    names: creditNames,
    spares: (element) =>
      holdsData(element) ||
      holdsAny(element, ['h1', 'h2']) ||
      holdsCaption(element) ||
      !isNearPicture(element),
  },
];

/** Remove what is no content but is still left in the main content. */
export const cleanupPasses: readonly Pass[] = [
  ...creditPasses,
  {
    name: 'labelled',
    isFrame: isFrameBlock,
    reason: 'is called by its class or id what is no content: share, related, author, tags, newsletter',
    shareMax: 0.35,
    elementShareMax: 0.2,
    words: namesIn(
      'share sharing shares social related recommended recommendations recirc newsletter newsletters ' +
        'subscribe subscription signup ' +
        'promo promos promotion sponsor sponsored advert advertisement advertising ads ad taboola ' +
        'outbrain disqus comments ' +
        'breadcrumb breadcrumbs byline bylines dateline timestamp tags taglist pagination pager toolbar ' +
        'popup modal overlay ' +
        'paywall trending popular mostread sidebar bio follow donate donation sitemap',
    ),
    spares: (element) =>
      isLinkOverCard(element) ||
      isRemark(element) ||
      (isNamedDialog(element) && isLinkInText(element)) ||
      isHeading(element) ||
      holdsData(element) ||
      holdsGuardedData(element, true) ||
      isTextOfBox(element) ||
      isBoxInText(element) ||
      element.localName === 'blockquote' ||
      holdsAny(element, ['h1']),
  },
  {
    name: 'labelled',
    reason: 'is called by its class or id what is no content: a box about the author',
    shareMax: 0.2,
    charactersMax: authorBoxCharactersMax,
    onlyArticles: true,
    names: authorBoxNames,
    spares: (element) => holdsData(element) || holdsAny(element, ['h1']) || isHeading(element),
  },
  {
    name: 'related',
    isFrame: isFrameBlock,
    reason: 'lists what else there is to read under a heading that says so',
    shareMax: 0.35,
    find: relatedBlocks,
  },
  {
    name: 'call-outs',
    reason: 'calls the reader elsewhere in one line: read more, advertisement, follow us',
    shareMax: 0.2,
    matches: isCallOut,
  },
  {
    name: 'datelines',
    reason: 'says before the text who wrote it and when, which the metadata say',
    shareMax: dateLinesShareMax + metaShareMax,
    onlyArticles: true,
    find: dateLines,
  },
  {
    name: 'link-lists',
    isFrame: true,
    reason: 'lists other articles among the paragraphs of this one',
    shareMax: 0.15,
    onlyArticles: true,
    matches: isListOfLinks,
  },
  {
    name: 'link-tail',
    isFrame: true,
    reason: 'ends the article with links',
    shareMax: 0.25,
    onlyArticles: true,
    find: linkTail,
  },
];
