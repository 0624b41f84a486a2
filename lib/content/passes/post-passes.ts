import { namesIn, type Pass } from './pass.ts';
import { repeatedQuotations } from './repeated-quotations.ts';
import { isQuoted } from './spared-parts.ts';

/** Remove what stands among the words of a post. */
export const postPasses: readonly Pass[] = [
  {
    name: 'signatures',
    reason: 'stands below every post of its author, or says what can be done with it',
    shareMax: 0.5,
    tags: namesIn('button form select textarea'),
    words: namesIn(
      'signature sig reactions likes votes upvote downvote toolbar controls share expand attachment-info ' +
        'edited lastedit',
    ),
    spares: isQuoted,
  },
  {
    name: 'quotations',
    isRepeat: true,
    reason: 'is quoted from another post of the page, where it stands',
    shareMax: 0.6,
    find: repeatedQuotations,
  },
];
