/** Elements whose text readers never see, or see only without scripts, with what finds their end tags. */
const unseen = new Map(
  ['script', 'style', 'noscript', 'template', 'title', 'svg', 'textarea', 'select', 'iframe', 'object'].map(
    (name) => [name, new RegExp(`</${name}`, 'gi')],
  ),
);

/** What a page shows before any script has run, roughly: enough to tell a page from a shell. */
export interface VisibleText {
  /** Of a long text the beginning, with at least as many characters as were asked for. */
  readonly text: string;
  readonly scripts: number;
  /** The content of `noscript`, including tags. */
  readonly noscript: string;
}

const tagName = /[a-z][a-z0-9-]*/iy;

const nameAt = (html: string, at: number): string => {
  tagName.lastIndex = at;
  return tagName.exec(html)?.[0].toLowerCase() ?? '';
};

const squeezed = (parts: readonly string[]): string =>
  parts
    .join('')
    .replaceAll(/&(?:nbsp|#160|#xa0|zwnj|#8203);?/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Returns the visible text of a page by its tags alone: without a tree, in one scan. An element that is not closed
 * takes the rest with it. The scan may end once `enough` characters of text are seen: what is said of scripts then
 * concerns the page up to there.
 */
export const visibleText = (html: string, enough = Number.POSITIVE_INFINITY): VisibleText => {
  const seen: string[] = [];
  const noscript: string[] = [];
  let scripts = 0;
  let length = 0;
  // Spaces and entities do not count, so it looks again each time that twice as much is seen.
  let lookAt = 2 * enough;
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    const until = open === -1 ? html.length : open;
    seen.push(html.slice(at, until));
    if (open === -1) break;
    length += until - at;
    if (length >= lookAt) {
      const text = squeezed(seen);
      if (text.length >= enough) return { text, scripts, noscript: noscript.join(' ') };
      lookAt = 2 * length;
    }
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    const name = nameAt(html, open + 1);
    const end = html.indexOf('>', open);
    if (end === -1) break;
    at = end + 1;
    seen.push(' ');
    if (name === 'script') scripts += 1;
    // A declarative shadow root is shown.
    if (name === 'template' && /\bshadowrootmode\s*=/i.test(html.slice(open, end))) continue;
    const endTag = unseen.get(name);
    if (endTag === undefined || html[end - 1] === '/') continue;
    endTag.lastIndex = at;
    const close = endTag.exec(html)?.index ?? html.length;
    if (name === 'noscript') noscript.push(html.slice(at, close));
    at = close;
  }
  return { text: squeezed(seen), scripts, noscript: noscript.join(' ') };
};
