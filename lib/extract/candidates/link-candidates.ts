import type { Field } from '../schema/field.ts';
import type { FieldIntent } from '../schema/field-intent.ts';
import { trustIn, type SourceCandidate } from './source-candidate.ts';
import type { PageFacts } from './page-facts.ts';

/** Accounts that people ask for by the name of the service. */
const services: readonly (readonly [word: string, host: RegExp, account: RegExp])[] = [
  ['linkedin', /(?:^|\.)linkedin\.com$/, /^\/(?:company|in|school)\/[^/]+\/?$/],
  [
    'twitter',
    /^(?:www\.|mobile\.)?(?:twitter|x)\.com$/,
    /^\/(?!share|intent|home|hashtag|search)[A-Za-z0-9_]{1,15}\/?$/,
  ],
  ['facebook', /(?:^|\.)facebook\.com$/, /^\/(?!sharer|share|dialog|plugins|tr\b)[\w.-]+\/?$/],
  ['instagram', /(?:^|\.)instagram\.com$/, /^\/(?!p\/|reel|explore)[\w.]+\/?$/],
  ['youtube', /(?:^|\.)youtube\.com$/, /^\/(?:@|c\/|channel\/|user\/)[^/]+\/?$/],
  ['github', /^(?:www\.)?github\.com$/, /^\/[\w-]+(?:\/[\w.-]+)?\/?$/],
];

const behind = new Set(['url', 'link', 'profile', 'page', 'account']);

const accountCandidates = (facts: PageFacts, key: string, factor: number): SourceCandidate[] => {
  const [first = '', ...rest] = key.split(' ');
  const service = services.find(([word]) => word === first);
  if (service === undefined || !rest.every((word) => behind.has(word))) return [];
  const [, host, account] = service;
  const found = facts.links.filter(({ url }) => {
    const parsed = URL.parse(url);
    return parsed !== null && host.test(parsed.hostname) && account.test(parsed.pathname);
  });
  const [only] = found;
  if (only === undefined || new Set(found.map(({ url }) => url)).size > 1) return [];
  return [
    {
      value: only.url,
      confidence: trustIn.link * factor,
      kind: 'link',
      conceptKind: 'url',
      where: null,
      quote: only.text,
    },
  ];
};

const mail = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?![\w-])/gi;

const mailCandidates = ({ markdown }: PageFacts, factor: number): SourceCandidate[] => {
  const found = new Set((markdown.match(mail) ?? []).map((address) => address.toLowerCase()));
  const [only] = found;
  if (only === undefined || found.size > 1) return [];
  return [
    {
      value: only,
      confidence: trustIn.text * factor,
      kind: 'text',
      conceptKind: 'text',
      where: null,
      quote: only,
    },
  ];
};

const lists: Readonly<Record<string, (facts: PageFacts) => readonly string[]>> = {
  image: ({ images }) => images,
  'image url': ({ images }) => images,
};

/**
 * What a page's links, pictures and addresses of mail offer for a field: the only account of its kind, the only
 * address.
 */
export const linkCandidates = (
  facts: PageFacts,
  field: Field,
  { senses }: FieldIntent,
): SourceCandidate[] => {
  if (field.type === 'list[string]') {
    return senses.flatMap(({ key, factor }) => {
      const values = Object.hasOwn(lists, key) ? (lists[key]?.(facts) ?? []) : [];
      return values.length === 0
        ? []
        : [
            {
              value: [...values],
              confidence: trustIn.link * factor,
              kind: 'link',
              conceptKind: 'image',
              where: 'img',
              quote: null,
            },
          ];
    });
  }
  if (field.type !== 'string') return [];
  return senses.flatMap(({ key, factor, entityType }) => {
    if (['email', 'mail', 'e mail', 'email address', 'contact email'].includes(key) && entityType === null)
      return mailCandidates(facts, factor);
    return accountCandidates(facts, key, factor);
  });
};
