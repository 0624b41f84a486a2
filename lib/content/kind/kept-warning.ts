import type { PageKind } from './page-kinds.ts';
import type { KeptText } from './text-account.ts';

/** Below this share a page that is no article has lost more than its frame. */
export const keptShareMin = 0.9;
/** Rules that a warning names. */
const rulesMax = 3;

export interface DroppedByRule {
  readonly rule: string;
  readonly characters: number;
}

/** What was dropped besides the frame, by rule, largest first. */
export const droppedByRule = ({ dropped }: Pick<KeptText, 'dropped'>): DroppedByRule[] =>
  dropped
    .filter(({ isFrame }) => !isFrame)
    .map(({ rule, characters }) => ({ rule, characters }))
    .sort((a, b) => b.characters - a.characters);

/**
 * Says of a page that is no article and lost more than a tenth of its text what share was kept, and by which rules the
 * rest went; null where there is nothing to say. Around an article there is much that is none.
 */
export const keptWarning = (
  pageKind: PageKind,
  kept: number,
  dropped: readonly DroppedByRule[],
): string | null => {
  if (pageKind === 'article' || kept >= keptShareMin) return null;
  const rules = dropped
    .slice(0, rulesMax)
    .map(({ rule, characters }) => `${rule} (${characters} characters)`)
    .join(', ');
  return `Kept ${Math.floor(100 * kept)} % of the page's text; dropped: ${rules}`;
};
