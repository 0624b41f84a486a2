import { pageTokensUsual, type ModelShare } from '../../extract/llm/model-share.ts';
import type { WorkFacts } from './estimate.ts';

/** Returns sentences about assumptions of an estimate that are not known yet. */
export const whatIsUnknown = (
  pages: {
    readonly basis: 'sitemap' | 'links' | 'urls';
    readonly known: number;
    readonly most: number;
    readonly limit: number;
  },
  facts: WorkFacts,
  model: ModelShare | null,
): string[] => {
  const doubts: string[] = [];
  if (pages.basis === 'links' && pages.most > pages.known) {
    doubts.push(
      `No sitemap was found: pages that the first page does not link to are not counted. There may be up ` +
        `to ${pages.most}, the limit`,
    );
  }
  if (pages.basis === 'sitemap' && pages.most > pages.known)
    doubts.push('Pages that stand in no sitemap and that the first page does not link to are not counted');
  if (pages.basis === 'urls' && pages.most > pages.known)
    doubts.push(`Links are followed from these URLs: up to ${pages.most} pages may be found`);
  if (facts.robots > 0)
    doubts.push(`robots.txt of ${facts.robots} hosts was not read: it may forbid pages, or want more time`);
  if (facts.unjudged !== undefined && facts.unjudged > 0)
    doubts.push(
      `The rules of robots.txt take more work to apply than an estimate may: ${facts.unjudged} pages count ` +
        'as forbidden',
    );
  const unseen = facts.hosts.filter(({ responseMs }) => responseMs === 0).length;
  if (unseen > 0) doubts.push(`How fast ${unseen} hosts answer is not known`);
  if (facts.browserShare === 0) doubts.push('Whether pages need a browser shows when they are fetched');
  if (model !== null) {
    doubts.push(
      model.price === null
        ? `What the model ${model.model ?? ''} costs is not known here: state its price in the setting llm`
        : `A model is taken to be asked about every page, of ${pageTokensUsual} tokens each: what pages say ` +
            `by themselves costs none, long pages cost more`,
    );
  }
  return doubts;
};
