import { collapsed, elementsWithin, nextNode } from '../dom/dom-walk.ts';
import { askClasses } from '../dom/class-names.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { readByline, type Byline } from './post-byline.ts';

/** A contribution to a thread. */
export interface Post extends Byline {
  /** The element that holds only the post's text. */
  readonly body: DomElement;
  /** The largest element around the post that holds no other post's text. */
  readonly around: DomElement;
}

export interface Thread {
  readonly posts: readonly Post[];
  /** Share of posts that name their author, and share of posts with a date, 0 to 1. */
  readonly named: number;
  readonly dated: number;
  /** Whether the page calls the posts comments, as it would below an article too. */
  readonly areComments: boolean;
}

/** Classes, ids and attributes with which forum software marks the text of a post. */
const bodyNames =
  /^(?:(?:js-)?post[-_]{0,2}(?:body|content|text|message)|post__content(?:-text)?|postbody|posttext|postcontent|postmessage|msg_\d+|message[-_]{0,2}(?:body|content|text)|messagetext|bbwrapper|cooked|s-prose|md-div|usertext-body|comment[-_]{0,2}(?:body|content|text|copy|message)|commtext|commentcontent|lia-message-body-content|usercontent|bbp-(?:reply|topic)-content|topic-?content|reply-?(?:content|text|body)|ipscomment_content|answer-?(?:text|body|content)|question-?(?:text|body|content)|thread-?(?:body|content)|discussion-?(?:body|content)|entry-content|msg_?body|msgtxt|message|content|inner|post|md|text|body|richtext|rich-text|articlebody)$/i;
const bodyIds =
  /^(?:post_message_|msg_|pid_|post-content-|post_content_|message_?body_?|comment-content-|comment_text_|topic_post_)\d+/i;
const bodyProperties = /^(?:text|commentText|articleBody|description|reviewBody)$/;

/** Names that say too little by themselves: they count if an author and a date stand around them. */
const vague =
  /^(?:message|content|inner|post|md|text|body|richtext|rich-text|entry-content|articlebody|topic-?content)$/i;

const signAttributes = ['data-role', 'component', 'data-testid', 'slot'];
const noSigns: readonly string[] = [];

const classSigns = askClasses(({ list }): readonly string[] =>
  list.filter((name) => bodyNames.test(name)).map((name) => name.toLowerCase().replace(/\d+/g, '')),
);

const signsOf = (element: DomElement): readonly string[] => {
  const { pairs } = element;
  if (pairs.length === 0) return noSigns;
  const named = classSigns(element);
  // Most elements have a class and no other attribute.
  if (pairs.length === 2 && pairs[0] === 'class') return named;
  const others = otherSignsOf(element);
  return others.length === 0 ? named : [...named, ...others];
};

const signValue =
  /^(?:commentContent|post\/content|post-?(?:content|body)|comment-?(?:content|body)|comment|text-body)$/i;

/** Returns the signs in an element's id and in attributes other than its class. */
const otherSignsOf = (element: DomElement): readonly string[] => {
  const signs: string[] = [];
  if (element.id !== '' && bodyIds.test(element.id)) signs.push(`#${element.id.replace(/\d.*$/, '')}`);
  const property = element.getAttribute('itemprop');
  if (property !== null && bodyProperties.test(property)) signs.push(`itemprop=${property}`);
  for (const name of signAttributes) {
    const value = element.getAttribute(name);
    if (value !== null && signValue.test(value)) signs.push(`${name}=${value}`);
  }
  return signs;
};

/** Most posts read from a page; no reader scrolls through a longer thread. */
const postsMax = 2_000;
/** Most elements around a post that are searched for its author and date. */
const bylineElementsMax = 120;
const postsMin = 2;

/** Returns the elements that stand in no other of them. */
const outermost = (elements: readonly DomElement[]): DomElement[] => {
  const all = new Set(elements);
  return elements.filter((element) => {
    for (let at = element.parentNode; at !== null; at = at.parentNode) if (all.has(at)) return false;
    return true;
  });
};

/** Returns for each body the largest element around it that holds no other body. */
const surroundings = (bodies: readonly DomElement[], page: DomElement): Map<DomElement, DomElement> => {
  const counts = new Map<DomElement, number>();
  for (const body of bodies)
    for (let at = body.parentNode; at !== null; at = at.parentNode) counts.set(at, (counts.get(at) ?? 0) + 1);
  const found = new Map<DomElement, DomElement>();
  for (const body of bodies) {
    let around = body;
    for (let at = body.parentNode; at !== null && at !== page && counts.get(at) === 1; at = at.parentNode)
      around = at;
    found.set(body, around);
  }
  return found;
};

const elementsAround = (around: DomElement, body: DomElement): DomElement[] => {
  if (around === body) return [];
  const inside = new Set(elementsWithin(body, null));
  return [around, ...elementsWithin(around, null)]
    .filter((element) => element !== body && !inside.has(element))
    .slice(0, bylineElementsMax);
};

const isAuthorProperty = (element: DomElement): boolean => element.getAttribute('itemprop') === 'author';

/** A post with a shorter text may be said twice: "Thank you!" */
const copiedCharactersMin = 60;

interface SeenPost extends Post {
  /** Whether its author is described for machines. */
  readonly isDescribed: boolean;
}

/** Makes one post of two with one text: who wrote it is sure as it is told to machines, and when as it is shown. */
const merged = (first: SeenPost, second: SeenPost): SeenPost => {
  const [described, shown] = second.isDescribed && !first.isDescribed ? [second, first] : [first, second];
  return { ...first, author: described.author ?? shown.author, date: shown.date ?? described.date };
};

/**
 * Returns posts without those whose text stands in an earlier one: pages hold a copy of the first post for machines,
 * out of sight. Where two people say the same, both stay.
 */
const withoutCopies = (posts: readonly SeenPost[]): readonly SeenPost[] => {
  const byText = new Map<string, number>();
  const kept: SeenPost[] = [];
  for (const post of posts) {
    const { length } = summarizeText(post.body);
    const text = length < copiedCharactersMin ? '' : collapsed(post.body.textContent);
    const at = text === '' ? undefined : byText.get(text);
    const earlier = at === undefined ? undefined : kept[at];
    if (at === undefined || earlier === undefined || !mayBeOne(earlier, post)) {
      if (text !== '') byText.set(text, kept.length);
      kept.push(post);
    } else kept[at] = merged(earlier, post);
  }
  return kept;
};

const mayBeOne = ({ author, isDescribed }: SeenPost, other: SeenPost): boolean =>
  author === null || other.author === null || author === other.author || isDescribed !== other.isDescribed;

const threadOf = (bodies: readonly DomElement[], sign: string, page: DomElement): Thread => {
  const arounds = surroundings(bodies, page);
  const posts = withoutCopies(
    bodies.map((body): SeenPost => {
      const around = arounds.get(body) ?? body;
      const elements = elementsAround(around, body);
      return { body, around, ...readByline(elements), isDescribed: elements.some(isAuthorProperty) };
    }),
  );
  const share = (pick: (post: Post) => boolean): number =>
    posts.filter(pick).length / Math.max(1, posts.length);
  return {
    posts,
    named: share(({ author }) => author !== null),
    dated: share(({ date }) => date !== null),
    areComments: /comment/i.test(sign) && !/ips|data-role/i.test(sign),
  };
};

const signedShareMin = 0.6;

/** Says whether a text stands beside the page's own: a forum describes itself there, in the same kind of element. */
const standsBeside = (element: DomElement, page: DomElement): boolean => {
  for (let at = element.parentNode; at !== null && at !== page; at = at.parentNode)
    if (at.localName === 'aside') return true;
  return false;
};

const textLength = (thread: Thread): number =>
  thread.posts.reduce((sum, { body }) => sum + summarizeText(body).length, 0);

const noteSigns = (
  groups: Map<string, DomElement[]>,
  signs: readonly string[],
  element: DomElement,
): void => {
  for (const sign of signs) {
    const group = groups.get(sign);
    if (group === undefined) groups.set(sign, [element]);
    else if (group.length < postsMax) group.push(element);
  }
};

/** Returns the elements within a body by their signs of posts. */
const elementsBySign = (body: DomElement): ReadonlyMap<string, DomElement[]> => {
  const groups = new Map<string, DomElement[]>();
  for (let node = nextNode(body, body); node !== null; node = nextNode(node, body)) {
    if (node.nodeType !== 1 || node.pairs.length === 0) continue;
    const signs = signsOf(node);
    if (signs.length > 0) noteSigns(groups, signs, node);
  }
  return groups;
};

/**
 * Finds the posts of a page: the elements with the name that most of its signed texts have, each with its author and
 * date. Returns null if no elements repeat with a name or a date beside each.
 */
export const threadIn = (body: DomElement): Thread | null => {
  const threads: Thread[] = [];
  for (const [sign, all] of elementsBySign(body)) {
    const bodies = outermost(all).filter(
      (element) => summarizeText(element).length > 0 && !standsBeside(element, body),
    );
    if (bodies.length < postsMin) continue;
    const thread = threadOf(bodies, sign, body);
    const isSigned = vague.test(sign)
      ? Math.min(thread.named, thread.dated) >= signedShareMin
      : Math.max(thread.named, thread.dated) >= signedShareMin;
    if (isSigned) threads.push(thread);
  }
  const best = bestOf(threads);
  if (best !== null) return best;
  return bestOf(
    alikeSiblings(body)
      .map((around) => threadOf(around.map(textIn), 'comment', body))
      .filter(({ named, dated }) => Math.min(named, dated) >= signedShareMin),
  );
};

const siblingsMin = 3;
/** Least mean number of characters in a post; shorter elements are rows of a table or cards of a listing. */
const postCharactersMin = 60;
const linkShareMax = 0.4;

/** Finds groups of siblings with the same name and class that each hold a text, for pages without names for posts. */
const alikeSiblings = (body: DomElement): DomElement[][] => {
  const groups = new Map<DomElement, Map<string, DomElement[]>>();
  for (const element of elementsWithin(body, ['div', 'li', 'article', 'section', 'tr'])) {
    const parent = element.parentNode;
    if (parent === null || summarizeText(element).length < postCharactersMin / 2) continue;
    const kinds = groups.get(parent) ?? new Map<string, DomElement[]>();
    groups.set(parent, kinds);
    const kind = `${element.localName}.${element.classes.list[0] ?? ''}`;
    const group = kinds.get(kind);
    if (group === undefined) kinds.set(kind, [element]);
    else if (group.length < postsMax) group.push(element);
  }
  return [...groups.values()]
    .flatMap((kinds) => [...kinds.values()])
    .filter((group) => {
      if (group.length < siblingsMin || !group.some((one) => holdsAny(one, ['time']))) return false;
      const sums = group.map(summarizeText);
      const length = sums.reduce((sum, one) => sum + one.length, 0);
      const links = sums.reduce((sum, one) => sum + one.linkLength, 0);
      return length >= postCharactersMin * group.length && links <= linkShareMax * length;
    });
};

/** Least share of a post's text in the element with its words. */
const textShareMin = 0.6;

/** Returns the smallest element that holds most of a post's text. */
const textIn = (post: DomElement): DomElement => {
  const least = textShareMin * summarizeText(post).length;
  let at = post;
  for (;;) {
    const inner = at.children.find((child) => summarizeText(child).length >= least);
    if (inner === undefined) return at;
    at = inner;
  }
};

/**
 * Least share of a thread's text in elements within its bodies, for these to be the bodies without their surroundings.
 */
const innerShareMin = 0.5;

/** Returns the thread with the most text, or the one within it that leaves out little more than bylines. */
const bestOf = (threads: readonly Thread[]): Thread | null => {
  const sizes = new Map(threads.map((thread) => [thread, textLength(thread)]));
  const size = (thread: Thread): number => sizes.get(thread) ?? 0;
  const [largest, ...others] = [...threads].sort((a, b) => size(b) - size(a));
  if (largest === undefined) return null;
  let best = largest;
  for (const other of others) {
    if (size(other) < innerShareMin * size(largest)) break;
    if (other.posts.length === largest.posts.length) best = other;
  }
  return best;
};
