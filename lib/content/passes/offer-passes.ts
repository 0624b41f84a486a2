import { classMatches } from '../dom/class-names.ts';
import { findAncestor } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { namesIn, type Pass } from './pass.ts';
import { collectTextRuns, isProse } from '../kind/prose.ts';
import { isMostlyProse } from './frame-passes.ts';
import { isBuyButton } from './buy-button.ts';
import { recommendedGoods } from './recommended-goods.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';

const holdsTitle = (element: DomElement): boolean =>
  ['body', 'main', 'h1'].includes(element.localName) || holdsAny(element, ['main', 'h1']);

/** The name of the price before a reduction, in the themes of shops; nothing is compared there. */
const isOldPrice = classMatches(/(?:^|[\s_-])compare-?at(?:$|[\s_-])/i);

/** Says whether a carousel, or what is called testimonials, holds quotations with few links: they are for readers. */
const isQuotation = (element: DomElement): boolean =>
  holdsAny(element, ['blockquote']) && isMostlyProse(element);

const proseCharactersMin = 400;
const proseShareMin = 0.4;

/** Says whether much of an element is prose. Filters are words; what a set of tabs shows may be called so as well. */
const holdsMuchProse = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  if (length < proseCharactersMin) return false;
  const prose = collectTextRuns(element, () => false)
    .filter(isProse)
    .reduce((sum, run) => sum + run.length - run.linkLength, 0);
  return prose >= proseCharactersMin && prose >= proseShareMin * length;
};

const isPanelOfTabs = (element: DomElement): boolean =>
  isMostlyProse(element) && (isTabPanel(element) || findAncestor(element, isTabPanel) !== null);

const isTabPanel = (element: DomElement): boolean => element.getAttribute('role') === 'tabpanel';

const recommendationWords =
  'related recommended recommendations recommendation recommender upsell upsells crosssell crosssells ' +
  'similar recently ' +
  'recentlyviewed alsobought frequently sponsored trending complementary';

const buyNames = 'add-?to-?(?:cart|bag|basket)|buy-?(?:box|button)';
const hasBuyName = classMatches(new RegExp(buyNames, 'i'));

/** Says whether an element is a place to buy: it is removed from a product's page, with the price that it may hold. */
export const isBuyBox = (element: DomElement): boolean =>
  element.localName === 'form' || isBuyButton(element) || (hasBuyName(element) && !holdsTitle(element));

/** Remove what stands beside the product on its page. */
export const productPasses: readonly Pass[] = [
  {
    name: 'reviews',
    reason: 'says what buyers thought of the product',
    shareMax: 0.85,
    words: namesIn(
      'review reviews yotpo stamped jdgm judgeme okendo loox feefo trustpilot bazaarvoice powerreviews bv ' +
        'turnto testimonial testimonials questions qa',
    ),
    spares: holdsTitle,
  },
  {
    name: 'recommendations',
    reason: 'shows other things that could be bought',
    shareMax: 0.7,
    words: namesIn(recommendationWords),
    names: /cross-?sell|also-?(?:bought|like|viewed)|(?:bought|buy)-?together|fbt/i,
    spares: holdsTitle,
  },
  {
    name: 'recommendations',
    reason: 'shows other things that could be bought',
    shareMax: 0.7,
    find: recommendedGoods,
  },
  {
    name: 'purchase',
    reason: 'is operated to buy: quantities, carts, deliveries, galleries of pictures',
    shareMax: 0.4,
    words: namesIn(
      'quantity qty addtocart thumbnails thumbnail gallery banner promo pagination shipping delivery ' +
        'payment financing pickup widget',
    ),
    names: new RegExp(`${buyNames}|(?:media|image|product)-?gallery`, 'i'),
    matches: isBuyButton,
    spares: holdsTitle,
  },
];

/** Remove what stands around the entries of a listing. */
export const listingPasses: readonly Pass[] = [
  {
    name: 'facets',
    reason: 'narrows and orders the entries: filters, sorting, comparing, numbers of results',
    shareMax: 0.6,
    words: namesIn(
      'filter filters facet facets refine refinement refinements sort sorting sorter toolbar compare ' +
        'quickview quickshop pagination pager sidebar tabs',
    ),
    names:
      /quick-?(?:view|shop|add|buy)|view-?(?:as|modes?|switch(?:er)?)$|results?-?(?:count|per-?page|header)|load-?more|show-?more/i,
    spares: (element) =>
      holdsTitle(element) || isOldPrice(element) || isPanelOfTabs(element) || holdsMuchProse(element),
  },
  {
    name: 'campaigns',
    reason: 'wants the reader elsewhere: banners, carousels, what is recommended',
    shareMax: 0.5,
    words: namesIn(
      `banner promo promos promotion carousel ${recommendationWords} reviews testimonial testimonials`,
    ),
    spares: (element) => holdsTitle(element) || isQuotation(element),
  },
];
