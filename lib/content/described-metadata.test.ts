import { expect, test } from 'vitest';
import { withDescribed } from './described-metadata.ts';
import { noMetadata } from './page-content.ts';
import type { StructuredItem } from './structured-item.ts';

const item = (types: string[], properties: StructuredItem['properties']): StructuredItem => ({
  syntax: 'json-ld',
  where: '#',
  types,
  properties,
});

test('what meta elements say is believed before structured data, and those of an article before those of its page', () => {
  const items = [
    item(['WebPage'], { datePublished: ['2020'], dateModified: ['2021'] }),
    item(['NewsArticle'], {
      datePublished: ['2026-03-04'],
      author: [{ types: ['Person'], properties: { name: ['Ada'] } }, 'Bo', 'Ada'],
    }),
  ];
  expect(withDescribed({ ...noMetadata, description: 'Given' }, items)).toMatchObject({
    description: 'Given',
    author: 'Ada, Bo',
    publishedTime: '2026-03-04',
    modifiedTime: '2021',
  });
});

test('what describes other things says nothing of the page', () => {
  expect(withDescribed(noMetadata, [item(['Organization'], { description: ['We build mills'] })])).toEqual(
    noMetadata,
  );
});
