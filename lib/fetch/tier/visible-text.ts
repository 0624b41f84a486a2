/** Elements whose text readers never see, or see only without scripts. */
const unseen = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'title',
  'svg',
  'textarea',
  'select',
  'iframe',
  'object',
]);

/** What a page shows before any script has run, roughly: enough to tell a page from a shell. */
export interface VisibleText {
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

/**
 * Returns the visible text of a page by its tags alone: without a tree, in one scan. An element that is not closed
 * takes the rest with it.
 */
export const visibleText = (html: string): VisibleText => {
  const lower = html.toLowerCase();
  const seen: string[] = [];
  const noscript: string[] = [];
  let scripts = 0;
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    seen.push(html.slice(at, open === -1 ? html.length : open));
    if (open === -1) break;
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
    if (!unseen.has(name) || html[end - 1] === '/') continue;
    const close = lower.indexOf(`</${name}`, at);
    const inside = html.slice(at, close === -1 ? html.length : close);
    if (name === 'noscript') noscript.push(inside);
    at = close === -1 ? html.length : close;
  }
  const text = seen
    .join('')
    .replaceAll(/&(?:nbsp|#160|#xa0|zwnj|#8203);?/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { text, scripts, noscript: noscript.join(' ') };
};
