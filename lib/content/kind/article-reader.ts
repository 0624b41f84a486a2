import { creditPasses, cleanupPasses } from '../passes/cleanup-passes.ts';
import { findMainContent, restoreHeading } from '../main-content.ts';
import { surroundingPasses } from '../passes/passes.ts';
import { betterArticleBody } from './article-body.ts';
import type { PageKindFound } from './page-kind.ts';
import { putCaptionsBack, setCaptionsAside } from './picture-captions.ts';
import { clean, type KindReader } from './reader.ts';

/**
 * Reads an article, or a page for which there is no better reader. The answer is readability's, or the page's
 * container, cleaned by passes; or the page's description for machines, where the page shows no more than half of that.
 */
export const readArticle: KindReader = (input) => {
  const { page, metadata, heading, found, record, url } = input;
  clean(page.body, [surroundingPasses, creditPasses], input);
  const aside = setCaptionsAside(page.body);
  const isArticle = found.kind === 'article';
  const { root, by, isText } = findMainContent(page, { isArticle, title: metadata.title ?? '', url });
  const isRefined = isText && found.kind === 'other';
  const refined: PageKindFound = isRefined
    ? { kind: 'article', evidence: ['most of its prose is one text'] }
    : found;
  clean(root, [cleanupPasses], { ...input, found: refined });
  const described = refined.kind === 'article' ? betterArticleBody(root, input.structuredData) : null;
  if (described !== null) {
    restoreHeading(described, heading);
    return { root: described, heading, record, foundBy: 'structured-data', found: refined };
  }
  restoreHeading(root, heading);
  const captions = putCaptionsBack(root, aside);
  return { root, heading, record, foundBy: by, found: refined, captions };
};
