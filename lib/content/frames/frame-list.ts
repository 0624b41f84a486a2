import { findElements, type ParsedPage } from '../dom/document.ts';
import { linkTarget } from '../markdown/escape.ts';
import type { Link } from '../page-content.ts';

const framesMax = 100;

/** Returns a list of links to the pages that a page of frames shows; empty for any other page. */
export const frameList = (
  page: ParsedPage,
  links: readonly Link[],
  urlOf: (href: string) => string | null,
): string => {
  if (findElements(page, 'frameset').length === 0) return '';
  const known = new Map(links.map((link) => [link.url, link]));
  const frames = findElements(page, 'frame').slice(0, framesMax);
  const items = frames.flatMap((frame) => {
    const url = urlOf(frame.getAttribute('src') ?? '');
    if (url === null || !known.has(url)) return [];
    const name = frame.getAttribute('title') ?? frame.getAttribute('name') ?? '';
    const text = name.replace(/[\s[\]()<>\\`*_]+/g, ' ').trim();
    return [`- [${text === '' ? 'frame' : text}](${linkTarget(url)})`];
  });
  return [...new Set(items)].join('\n');
};
