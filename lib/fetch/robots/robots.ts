import * as z from 'zod';
import { limits } from '../../limits/limits.ts';
import { normalisePattern } from './robots-pattern.ts';

/** The rules of a robots.txt for one product token: small, and plain JSON. */
export const robotsRulesSchema = z.object({
  /** Normalised; the most specific first, so the first match decides (RFC 9309 section 2.2.2). */
  rules: z.array(z.object({ allow: z.boolean(), pattern: z.string() })),
  /** Seconds between two requests; an extension that many sites use. */
  crawlDelaySeconds: z.number().nullable(),
  /** URLs of sitemaps, which belong to no group; a path is on the host itself. */
  sitemaps: z.array(z.string()),
});
export type RobotsRules = z.infer<typeof robotsRulesSchema>;
type Rule = RobotsRules['rules'][number];

interface Group {
  readonly agents: string[];
  readonly rules: Rule[];
  readonly delays: number[];
  /** False while only `User-agent` lines were read: the next one still belongs to this group. */
  closed: boolean;
}

/** Field names, with the misspellings that Google's parser knows too. */
const fields: Readonly<Record<string, 'agent' | 'allow' | 'disallow' | 'delay' | 'sitemap'>> = {
  'user-agent': 'agent',
  useragent: 'agent',
  'user agent': 'agent',
  allow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  'crawl-delay': 'delay',
  sitemap: 'sitemap',
  'site-map': 'sitemap',
};

const parseLine = (line: string): readonly [string, string] | null => {
  const hash = line.indexOf('#');
  const text = hash === -1 ? line : line.slice(0, hash);
  const colon = text.indexOf(':');
  if (colon === -1) return null;
  const name = text.slice(0, colon).trim().toLowerCase();
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field === undefined ? null : [field, text.slice(colon + 1).trim()];
};

/** Returns a group's agent: `*`, or the product token with which the line starts, without version. */
const agentOf = (value: string): string =>
  /^\*(\s|$)/.test(value) ? '*' : (/^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? '');

const parseGroups = (text: string): { groups: Group[]; sitemaps: string[] } => {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const parsed = parseLine(line);
    if (parsed === null) continue;
    const [field, value] = parsed;
    const group = groups.at(-1);
    if (field === 'agent') {
      if (group === undefined || group.closed)
        groups.push({ agents: [agentOf(value)], rules: [], delays: [], closed: false });
      else group.agents.push(agentOf(value));
    } else if (field === 'sitemap') {
      const named = URL.canParse(value) || /^\/(?!\/)/.test(value);
      if (named && value.length <= limits.urlCharactersMax) sitemaps.push(value);
    } else if (group !== undefined) {
      if (field === 'delay') {
        // Not part of the RFC, so it does not end the list of agents (section 2.2.4).
        if (/^\d*\.?\d+$/.test(value)) group.delays.push(Number(value));
        continue;
      }
      group.closed = true;
      // An empty path is no rule: "Disallow:" allows everything.
      if (value !== '') group.rules.push({ allow: field === 'allow', pattern: normalisePattern(value) });
    }
  }
  return { groups, sitemaps };
};

/**
 * Removes repeated rules and those beyond `limits.robotsRuleBytesMax`, and sorts the rest by length in octets, longest
 * first, allow before disallow.
 */
const inOrder = (rules: readonly Rule[]): Rule[] => {
  const unique = new Map(rules.map((rule) => [`${rule.allow ? '+' : '-'}${rule.pattern}`, rule]));
  let bytes = 0;
  const kept = [...unique.values()].filter(
    ({ pattern }) => (bytes += pattern.length) <= limits.robotsRuleBytesMax,
  );
  return kept.sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow));
};

/**
 * Reads a robots.txt for one product token (RFC 9309 section 2.2). All groups that name the token, in any case, count
 * as one; if none does, the groups for `*`; if there are none of those either, everything is allowed. Lines that cannot
 * be read are skipped, so a page of HTML is an empty robots.txt.
 */
export const rulesFor = (text: string, productToken: string): RobotsRules => {
  const { groups, sitemaps } = parseGroups(text);
  const token = productToken.toLowerCase();
  const own = groups.filter((group) => group.agents.includes(token));
  const chosen = own.length > 0 ? own : groups.filter((group) => group.agents.includes('*'));
  const delays = chosen.flatMap((group) => group.delays);
  return {
    rules: inOrder(chosen.flatMap((group) => group.rules)),
    crawlDelaySeconds:
      delays.length === 0 ? null : Math.min(Math.max(...delays), limits.crawlDelaySecondsMax),
    sitemaps: [...new Set(sitemaps)].slice(0, limits.robotsSitemapsMax),
  };
};
