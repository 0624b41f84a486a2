/** The parts of a result that are shown. */
export interface Hit {
  readonly url: string;
  readonly title: string;
  readonly section_path: readonly string[];
  readonly snippet: { readonly text: string; readonly highlights: readonly (readonly [number, number])[] };
  readonly seen_at: string;
}

/**
 * Characters that a terminal would execute, and marks of direction; each becomes a space, so that offsets in the text
 * stay right.
 */
const controls = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** Replaces characters in a page's text that a terminal would execute. */
const harmless = (text: string): string => text.replaceAll(controls, ' ').replaceAll(/\s+/g, ' ');

const marked = (text: string, ranges: Hit['snippet']['highlights']): string => {
  let shown = '';
  let at = 0;
  for (const [from, to] of ranges) {
    shown += `${text.slice(at, from)}\u001b[1;33m${text.slice(from, to)}\u001b[0m`;
    at = to;
  }
  return shown + text.slice(at);
};

/** Writes a result as lines: its rank, text and origin. On a terminal the searched words are marked. */
export const hitLines = (
  hit: Hit,
  place: number,
  stream: { readonly isTTY?: boolean | undefined; readonly hasColors?: () => boolean },
): string => {
  const isColored = stream.isTTY === true && stream.hasColors?.() !== false;
  const headings = hit.section_path.filter((heading) => heading !== hit.title);
  // A page without a title, such as many a PDF, is named by its address.
  const named = [hit.title, ...headings].filter((part) => part !== '');
  const where = (named.length === 0 ? [hit.url] : named).map(harmless).join(' › ');
  // The API returns single-line text only, so offsets stay right unless a character was replaced.
  const clean = hit.snippet.text.replaceAll(controls, ' ');
  const text = isColored ? marked(clean, hit.snippet.highlights) : clean;
  const from = `${hit.url.replaceAll(controls, '')}  ${hit.seen_at.slice(0, 10)}`;
  const lines = isColored
    ? [`${place}. \u001b[1m${where}\u001b[0m`, `   ${text}`, `   \u001b[2m${from}\u001b[0m`]
    : [`${place}. ${where}`, `   ${text}`, `   ${from}`];
  return `${lines.join('\n')}\n\n`;
};
