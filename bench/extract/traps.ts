import { ask, objects, type AskedField } from './asked-field.ts';
import { labelled } from './render.ts';

/** A page on which something nearly right stands in wait. */
export interface Trap {
  readonly name: string;
  readonly heading: string;
  readonly head: string;
  readonly body: string;
  readonly asked: readonly AskedField[];
}

const ld = (...things: readonly unknown[]): string =>
  things.map((thing) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`).join('\n');
const offer = (price: string | number, priceCurrency = 'EUR'): unknown => ({
  '@type': 'Offer',
  price,
  priceCurrency,
});
const product = (name: string, price: string | number, more: object = {}): object => ({
  '@type': 'Product',
  name,
  offers: offer(price),
  ...more,
});
const date = (name: string, truth: string | null): AskedField => ({
  name,
  schema: { type: 'string', format: 'date' },
  truth,
});

export const traps: readonly Trap[] = [
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
      offers: [offer('40.00'), offer('45.00')],
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
      offers: offer('0.00'),
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
  {
    name: 'another currency is asked for',
    heading: 'Clock',
    head: ld(product('Clock', '80.00')),
    body: '<p>80.00 EUR</p>',
    asked: [
      ask('price_usd', 'number', null),
      ask('price_eur', 'number', 80),
      ask('price', 'number', null, undefined, 'The price in US dollars'),
    ],
  },
  {
    name: 'the old price is not the price',
    heading: 'Rug',
    head: '',
    body: labelled(
      [
        ['Old price', '59.00 EUR'],
        ['Price', '39.00 EUR'],
        ['Shipping', '6.00 EUR'],
        ['Price per m²', '13.00 EUR'],
      ],
      'table',
    ),
    asked: [
      ask('price', 'number', 39),
      ask('old_price', 'number', 59),
      ask('shipping', 'number', 6),
      ask('deposit', 'number', null),
    ],
  },
  {
    name: 'a blog that holds a recipe',
    heading: 'My Grandmother’s Plum Cake',
    head: ld(
      {
        '@type': 'BlogPosting',
        headline: 'My Grandmother’s Plum Cake',
        author: { '@type': 'Person', name: 'Blogger' },
        datePublished: '2026-01-01',
      },
      {
        '@type': 'Recipe',
        name: 'Plum Cake',
        author: { '@type': 'Person', name: 'Grandmother' },
        recipeIngredient: ['1 kg plums'],
        cookTime: 'PT45M',
      },
    ),
    body: '<p>Bake it for 45 minutes.</p>',
    asked: [
      ask('recipe_name', 'string', 'Plum Cake'),
      ask('recipe_author', 'string', 'Grandmother'),
      ask('article_author', 'string', 'Blogger'),
      ask('ingredients', 'list[string]', ['1 kg plums']),
      ask('cook_time', 'integer', 45, undefined, 'in minutes'),
    ],
  },
  {
    name: 'two events have no date',
    heading: 'Season',
    head: ld(
      { '@type': 'Event', name: 'Spring Fair', startDate: '2026-04-01' },
      { '@type': 'Event', name: 'Autumn Fair', startDate: '2026-10-01' },
    ),
    body: '<p>Two fairs this year.</p>',
    asked: [
      ask('event_date', 'string', null),
      objects('events', { name: 'string', start_date: 'string' }, [
        { name: 'Spring Fair', start_date: '2026-04-01' },
        { name: 'Autumn Fair', start_date: '2026-10-01' },
      ]),
    ],
  },
  {
    name: 'what is not shown is not said',
    heading: 'Bench',
    head: '',
    body: `<div style="display:none">${labelled(
      [
        ['Price', '1.00 EUR'],
        ['Material', 'gold'],
      ],
      'table',
    )}</div>`,
    asked: [ask('price', 'number', null), ask('material', 'string', null)],
  },
  {
    name: 'who publishes is not what it is about',
    heading: 'Hand-thrown Bowl',
    head: ld(product('Hand-thrown Bowl', '32.00'), {
      '@type': 'Organization',
      name: 'Clay Ltd',
      telephone: '+44 20 5550 100',
      url: 'https://bench.example/',
    }),
    body: '<p>32.00 EUR</p>',
    asked: [
      ask('company_name', 'string', null, undefined, 'Who made the clay'),
      ask('manufacturer_phone', 'string', null),
      ask('name', 'string', 'Hand-thrown Bowl'),
      ask('ceo', 'string', null),
    ],
  },
  {
    name: 'an infobox has parts and remarks',
    heading: 'Aldstadt',
    head: '',
    body: '<table class="infobox"><tr><th colspan="2">Aldstadt</th></tr><tr><th>Country</th><td>Switzerland</td></tr><tr><th colspan="2">Population</th></tr><tr><th>• Total</th><td>12,345<sup class="reference">[3]</sup></td></tr><tr><th>• Density</th><td>410/km²</td></tr><tr><th>Mayor</th><td>Ruth Amsler (Greens)</td></tr><tr><th>Elevation</th><td>502 m</td></tr><tr><th>Website</th><td><a href="https://aldstadt.example/">aldstadt.example</a></td></tr></table>',
    asked: [
      ask('country', 'string', 'Switzerland'),
      ask('population', 'integer', 12345),
      ask('elevation', 'number', 502, undefined, 'metres above sea level'),
      ask('website', 'string', 'https://aldstadt.example/'),
      ask('area_km2', 'number', null),
      ask('founded', 'string', null),
    ],
  },
  {
    name: 'names that only sound alike',
    heading: 'Router X1',
    head: ld(
      product('Router X1', '99.00', {
        aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, reviewCount: 3 },
      }),
    ),
    body: `${labelled(
      [
        ['Power supply', '12 V'],
        ['Ports', '4'],
        ['Max. speed', '1.2 Gbit/s'],
      ],
      'table',
    )}<p>99.00 EUR</p>`,
    asked: [
      ask('power', 'number', null, undefined, 'Power consumption in watts'),
      ask('ports', 'integer', 4),
      ask('speed', 'string', null),
      ask('number_of_questions', 'integer', null),
      ask('lowest_price_last_30_days', 'number', null),
      ask('title_in_german', 'string', null),
    ],
  },
];
