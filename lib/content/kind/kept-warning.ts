import type { PageKind } from './page-kinds.ts';
import type { KeptText } from './text-account.ts';

/** Below this share a page that is no article has lost more than its frame. */
export const keptShareMin = 0.9;
/** Most rules that a warning names. */
const rulesMax = 3;

export interface DroppedByRule {
  readonly rule: string;
  readonly characters: number;
}

/** Returns the characters dropped besides the frame, by rule, largest first. */
export const droppedByRule = ({ dropped }: Pick<KeptText, 'dropped'>): DroppedByRule[] =>
  dropped
    .filter(({ isFrame }) => !isFrame)
    .map(({ rule, characters }) => ({ rule, characters }))
    .sort((a, b) => b.characters - a.characters);

/**
 * Returns a warning for a page that is no article and lost more than a tenth of its text: the share that was kept, and
 * the rules that took the rest. Returns null if there is nothing to warn of. Articles get no warning, because much
 * around an article is no content.
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
