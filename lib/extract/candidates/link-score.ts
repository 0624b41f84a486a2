import type { Link } from '../../content/page-content.ts';
import type { Field } from '../schema/field.ts';
import { entityTypeWords } from '../schema/entity-type.ts';
import { splitWords } from '../schema/words.ts';

/** Words that say nothing about the subject of a field or a page. */
const common = new Set(
  (
    'the a an of for in on at to from and or with by as is are was be this that it its their our your all ' +
    'any each every value text name title ' +
    'number list type page item string info information data detail full short official main current url ' +
    'link image id if not no yes which ' +
    'what when where who how more read home index html htm php www com en de'
  )
    .split(' ')
    .flatMap(splitWords),
);

/** Words for what people look for, and words of the links that usually lead there. */
const places: readonly (readonly [wanted: string, links: string])[] = [
  [
    'phone telephone tel fax email mail address street city zip postal postcode country contact hour ' +
      'opening latitude longitude directions',
    'contact kontakt imprint impressum about location visit directions find reach support help',
  ],
  [
    'founder ceo cfo cto founded founding employee staff team member leadership director management board ' +
      'headquarter history mission company',
    'about team people leadership management company story history who imprint impressum over us',
  ],
  [
    'price cost fee plan tariff subscription monthly yearly currency trial discount',
    'pricing price plan buy subscribe tariff preise tarife cost',
  ],
  [
    'salary job vacancy position employment benefit remote',
    'career job vacancy hiring join work karriere stellen',
  ],
  [
    'sku brand rating review stock availability weight dimension material color product feature spec',
    'product shop store catalog specification spec feature review',
  ],
  [
    'version license release install requirement download api changelog',
    'release changelog download doc documentation license install getting started',
  ],
  [
    'venue ticket performer speaker schedule event date',
    'event ticket schedule program agenda calendar lineup',
  ],
  ['author published article headline', 'blog news article post press magazine'],
  [
    'vat tax registration register legal privacy term refund return warranty shipping',
    'imprint impressum legal term privacy policy shipping return refund warranty faq',
  ],
  ['ingredient recipe cook prep serving', 'recipe rezept kitchen food'],
  ['question answer faq', 'faq question help support'],
];

/** The weight of each word for judging links: how much it speaks for the fields. */
export interface LinkWants {
  readonly weights: ReadonlyMap<string, number>;
}

const byName = 0.8;
const byPlace = 0.55;
const byDescription = 0.3;

const raise = (weights: Map<string, number>, word: string, weight: number): void => {
  if (!common.has(word) && word.length > 1) weights.set(word, Math.max(weights.get(word) ?? 0, weight));
};

const placeWords = new Map<string, Set<string>>();
for (const [wanted, links] of places) {
  for (const word of splitWords(wanted)) {
    placeWords.set(word, new Set([...(placeWords.get(word) ?? []), ...splitWords(links)]));
  }
}

/** Returns the words of a field and of the fields inside it: those of names, and those of descriptions. */
const wordsOfFields = (
  fields: readonly Field[],
): { readonly names: string[]; readonly descriptions: string[] } => {
  const inner = fields.map(({ fields }) => wordsOfFields(fields));
  return {
    names: [...fields.flatMap(({ name }) => splitWords(name)), ...inner.flatMap(({ names }) => names)],
    descriptions: [
      ...fields.flatMap(({ description }) => splitWords(description)),
      ...inner.flatMap(({ descriptions }) => descriptions),
    ],
  };
};

/**
 * Makes the weights by which links are followed first, for the fields that are still open; `prompt` is the caller's own
 * description of them.
 */
export const makeLinkWants = (fields: readonly Field[], prompt = ''): LinkWants => {
  const weights = new Map<string, number>();
  const { names, descriptions } = wordsOfFields(fields);
  const described = [...descriptions, ...splitWords(prompt)];
  for (const word of described) raise(weights, word, byDescription);
  for (const word of [...names, ...described]) {
    for (const place of placeWords.get(word) ?? [])
      raise(weights, place, names.includes(word) ? byPlace : byDescription);
  }
  // The kind of thing says less than the property that is wanted: every page of a shop is about products.
  for (const word of names) raise(weights, word, entityTypeWords.has(word) ? byPlace : byName);
  return { weights };
};

const pathWords = (url: string): string[] => {
  const parsed = URL.parse(url);
  if (parsed === null) return [];
  const path = /%[0-9a-f]{2}/i.test(parsed.pathname) ? decoded(parsed.pathname) : parsed.pathname;
  return splitWords(`${path} ${parsed.search}`);
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** The words of a long link come from an article's title, so each counts less. */
const wordsFull = 4;

/**
 * Returns how likely a link leads to what is wanted, from 0 (no word speaks for it) to 1. Each word of its text and
 * path counts once, by its weight in `wants`.
 */
export const linkScore = ({ weights }: LinkWants, { url, text }: Pick<Link, 'url' | 'text'>): number => {
  const [spoken, path] = [new Set(splitWords(text)), new Set(pathWords(url))];
  const longer = Math.max(1, Math.sqrt(Math.max(spoken.size, path.size) / wordsFull));
  let doubt = 1;
  for (const word of new Set([...spoken, ...path])) {
    const weight = weights.get(word);
    if (weight !== undefined) doubt *= 1 - (weight * (spoken.has(word) ? 1 : 0.85)) / longer;
  }
  return Number((1 - doubt).toFixed(3));
};
