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

/** LocalBusiness has 150 subtypes, and they change; their common properties are an address and opening hours. */
const businessNames = [
  'telephone',
  'openingHours',
  'openingHoursSpecification',
  'priceRange',
  'geo',
  'servesCuisine',
];

/** Subtypes of LocalBusiness and of CivicStructure that have an operator, and that may give only their address. */
const housesPattern = new RegExp(
  '(?:Museum|Library|School|University|Hotel|Hostel|Restaurant|Cafe|Bakery|Theater|Hospital|Clinic|Pharmacy|' +
    'Dentist|Store|Club|Church|Attorney|Service|Business|Office)$',
);

/** Returns what kind of thing a page describes. */
export const detectEntityType = ({ types, properties }: StructuredNode): EntityType => {
  for (const type of types) {
    const known = schemaTypes.find(([pattern]) => pattern.test(type));
    if (known !== undefined) return known[1];
  }
  const isBusiness =
    Object.hasOwn(properties, 'address') && businessNames.some((name) => Object.hasOwn(properties, name));
  const isHouse = Object.hasOwn(properties, 'address') && types.some((type) => housesPattern.test(type));
  return isBusiness || isHouse ? 'business' : types.length === 0 ? 'page' : 'other';
};

/** Says whether a kind also stands on pages about something else: publisher, author, the page itself. */
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

/** The kind of thing to which each word of a name belongs. */
export const entityTypeWords: ReadonlyMap<string, EntityType> = new Map(
  words.flatMap(([entityType, all]) =>
    splitWords(all).map((word): [string, EntityType] => [word, entityType]),
  ),
);
