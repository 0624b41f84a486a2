import { isBlankJson } from '../schema/json.ts';
import type { FieldIntent } from '../schema/field-intent.ts';
import { normalText } from '../schema/normal-text.ts';
import { nameKey } from '../schema/words.ts';
import type { SourceCandidate } from '../candidates/source-candidate.ts';
import type { PageFacts } from '../candidates/page-facts.ts';
import { firstHeading } from '../candidates/page-title.ts';

/** Names of fields that ask for the title of a page, not for the name of the thing on it. */
export const titleKeys: ReadonlySet<string> = new Set([
  'title',
  'headline',
  'heading',
  'page title',
  'article title',
  'post title',
  ...['titel', 'titre', 'título', 'タイトル', '見出し', 'überschrift', 'titular'].map(nameKey),
]);

const plain = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
    .replace(/[*`]/g, '')
    .trim();

/** Factor for a title that readers do not see: search engines and feeds are given other titles. */
const unseen = 0.7;

/**
 * Adapts a title to the page's own heading: drops the site's name, and lowers the confidence if the heading differs.
 */
const titled = (offer: SourceCandidate, { markdown }: PageFacts): SourceCandidate => {
  if (typeof offer.value !== 'string') return offer;
  const heading = firstHeading(markdown);
  if (heading === null) {
    const isJoined = /\s[|–—·-]\s/.test(offer.value);
    return isJoined ? { ...offer, confidence: offer.confidence * unseen } : offer;
  }
  const [said, shown] = [normalText(offer.value).text, normalText(heading).text];
  if (said === shown) return offer;
  // The title for machines is cut short, or has the site's name behind it.
  const isPart = shown.length > 2 && (said.includes(shown) || shown.startsWith(said));
  if (isPart) return { ...offer, value: plain(heading) };
  return { ...offer, confidence: offer.confidence * unseen };
};

/** Drops the organisation behind an author's name. */
const signed = (given: SourceCandidate, { metadata }: PageFacts): SourceCandidate => {
  if (typeof given.value !== 'string') return given;
  const named = given.value.replace(/^(?:by|written by|von|par|por)\s+(?=\p{Lu})/iu, '');
  const offer = { ...given, value: named };
  const { siteName } = metadata.og;
  const site = siteName === null ? null : normalText(siteName).text;
  const parts = offer.value.split(/\s*(?:,|\||\s[–—-])\s+/);
  const kept = parts.filter((part, at) => at === 0 || site === null || !normalText(part).text.includes(site));
  if (kept.length < parts.length) return { ...offer, value: kept.join(', ') };
  return /[|@/]|https?:|\s[–—-]\s|\p{Ll}{3}\.\s/u.test(offer.value)
    ? { ...offer, confidence: offer.confidence * unseen }
    : offer;
};

/**
 * Adapts a candidate to what the page shows readers. Machines are given titles and authors with the site's name, and in
 * other words than those over the text.
 */
export const asShown = (
  offer: SourceCandidate,
  { senses }: FieldIntent,
  facts: PageFacts,
): SourceCandidate => {
  if (isBlankJson(offer.value)) return offer;
  const isTitle = senses.some(({ key, entityType }) => titleKeys.has(key) && entityType !== 'job');
  if (isTitle) return titled(offer, facts);
  return senses.some(({ concepts }) => concepts.some(({ names }) => names.has('byline')))
    ? signed(offer, facts)
    : offer;
};
