import { classMatches } from '../../dom/class-names.ts';
import { collapsed, elementsWithin, matchingWithin } from '../../dom/dom-walk.ts';
import type { DomElement } from '../../dom/dom.ts';
import { summarizeText } from '../../dom/text-summary.ts';
import { threadIn, type Post, type Thread } from '../forum-posts.ts';
import { collectTextRuns, isProse } from '../prose.ts';
import type { KindEvidence, KindFacts } from './evidence.ts';

/**
 * Least share of the page's paragraphs that stand in posts. Below it the posts are comments on a text of the page's
 * own.
 */
const threadShareMin = 0.5;
/** The same if the posts are called comments: then the page must have hardly anything else to comment on. */
const commentShareMin = 0.85;
const signedShareMin = 0.6;
/** Least number of posts in a thread if the page shows that it is an article. */
const postsOfSignedMin = 4;
const paragraphCharactersMin = 60;

/**
 * Largest share of posts with a heading of their own. Each entry of a blog has one, while posts repeat the thread's.
 */
const titledShareMax = 0.5;

/** A post's heading, unless it is the name of the author. */
interface PostTitle {
  readonly text: string;
  /** Whether all of it is a link to another page, as the title of an entry in a list of entries is. */
  readonly leadsAway: boolean;
}

const leadsAway = (heading: DomElement): boolean => {
  const [link] = elementsWithin(heading, ['a'], 1);
  const href = link?.getAttribute('href') ?? '#';
  return (
    link !== undefined &&
    !href.startsWith('#') &&
    collapsed(link.textContent) === collapsed(heading.textContent)
  );
};

const isNamedTitle = classMatches(
  /(?:^|\s)(?:(?:entry|post|article|story|news)[-_])?(?:title|headline)(?:\s|$)/i,
);

/** Returns the headings around a post or, where it has none, what its classes call a title. */
const headingsOf = ({ around }: Post): DomElement[] => {
  const headings = elementsWithin(around, ['h1', 'h2', 'h3', 'h4']);
  return headings.length > 0 ? headings : matchingWithin(around, isNamedTitle);
};

const titleOf = (post: Post): PostTitle | null => {
  const { author } = post;
  for (const heading of headingsOf(post)) {
    const text = collapsed(heading.textContent).replace(/^re:\s*/i, '');
    if (text === '' || (author !== null && text.includes(author))) continue;
    return { text: text.toLowerCase(), leadsAway: leadsAway(heading) };
  }
  return null;
};

/** Says whether posts have titles that differ from each other. A question and its answer may, unless both are links. */
const areEntries = ({ posts }: Thread): boolean => {
  const titles = posts.flatMap((post) => titleOf(post) ?? []);
  const areMany = titles.length > 2 || titles.every((title) => title.leadsAway);
  return areMany && new Set(titles.map(({ text }) => text)).size > titledShareMax * posts.length;
};

/** Counts the characters of an element's text, a wide one as two. */
const widthOf = (element: DomElement): number => {
  const { length, wide } = summarizeText(element);
  return length + wide;
};

/** How the paragraphs of a page lie about its posts. */
interface Shares {
  /** Share of their characters in posts. */
  readonly inPosts: number;
  /** Paragraphs before the first post, and their characters. */
  readonly before: { readonly paragraphs: number; readonly characters: number };
}

const sharesOf = (thread: Thread, { outside: outsideFrame }: KindFacts): Shares => {
  const inPosts = new Set(thread.posts.flatMap(({ around }) => [around, ...elementsWithin(around, null)]));
  let [inside, outside] = [0, 0];
  let before: Shares['before'] | null = null;
  let paragraphs = 0;
  for (const { body } of thread.posts) inside += widthOf(body);
  for (const element of outsideFrame()) {
    if (inPosts.has(element)) before ??= { paragraphs, characters: outside };
    else if (element.localName === 'p') {
      const width = widthOf(element);
      if (width - summarizeText(element).linkLength < paragraphCharactersMin) continue;
      outside += width;
      paragraphs += 1;
    }
  }
  return {
    inPosts: inside / Math.max(1, inside + outside),
    before: before ?? { paragraphs, characters: outside },
  };
};

/** A text before the posts that is no opening remark: the page is about it, and the posts are comments on it. */
const textBefore = { paragraphs: 6, characters: 800 } as const;

/** Most prose outside the comments, relative to their text, of a page that has nothing but comments. */
const ownProseMax = 0.1;

/** Says whether a page is its comments alone, whatever it claims to be: an article has prose outside of them. */
const isCommentsAlone = ({ posts }: Thread, { page }: KindFacts): boolean => {
  const arounds = new Set(posts.map(({ around }) => around));
  const own = collectTextRuns(page.body, (element) => arounds.has(element)).filter(isProse);
  const inside = posts.reduce((sum, { body }) => sum + summarizeText(body).length, 0);
  return own.reduce((sum, { length }) => sum + length, 0) <= ownProseMax * inside;
};

const discussionTypes = new Set(['DiscussionForumPosting', 'QAPage', 'Question']);

/** Returns signs of a thread: posts that repeat, each with its author and date. */
export const forumEvidence: KindEvidence = (facts) => {
  const thread = threadIn(facts.page.body);
  if (thread === null || areEntries(thread)) return [];
  const { posts, named, dated, areComments } = thread;
  const { inPosts, before } = sharesOf(thread, facts);
  if (inPosts < (areComments ? commentShareMin : threadShareMin)) return [];
  if (areComments && Math.min(named, dated) < signedShareMin) return [];
  if (areComments && facts.articleSign() !== null && !isCommentsAlone(thread, facts)) return [];
  const says = facts.structuredData.some(({ types }) => types.some((type) => discussionTypes.has(type)));
  if (!says && before.paragraphs >= textBefore.paragraphs && before.characters >= textBefore.characters)
    return [];
  // A magazine shows further articles below the requested one, each with its author and date.
  if (!says && posts.length < postsOfSignedMin && facts.articleSign() !== null) return [];
  return [
    `${posts.length} posts, ${Math.round(100 * named)} % with their author, ${Math.round(100 * dated)} % ` +
      `with their day`,
    ...(says ? ['a discussion is described for machines'] : []),
  ];
};
