import { collapsed, elementsWithin } from '../../dom/dom-walk.ts';
import { summarizeText } from '../../dom/text-summary.ts';
import { articleEvidence } from './article-evidence.ts';
import { threadIn, type Post, type Thread } from '../forum-posts.ts';
import type { KindEvidence, KindFacts } from './evidence.ts';

/** Share of the paragraphs of a page that are posts: below it they are comments on a text of its own. */
const threadShareMin = 0.5;
/** The same where posts are called comments: then hardly anything else may be there to comment on. */
const commentShareMin = 0.85;
const signedShareMin = 0.6;
/** Posts of a thread at least, where the page shows that it is an article. */
const postsOfSignedMin = 4;
const paragraphCharactersMin = 60;

/** Share of posts with a heading of their own; entries of a blog have one each, and posts repeat the thread's. */
const titledShareMax = 0.5;

/** A post's heading, where it is not the name of its author. */
const titleOf = ({ around, author }: Post): string | null => {
  const headings = elementsWithin(around, ['h1', 'h2', 'h3', 'h4']).map((heading) =>
    collapsed(heading.textContent),
  );
  const title = headings.find((text) => text !== '' && (author === null || !text.includes(author)));
  return title?.replace(/^re:\s*/i, '').toLowerCase() ?? null;
};

/** Whether posts have titles that are not each other's. */
const areEntries = ({ posts }: Thread): boolean => {
  const titles = posts.map(titleOf).filter((title) => title !== null && title !== '');
  return new Set(titles).size > titledShareMax * posts.length && titles.length > 2;
};

/** Share of the page's paragraphs that stand in posts. */
const shareOf = (thread: Thread, { outside: outsideFrame }: KindFacts): number => {
  const inPosts = new Set(thread.posts.flatMap(({ around }) => [around, ...elementsWithin(around, null)]));
  let [inside, outside] = [0, 0];
  for (const { body } of thread.posts) inside += summarizeText(body).length;
  for (const element of outsideFrame()) {
    if (element.localName !== 'p' || inPosts.has(element)) continue;
    const { length, linkLength } = summarizeText(element);
    if (length - linkLength >= paragraphCharactersMin) outside += length;
  }
  return inside / Math.max(1, inside + outside);
};

const discussionTypes = new Set(['DiscussionForumPosting', 'QAPage', 'Question']);

/** Signs of a thread: posts that repeat, each with who wrote it and when. */
export const forumEvidence: KindEvidence = (facts) => {
  const thread = threadIn(facts.page.body);
  if (thread === null || areEntries(thread)) return [];
  const { posts, named, dated, areComments } = thread;
  const share = shareOf(thread, facts);
  if (share < (areComments ? commentShareMin : threadShareMin)) return [];
  if (areComments && (Math.min(named, dated) < signedShareMin || articleEvidence(facts).length > 0))
    return [];
  const says = facts.structuredData.some(({ types }) => types.some((type) => discussionTypes.has(type)));
  // A magazine shows the next article below the one that was asked for, each with its author and its day.
  if (!says && posts.length < postsOfSignedMin && articleEvidence(facts).length > 0) return [];
  return [
    `${posts.length} posts, ${Math.round(100 * named)} % with their author, ${Math.round(100 * dated)} % ` +
      `with their day`,
    ...(says ? ['a discussion is described for machines'] : []),
  ];
};
