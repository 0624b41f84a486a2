import type { StructuredNode } from '../../content/metadata/structured-item.ts';
import { splitWords } from './words.ts';

/** Kinds of things that pages are about. */
export type EntityType =
  | 'product'
  | 'article'
  | 'recipe'
  | 'event'
  | 'job'
  | 'business'
  | 'organization'
  | 'person'
  | 'faq'
  | 'book'
  | 'film'
  | 'course'
  | 'video'
  | 'app'
  | 'howto'
  | 'review'
  | 'list'
  | 'breadcrumb'
  | 'page'
  | 'other';

const schemaTypes: readonly (readonly [RegExp, EntityType])[] = [
  [/^JobPosting$/, 'job'],
  [/(?:Article|BlogPosting|SocialMediaPosting|DiscussionForumPosting|Report|LiveBlogPosting)$/, 'article'],
  [/^(?:Product|IndividualProduct|ProductModel|ProductGroup|Vehicle|Car|Motorcycle)$/i, 'product'],
  [/^Recipe$/, 'recipe'],
  [/^(?:\w*Event|Festival|Hackathon)$/, 'event'],
  [/^(?:FAQPage|QAPage)$/, 'faq'],
  [/^(?:Book|Audiobook)$/, 'book'],
  [/^(?:Movie|TVSeries|TVEpisode)$/, 'film'],
  [/^Course$/, 'course'],
  [/^VideoObject$/, 'video'],
  [/^(?:\w*Application|VideoGame)$/, 'app'],
  [/^HowTo$/, 'howto'],
  [/^(?:\w*Review)$/, 'review'],
  [/^(?:ItemList|OfferCatalog|DataFeed)$/, 'list'],
  [/^BreadcrumbList$/, 'breadcrumb'],
  [/^(?:Person|Physician)$/, 'person'],
  [
    /^(?:Organization|Corporation|NGO|NewsMediaOrganization|EducationalOrganization|OnlineStore|OnlineBusiness|Airline|Consortium|SportsTeam|MusicGroup|GovernmentOrganization)$/,
    'organization',
  ],
  [
    /^(?:WebSite|\w*Page|ImageObject|SearchAction|SiteNavigationElement|WPHeader|WPFooter|WPSideBar|WebPageElement|ImageGallery|Comment|Rating|AggregateRating|Offer|ListItem|PostalAddress|ContactPoint|ReadAction|EntryPoint|Brand)$/,
    'page',
  ],
];

/**
 * LocalBusiness has 150 kinds, and they come and go; what they have in common is where they are and when they are open.
 */
const businessNames = [
  'telephone',
  'openingHours',
  'openingHoursSpecification',
  'priceRange',
  'geo',
  'servesCuisine',
];

/** What kind of thing a page describes. */
export const detectEntityType = ({ types, properties }: StructuredNode): EntityType => {
  for (const type of types) {
    const known = schemaTypes.find(([pattern]) => pattern.test(type));
    if (known !== undefined) return known[1];
  }
  const isBusiness =
    Object.hasOwn(properties, 'address') && businessNames.some((name) => Object.hasOwn(properties, name));
  return isBusiness ? 'business' : types.length === 0 ? 'page' : 'other';
};

/** Families that stand on pages about something else: who publishes, who writes, what the page is. */
export const isSubordinate = (entityType: EntityType): boolean =>
  ['organization', 'person', 'video', 'review', 'list', 'breadcrumb', 'page', 'other'].includes(entityType);

const words: readonly (readonly [EntityType, string])[] = [
  ['product', 'product item goods'],
  ['article', 'article post blog story news essay'],
  ['recipe', 'recipe dish meal'],
  ['event', 'event concert conference meetup show'],
  ['job', 'job vacancy position opening role career'],
  ['business', 'business store shop restaurant hotel cafe location branch'],
  ['organization', 'company organization organisation firm employer publisher'],
  ['person', 'person people'],
  ['faq', 'faq'],
  ['book', 'book'],
  ['film', 'movie film series'],
  ['course', 'course class'],
  ['video', 'video'],
  ['app', 'app application software'],
  ['review', 'review'],
  ['list', 'listing result'],
  ['breadcrumb', 'breadcrumb'],
];

/** What the words of a name belong to. */
export const entityTypeWords: ReadonlyMap<string, EntityType> = new Map(
  words.flatMap(([entityType, all]) =>
    splitWords(all).map((word): [string, EntityType] => [word, entityType]),
  ),
);
