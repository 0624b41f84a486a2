import type { FeedEnclosure, FeedItem } from '../../fetch/sitemap/feed-builder.ts';
import { countHtmlText } from '../../fetch/sitemap/feed-text.ts';
import type { Feed } from '../../fetch/sitemap/feed.ts';
import { canonicalUrl } from '../../frontier/canonical-url.ts';
import { limits } from '../../limits/limits.ts';
import type { LinkStyle } from '../../request/link-style.ts';
import { contain } from '../contain.ts';
import { findElements, parsePage, type ParsedPage } from '../dom/document.ts';
import { collapsed, elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { findImages, urlsFrom } from '../dom/urls.ts';
import type { Dropped } from '../kind/text-account.ts';
import { headingNames } from '../markdown/element-names.ts';
import { escapeLabel, linkTarget } from '../markdown/escape.ts';
import { runMarkdown, type RunPlace } from '../markdown/inline-run.ts';
import { LinkEnds, relativeUrl } from '../markdown/link-ends.ts';
import { hintedElements } from '../passes/hints.ts';
import { writeMarkdown } from '../markdown/markdown.ts';
import { setReadingsApart } from '../settle/ruby-readings.ts';

/** A link as it stands in the feed, or absolute where its item says where it starts. */
interface FeedLink {
  readonly url: string;
  readonly text: string;
}

/** What a feed says, and what was left out of it. */
export interface FeedText {
  readonly markdown: string;
  readonly links: readonly FeedLink[];
  readonly images: string[];
  /** Names of the elements in its texts of which hints tell. */
  readonly elements: ReadonlySet<string>;
  readonly dropped: readonly Dropped[];
  readonly warnings: readonly string[];
}

const linkTextCharactersMax = 300;
/** The level of the highest heading within an item: the item's own is the second. */
const levelInItem = 3;

/** Returns the beginning of HTML, cut before a tag or at a space: no word and no tag is cut in two. */
const beginningOf = (html: string, characters: number): string => {
  const part = html.slice(0, characters);
  const tag = part.lastIndexOf('<');
  if (tag > part.lastIndexOf('>')) return part.slice(0, tag);
  const space = part.search(/\s\S*$/);
  return part.slice(0, Math.max(space, part.lastIndexOf('>') + 1));
};

/** How much HTML is read of the items of one feed: as much as of a page. */
class FeedBudget {
  #characters: number = limits.domCharactersMax;
  #tags: number = limits.domNodesMax;
  /** Characters, without white space and markup, that were left out. */
  leftOut = 0;

  /** Returns as much of an item's HTML as is read. */
  take(html: string): string {
    let end = Math.min(html.length, this.#characters);
    for (let at = html.indexOf('<'); at !== -1 && at < end; at = html.indexOf('<', at + 1)) {
      if (this.#tags === 0) end = at;
      else this.#tags -= 1;
    }
    this.#characters -= end;
    if (end === html.length) return html;
    const part = beginningOf(html, end);
    this.leftOut += countHtmlText(html.slice(part.length));
    // Later items are not read in place of the rest of this one.
    this.#characters = 0;
    return part;
  }
}

/** Puts the headings of an item below its own, with the distances that they have. */
const lowerHeadings = (root: DomElement): void => {
  const headings = elementsWithin(root, headingNames);
  const depthOf = ({ localName }: DomElement): number => Number(localName[1]);
  const highest = headings.reduce((least, heading) => Math.min(least, depthOf(heading)), 6);
  for (const heading of headings) heading.rename(`h${Math.min(6, depthOf(heading) - highest + levelInItem)}`);
};

const linksIn = (page: ParsedPage, base: string): FeedLink[] =>
  findElements(page, 'a').flatMap((element) => {
    const href = element.getAttribute('href')?.trim() ?? '';
    const url = href === '' || href.startsWith('#') ? null : canonicalUrl(href, base);
    return url === null
      ? []
      : [{ url, text: collapsed(element.textContent).slice(0, linkTextCharactersMax) }];
  });

interface ItemText {
  readonly markdown: string;
  readonly links: readonly FeedLink[];
  readonly images: readonly string[];
  readonly elements: ReadonlySet<string>;
}

/** How the links of one feed are written. */
interface FeedLinks {
  readonly ends: LinkEnds;
  /** Returns the address of a link as it is written. */
  readonly shown: (url: string) => string;
}

const readHtml = (html: string, base: string, { ends, shown }: FeedLinks): ItemText => {
  const page = parsePage(html);
  setReadingsApart(page.body);
  const links = linksIn(page, base);
  lowerHeadings(page.body);
  const urls = urlsFrom(base, true);
  return {
    markdown: writeMarkdown(
      page.body,
      {
        link: (reference) => {
          const url = urls.link(reference);
          return url === null ? null : shown(url);
        },
        image: (element) => urls.image(element),
      },
      { links: ends },
    ),
    links,
    images: findImages(page.body, urls),
    elements: hintedElements(page.body),
  };
};

const written = (text: string, kind: RunPlace['kind'], { ends }: FeedLinks): string =>
  runMarkdown([text], { kind, prefix: '', hasReferences: ends.areReferences });

interface FeedReading {
  /** The feed's own address. */
  readonly url: string;
  readonly links: FeedLinks;
  readonly budget: FeedBudget;
  readonly warnings: string[];
}

/** Returns the name of a file by its address. */
const fileName = (url: string): string => {
  const path = URL.parse(url)?.pathname ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Writes the files of an item that its text does not have: pictures as such, others as links. */
const readEnclosures = (
  enclosures: readonly FeedEnclosure[],
  text: ItemText,
  { url, links }: FeedReading,
): Pick<ItemText, 'markdown' | 'links' | 'images'> => {
  const known = new Set([...text.links.map((link) => link.url), ...text.images]);
  const lines: string[] = [];
  const found: FeedLink[] = [];
  const images: string[] = [];
  for (const enclosure of enclosures) {
    const to = canonicalUrl(enclosure.url, url);
    if (to === null || known.has(to)) continue;
    known.add(to);
    if (enclosure.isImage) {
      images.push(to);
      lines.push(`![${escapeLabel(enclosure.title ?? '')}](${linkTarget(to)})`);
      continue;
    }
    const name = (enclosure.title ?? fileName(to)).slice(0, linkTextCharactersMax);
    found.push({ url: to, text: name });
    lines.push(`[${escapeLabel(name === '' ? to : name)}]${links.ends.of(links.shown(to))}`);
  }
  return { markdown: lines.join('\n\n'), links: found, images };
};

const readItem = (item: FeedItem, reading: FeedReading): ItemText => {
  const { url, links, budget, warnings } = reading;
  const to = item.url === null ? null : canonicalUrl(item.url, url);
  const name = item.title ?? to ?? 'Untitled';
  const heading =
    to === null
      ? `## ${written(name, 'heading', links)}`
      : `## [${escapeLabel(name)}]${links.ends.of(links.shown(to))}`;
  const by = [item.author, item.date].filter((part) => part !== null).join(' · ');
  const html = item.html === null ? '' : budget.take(item.html);
  const read = contain(
    warnings,
    'The text of an item is left out',
    () => readHtml(html, item.base ?? url, links),
    (): ItemText => ({ markdown: '', links: [], images: [], elements: new Set() }),
  );
  const files = readEnclosures(item.enclosures, read, reading);
  return {
    markdown: [heading, by === '' ? '' : written(by, 'paragraph', links), read.markdown, files.markdown]
      .filter((part) => part !== '')
      .join('\n\n'),
    links: [
      ...(item.url === null ? [] : [{ url: item.url, text: item.title ?? '' }]),
      ...read.links,
      ...files.links,
    ],
    images: [...read.images, ...files.images],
    elements: read.elements,
  };
};

const droppedText = (rule: string, reason: string, characters: number): Dropped[] =>
  characters === 0 ? [] : [{ rule, reason, isFrame: false, characters }];

/**
 * Writes a feed as Markdown: its title and description, then a section for each item, whose HTML is written as that of
 * a page is. Returns the links of the items and those within their texts, and warns of what was left out.
 *
 * @param url The feed's own address, where links start if the feed does not say otherwise.
 * @param linkStyle How its links are written, also those of its items' titles.
 */
export const feedMarkdown = (feed: Feed, url: string, linkStyle: LinkStyle = 'absolute'): FeedText => {
  const budget = new FeedBudget();
  const warnings: string[] = [];
  const links: FeedLinks = {
    ends: new LinkEnds(linkStyle),
    shown: (to) => (linkStyle === 'relative' ? relativeUrl(to, url) : to),
  };
  const items = feed.items.map((item) => readItem(item, { url, links, budget, warnings }));
  const { leftOut } = feed;
  if (leftOut.items > 0) {
    const all = items.length + leftOut.items;
    warnings.push(`Only the first ${items.length} of the ${all} items of the feed were read`);
  }
  if (budget.leftOut > 0) {
    warnings.push(
      `Only the beginning of the feed's texts was read: they have more than ${limits.domCharactersMax} characters ` +
        `or more than ${limits.domNodesMax} tags together`,
    );
  }
  return {
    markdown: [
      feed.title === null ? '' : `# ${written(feed.title, 'heading', links)}`,
      feed.description === null ? '' : written(feed.description, 'paragraph', links),
      ...items.map(({ markdown }) => markdown),
      links.ends.definitions(),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    links: items.flatMap(({ links }) => links),
    images: [...new Set(items.flatMap(({ images }) => images))],
    elements: new Set(items.flatMap(({ elements }) => [...elements])),
    dropped: [
      ...droppedText('items', 'stands in items behind the last one that was read', leftOut.characters),
      ...droppedText('texts', 'stands in texts behind the last one that was read', budget.leftOut),
    ],
    warnings,
  };
};
