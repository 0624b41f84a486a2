import type { Metadata } from './page-content.ts';
import type { StructuredItem, StructuredValue } from './structured-item.ts';

const textOf = (value: StructuredValue | undefined): string | null => {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (typeof value !== 'object') return null;
  return textOf(value.properties['name']?.[0]);
};

const pageTypes = /(?:Article|BlogPosting|Posting|Report|WebPage|Recipe|Product|Book|Event|QAPage)$/;

/**
 * Metadata with what the page's structured data say where its `<meta>` elements say nothing: author and dates. Asked of items
 * about the page, those of articles first.
 */
export const withDescribed = (metadata: Metadata, items: readonly StructuredItem[]): Metadata => {
  const { author, publishedTime, modifiedTime, description } = metadata;
  if (author !== null && publishedTime !== null && modifiedTime !== null && description !== null)
    return metadata;
  const about = items
    .filter(({ types }) => types.some((type) => pageTypes.test(type)))
    .sort((a, b) => Number(isPage(a)) - Number(isPage(b)));
  const first = (...names: string[]): string | null => {
    for (const { properties } of about) {
      for (const name of names) {
        const texts = (properties[name] ?? []).map(textOf).filter((text) => text !== null);
        if (texts.length > 0) return name === 'author' ? [...new Set(texts)].join(', ') : (texts[0] ?? null);
      }
    }
    return null;
  };
  return {
    ...metadata,
    author: author ?? first('author', 'creator'),
    publishedTime: publishedTime ?? first('datePublished', 'dateCreated'),
    modifiedTime: modifiedTime ?? first('dateModified'),
    description: description ?? first('description'),
  };
};

const isPage = ({ types }: StructuredItem): boolean => types.every((type) => type.endsWith('Page'));
