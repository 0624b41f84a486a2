import type { DomElement } from '../../dom/dom.ts';
import { collapsed } from '../../dom/dom-walk.ts';
import { holdsAny } from '../../dom/text-summary.ts';
import { collectTextRuns, isProse } from '../prose.ts';
import type { KindEvidence, KindFacts } from './evidence.ts';
import { entryGroups } from './listing-evidence.ts';
import { namesPrice } from './price.ts';

/** Least number of goods of one group. A product's page and an article show fewer of what else there is to buy. */
const goodsMin = 6;
/** Least share of a group that names a price, and the same for a picture. */
const pricedShareMin = 0.5;
const picturedShareMin = 0.5;
/** Largest share of the page's prose before the goods. An article or a product comes first, and goods behind it. */
const proseBeforeMax = 0.5;

const isPriced = (entry: DomElement): boolean => namesPrice(collapsed(entry.textContent));
const isPictured = (entry: DomElement): boolean => holdsAny(entry, ['img', 'picture']);

/** Says whether most of a group are goods: each with a price, a picture and a link. */
const areGoods = (group: readonly DomElement[]): boolean =>
  group.length >= goodsMin &&
  group.filter(isPictured).length >= picturedShareMin * group.length &&
  group.filter(isPriced).length >= Math.max(goodsMin, pricedShareMin * group.length);

/** Returns the share of the page's prose that stands before an element, 0 to 1. */
const proseBefore = (element: DomElement, { page, elements }: KindFacts): number => {
  const places = new Map(elements.map((one, at) => [one, at]));
  const place = places.get(element) ?? 0;
  let [before, whole] = [0, 0];
  for (const run of collectTextRuns(page.body)) {
    if (!isProse(run)) continue;
    whole += run.length;
    if ((places.get(run.block) ?? 0) < place) before += run.length;
  }
  return before / Math.max(1, whole);
};

/**
 * Returns signs of a shop's category: goods side by side, each with picture, price and link, before what the shop
 * writes about them. That text may be most of the page's prose, and is not what the page is for.
 */
export const catalogueEvidence: KindEvidence = (facts) => {
  const goods = entryGroups(facts.outside()).filter(areGoods).flat();
  const [first] = goods;
  if (first === undefined || proseBefore(first, facts) > proseBeforeMax) return [];
  return [`${goods.length} entries with a picture and a price stand before its text`];
};
