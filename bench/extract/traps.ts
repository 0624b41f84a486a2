import { ask, objects } from './asked-field.ts';
import { labelled } from './render.ts';
import { date, ld, offerTrap, product, type ExtractionTrap } from './trap.ts';
import { trapsOfMeaning } from './traps-of-meaning.ts';

export const traps: readonly ExtractionTrap[] = [
  ...trapsOfMeaning,
  {
    name: 'a listing has no price',
    heading: 'All Lamps',
    head: ld({
      '@type': 'ItemList',
      itemListElement: ['Reed', 'Moss', 'Fern'].map((name, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        item: product(name, 10 + at),
      })),
    }),
    body: '<ul><li>Reed 10 EUR</li><li>Moss 11 EUR</li><li>Fern 12 EUR</li></ul>',
    asked: [
      ask('price', 'number', null),
      ask('product_name', 'string', null),
      objects('products', { name: 'string', price: 'number' }, [
        { name: 'Reed', price: 10 },
        { name: 'Moss', price: 11 },
        { name: 'Fern', price: 12 },
      ]),
    ],
  },
  {
    name: 'a list that is cut short is no list',
    heading: 'All Chairs',
    head: ld({
      '@type': 'ItemList',
      numberOfItems: 48,
      itemListElement: ['Oak', 'Ash'].map((name, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        item: product(name, 90),
      })),
    }),
    body: '<p>48 chairs, two of them on this page.</p>',
    asked: [objects('products', { name: 'string' }, null), ask('chair_count', 'integer', null)],
  },
  {
    name: 'the price for machines is stale',
    heading: 'Copper Kettle',
    head: ld(product('Copper Kettle', '59.00')),
    body: '<p>Our kettle costs 64.00 EUR since May.</p>',
    asked: [ask('price', 'number', 64), ask('product_name', 'string', 'Copper Kettle')],
  },
  {
    name: 'related products are products too',
    heading: 'Steel Ladle',
    head: ld(
      product('Steel Ladle', '14.00', { sku: 'L1' }),
      product('Steel Whisk', '9.00', { sku: 'W1' }),
      product('Steel Tongs', '11.00', { sku: 'T1' }),
    ),
    body: '<p>Only 14.00 EUR.</p>',
    asked: [ask('price', 'number', 14), ask('sku', 'string', 'L1'), ask('name', 'string', 'Steel Ladle')],
  },
  {
    name: 'variants have several prices',
    heading: 'Linen Shirt',
    head: ld({
      '@type': 'Product',
      name: 'Linen Shirt',
      sku: 'LS',
      offers: [offerTrap('40.00'), offerTrap('45.00')],
    }),
    body: '<p>From 40.00 EUR to 45.00 EUR, by size.</p>',
    asked: [ask('price', 'number', null), ask('sku', 'string', 'LS')],
  },
  {
    name: 'who comments is not who wrote',
    heading: 'Notes on Glue',
    head: ld({
      '@type': 'Article',
      headline: 'Notes on Glue',
      datePublished: '2025-02-02',
      comment: [{ '@type': 'Comment', author: { '@type': 'Person', name: 'Troll' }, text: 'No.' }],
    }),
    body: '<section class="comments"><table><tr><th>Author</th><td>Troll</td></tr></table></section>',
    asked: [
      ask('author', 'string', null),
      ask('published', 'string', '2025-02-02'),
      ask('author_email', 'string', null),
    ],
  },
  {
    name: 'placeholders are no values',
    heading: 'New Product',
    head: ld({
      '@type': 'Product',
      name: 'New Product',
      sku: 'N/A',
      brand: 'undefined',
      description: '{{ description }}',
      offers: offerTrap('0.00'),
    }),
    body: labelled(
      [
        ['Weight', 'TBD'],
        ['Colour', '-'],
      ],
      'table',
    ),
    asked: [
      ask('sku', 'string', null),
      ask('brand', 'string', null),
      ask('price', 'number', null),
      ask('weight', 'string', null),
      ask('colour', 'string', null),
      ask('product_description', 'string', null),
    ],
  },
  {
    name: 'one label twice',
    heading: 'Tent',
    head: '',
    body: `<h2>Tent</h2>${labelled(
      [
        ['Weight', '2.1 kg'],
        ['Persons', '3'],
      ],
      'table',
    )}<h2>Parcel</h2>${labelled([['Weight', '2.6 kg']], 'table')}`,
    asked: [ask('weight', 'number', null, undefined, 'in kg'), ask('persons', 'integer', 3)],
  },
  {
    name: 'a point may group thousands',
    heading: 'Ofen',
    head: '',
    body: labelled(
      [
        ['Preis', '1.299 €'],
        ['Hersteller', 'Glut'],
        ['Höhe', '95 cm'],
      ],
      'table',
    ),
    asked: [
      ask('price', 'number', 1299),
      ask('manufacturer', 'string', 'Glut'),
      ask('height', 'number', null, undefined, 'in inches'),
    ],
  },
  {
    name: 'day and month may be swapped',
    heading: 'Minutes',
    head: '',
    body: labelled(
      [
        ['Date', '03/04/2026'],
        ['Published', '31/12/2025'],
      ],
      'dl',
    ),
    asked: [date('date', null), date('published', '2025-12-31')],
  },
];
