import { createElement } from '../dom/document.ts';
import { askClasses } from '../dom/class-names.ts';
import { elementsWithin, isText, matchingWithin, nextNode } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { holdsAny, summarizeText, textCount } from '../dom/text-summary.ts';

/**
 * Captions of pictures. Scores take captions for paragraphs, and the boxes of pictures for advertisements. So captions
 * are set aside while the main content is looked for, and come back behind each picture that is part of it.
 */
const mark = 'data-caption-aside';

const pictures = ['img', 'video', 'iframe'];
const data = ['table', 'pre', 'code', 'math'];

/** Largest distance up from a picture and its caption to a common parent. */
const pictureDistance = 4;
/** A longer text, or a larger share of the page, is no caption. */
const captionCharactersMax = 1_000;
const captionShareMax = 0.3;
/** A page with more captions is a gallery, in which each picture has its own box. */
const captionsMax = 500;

const captionNames = /(?:^|[-_])captions?(?:[-_]|$)|[a-z]Captions?(?![a-z])|^(?:imagecaption|gallerytext)$/;

const isCaptionClass = askClasses(({ list }) => list.some((name) => captionNames.test(name)));

const isNamedCaption = (element: DomElement): boolean =>
  element.pairs.length > 0 && (isCaptionClass(element) || captionNames.test(element.id));

/** Returns the element that holds both a caption and a picture, or null. The search up ends at a figure. */
const boxOf = (caption: DomElement): DomElement | null => {
  let at = caption.parentNode;
  for (let up = 0; at !== null && up < pictureDistance; up += 1, at = at.parentNode) {
    if (holdsAny(at, pictures)) return at;
    if (at.localName === 'figure') return null;
  }
  return null;
};

const isCaption = (element: DomElement): boolean => {
  const { localName } = element;
  if (localName !== 'figcaption' && (localName === 'caption' || !isNamedCaption(element))) return false;
  const { length } = summarizeText(element);
  if (length === 0 || length > captionCharactersMax) return false;
  if (holdsAny(element, [...pictures, ...data, 'h1', 'h2'])) return false;
  const box = boxOf(element);
  return box !== null && (localName !== 'figcaption' || !holdsAny(box, data));
};

/** Returns the last picture in a caption's box before the caption, or else the first behind it. */
const pictureOf = (caption: DomElement): DomElement | null => {
  const box = boxOf(caption);
  if (box === null) return null;
  let found: DomElement | null = null;
  let isBehind = false;
  for (const element of elementsWithin(box, null)) {
    if (element === caption) {
      if (found !== null) return found;
      isBehind = true;
    } else if (pictures.includes(element.localName)) {
      if (isBehind) return element;
      found = element;
    }
  }
  return found;
};

const outermostOf = (elements: readonly DomElement[]): DomElement[] => {
  const all = new Set(elements);
  return elements.filter((element) => {
    for (let at = element.parentNode; at !== null; at = at.parentNode) if (all.has(at)) return false;
    return true;
  });
};

/** A caption that is out of the tree, and the place of its picture: between these two texts (`DomText.mark`). */
interface Aside {
  readonly caption: DomElement;
  readonly picture: DomElement;
  before: number;
  after: number;
}

/** Notes the last text before each picture and the first one behind it. */
const notePlaces = (root: DomElement, byPicture: ReadonlyMap<DomNode, readonly Aside[]>): void => {
  let last = -1;
  let waiting: Aside[] = [];
  for (let node: DomNode | null = root; node !== null; node = nextNode(node, root)) {
    if (isText(node)) {
      if (node.mark < 0 || textCount(node).ink === 0) continue;
      last = node.mark;
      for (const aside of waiting) aside.after = last;
      waiting = [];
    } else {
      for (const aside of byPicture.get(node) ?? []) {
        aside.before = last;
        waiting.push(aside);
      }
    }
  }
};

/** Takes the captions of pictures out of the tree and returns them for `putCaptionsBack`. */
export const setCaptionsAside = (root: DomElement): readonly Aside[] => {
  const total = summarizeText(root).length;
  const found = outermostOf(matchingWithin(root, isCaption)).slice(0, captionsMax);
  const length = found.reduce((sum, caption) => sum + summarizeText(caption).length, 0);
  if (found.length === 0 || length > captionShareMax * total) return [];
  const all = found.flatMap((caption): Aside[] => {
    const picture = pictureOf(caption);
    return picture === null ? [] : [{ caption, picture, before: -1, after: -1 }];
  });
  for (const [at, { caption, picture }] of all.entries()) {
    const others = picture.getAttribute(mark);
    picture.setAttribute(mark, `${others === null ? '' : `${others} `}${at}`);
    caption.remove();
  }
  notePlaces(
    root,
    Map.groupBy(all, ({ picture }) => picture),
  );
  return all;
};

const inlineNames = new Set(['a', 'span', 'picture', 'b', 'i', 'em', 'strong', 'font', 'noscript', 'img']);
const divisionNames = new Set(['div', 'section', 'article', 'main', 'body']);

/** Returns the outermost parent up to which `goesOn` holds, or the node itself. */
const climb = (node: DomNode, root: DomElement, goesOn: (parent: DomElement) => boolean): DomNode => {
  let at = node;
  while (at.parentNode !== null && at.parentNode !== root && goesOn(at.parentNode)) at = at.parentNode;
  return at;
};

const captionOf = ({ caption }: Aside): DomElement => {
  const element = createElement('figcaption');
  for (let child = caption.firstChild; child !== null; child = caption.firstChild) element.append(child);
  return element;
};

/** Puts a figure that a score removed from among texts that stayed back between them, whole. */
const restoreFigures = (root: DomElement, lost: readonly Aside[], back: Set<DomElement>): void => {
  if (lost.length === 0) return;
  const texts = new Map<number, DomNode>();
  for (let node: DomNode | null = root; node !== null; node = nextNode(node, root))
    if (isText(node) && node.mark >= 0) texts.set(node.mark, node);
  // From the end, so that of two figures behind one text the first comes first.
  for (const aside of lost.toReversed()) {
    const text = texts.get(aside.before);
    if (aside.caption.localName !== 'figcaption' || text === undefined || !texts.has(aside.after)) continue;
    const at = climb(text, root, ({ localName }) => !divisionNames.has(localName));
    const figure = createElement('figure');
    const caption = captionOf(aside);
    aside.picture.removeAttribute(mark);
    figure.append(aside.picture, caption);
    at.parentNode?.insertBefore(figure, at.nextSibling);
    back.add(caption);
  }
};

/**
 * Puts captions back behind their pictures, and returns the elements that hold them now. The picture of a figure comes
 * back with its caption if the texts before and behind it are in `root`.
 */
export const putCaptionsBack = (root: DomElement, asides: readonly Aside[]): ReadonlySet<DomElement> => {
  const back = new Set<DomElement>();
  if (asides.length === 0) return back;
  const lost = new Set(asides);
  for (const picture of elementsWithin(root, pictures)) {
    const numbers = picture.getAttribute(mark);
    if (numbers === null) continue;
    picture.removeAttribute(mark);
    const at = climb(picture, root, ({ localName }) => inlineNames.has(localName));
    let next: DomNode | null = at.nextSibling;
    for (const aside of numbers.split(' ').flatMap((number) => asides[Number(number)] ?? [])) {
      if (!lost.delete(aside) || at.parentNode === null) continue;
      const caption = captionOf(aside);
      at.parentNode.insertBefore(caption, next);
      next = caption.nextSibling;
      back.add(caption);
    }
  }
  restoreFigures(root, [...lost], back);
  return back;
};
