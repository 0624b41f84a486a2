/** What a page asks of crawlers, in `<meta name="robots">` or the `X-Robots-Tag` header. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** The page asked not to be shown after a moment that has passed. */
  readonly expired: boolean;
}

/** Directives with a value after a colon: their name is no crawler's. */
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/**
 * Returns a field's directives if it applies to all crawlers or to us: `otherbot: noindex` does not (Google, "Robots
 * meta tag").
 */
const directivesFor = (field: string, productToken: string): string => {
  const named = /^\s*([a-z][\w-]*)\s*:/i.exec(field);
  const name = named?.[1]?.toLowerCase() ?? '';
  if (named === null || valued.has(name)) return field;
  return name === productToken.toLowerCase() ? field.slice(named[0].length) : '';
};

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(',')
    .map((word) => word.trim());

/**
 * Says whether a field makes the page unavailable after a moment before `now` (Google, "Robots meta tag": dates as in
 * RFC 822, RFC 850 and ISO 8601). Dates have commas, like lists of directives: a date ends where another directive
 * begins.
 */
const endsBefore = (field: string, now: number): boolean => {
  const written = /unavailable_after\s*:\s*([^\n]{4,80})/i.exec(field)?.[1];
  if (written === undefined) return false;
  const date = written.split(/,\s*(?=(?:no|none|all|follow|index|max-|unavailable)[a-z_:-]*)/i, 1)[0] ?? '';
  const at = Date.parse(date.replace(/(\d)-([a-z]{3})-(\d)/i, '$1 $2 $3').trim());
  return Number.isFinite(at) && at < now;
};

/**
 * Returns the directives of a page for one product token. The meta element with that name and the general one both
 * count, and so do all fields of the header: if one of them forbids, it is forbidden.
 *
 * @param header Its fields, one a line.
 */
export const robotsDirectives = (
  metas: Readonly<Record<string, string | readonly string[]>>,
  header: string | undefined,
  productToken: string,
  now: number,
): RobotsDirectives => {
  const meta = ['robots', productToken.toLowerCase()].flatMap((name) => metas[name] ?? []);
  const fields = (header ?? '').split('\n').map((field) => directivesFor(field, productToken));
  const all = new Set([...meta, ...fields].flatMap(words));
  const none = all.has('none');
  return {
    noindex: none || all.has('noindex'),
    nofollow: none || all.has('nofollow'),
    expired: [...meta, ...fields].some((field) => endsBefore(field, now)),
  };
};
