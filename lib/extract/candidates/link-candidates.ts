import type { Field } from '../schema/field.ts';
import type { FieldIntent } from '../schema/field-intent.ts';
import { isMailAddress } from '../schema/plausible.ts';
import { withoutFences } from './markdown-lines.ts';
import { trustIn, type SourceCandidate } from './source-candidate.ts';
import type { PageFacts } from './page-facts.ts';

/** Services whose accounts people ask for by the service's name. */
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

/** An address that is no handle of a network (`@jo@host.example`) and no repository (`git@host.example:team/x.git`). */
const mail = /(?<![\w.+@-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?!\.?[\w-]|:[\w.~-]{0,60}\/)/gi;

/** Code in a line, addresses in the text, and addresses behind links and pictures other than those of mail. */
const noMail =
  /`[^`\n]{1,500}`|\bhttps?:\/\/[^\s<>)\]]+|\]\(<(?!mailto:)[^<>\n]*>|\]\((?!mailto:)[^()\s]*(?:\([^()\s]*\)[^()\s]*)*/gi;

/** What a link of mail says besides its address: its subject, its text (RFC 6068). */
const mailHeaders = /(\]\(<?mailto:[^\s()<>?]*)\?[^\s()<>]*/gi;

/**
 * Returns the e-mail addresses that a page shows or links to, each once. Names of files with an `@` are none, nor are
 * addresses in code, which are examples.
 */
export const mailsIn = (markdown: string): ReadonlySet<string> => {
  const text = withoutFences(markdown).replace(noMail, ' ').replace(mailHeaders, '$1');
  return new Set((text.match(mail) ?? []).filter(isMailAddress).map((address) => address.toLowerCase()));
};

const mailCandidates = ({ markdown }: PageFacts, factor: number): SourceCandidate[] => {
  const found = mailsIn(markdown);
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

const telLink = /\[([^\]\n]{0,60})\]\(tel:([^)\s]{3,40})\)/gi;

/** The part of a link's text that is a number: `us at (888) 646-5307, ext. 4`. */
const shownNumber =
  /(?:\+\s?|\(\+?)?\d(?:[\s\d()./\u2010-\u2015-]{3,30}\d)(?:,?\s?(?:ext\.?|x|durchwahl)\s?\d{1,6})?/iu;

/**
 * Says whether what a link shows is a telephone number: it ends as the dialled one, or is too long for another number,
 * such as hours.
 */
const isDial = (shown: string, dialled: string): boolean => {
  const digits = shown.replace(/\D/g, '');
  return digits.length >= 7 || (digits.length >= 5 && dialled.endsWith(digits.slice(-5)));
};

/** Returns the number of a link as written; a link that is encoded wrongly stays as it is. */
const dialled = (number: string): string => {
  try {
    return decodeURIComponent(number);
  } catch {
    return number;
  }
};

/** Returns the telephone numbers that a page links for dialling, as written, by their digits. */
export const numbersToDial = (markdown: string): ReadonlyMap<string, string> =>
  new Map(
    [...markdown.matchAll(telLink)].map(([, text = '', number = '']) => {
      const digits = number.replace(/\D/g, '');
      const shown = shownNumber.exec(text.replace(/[*_`\\]/g, ''))?.[0] ?? '';
      return [digits, isDial(shown, digits) ? shown : dialled(number)];
    }),
  );

const dialCandidates = ({ markdown }: PageFacts, factor: number): SourceCandidate[] => {
  const [only, ...more] = numbersToDial(markdown).values();
  if (only === undefined || more.length > 0) return [];
  return [
    {
      value: only,
      confidence: trustIn.link * factor,
      kind: 'link',
      conceptKind: 'text',
      where: 'a',
      quote: only,
    },
  ];
};

const lists: Readonly<Record<string, (facts: PageFacts) => readonly string[]>> = {
  image: ({ images }) => images,
  'image url': ({ images }) => images,
};

/**
 * Returns a field's candidates from the page's links, pictures and e-mail addresses: the only account with a service,
 * the only address.
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
  return senses.flatMap(({ key, factor, entityType, concepts }) => {
    if (concepts.some(({ key }) => key === 'telephone') && entityType === null)
      return dialCandidates(facts, factor);
    if (concepts.some(({ key }) => key === 'email') && entityType === null)
      return mailCandidates(facts, factor);
    return accountCandidates(facts, key, factor);
  });
};
