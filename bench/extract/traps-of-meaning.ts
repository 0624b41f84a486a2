import { ask, objects } from './asked-field.ts';
import { labelled } from './render.ts';
import { ld, product, type ExtractionTrap } from './trap.ts';

/** Pages on which something else is nearly called so. */
export const trapsOfMeaning: readonly ExtractionTrap[] = [
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
    body:
      '<table class="infobox"><tr><th colspan="2">Aldstadt</th></tr><tr><th>Country</th><td>Switzerland</td>' +
      '</tr><tr><th colspan="2">Population</th></tr><tr><th>• Total</th>' +
      '<td>12,345<sup class="reference">[3]</sup></td></tr><tr><th>• Density</th><td>410/km²</td></tr><tr>' +
      '<th>Mayor</th><td>Ruth Amsler (Greens)</td></tr><tr><th>Elevation</th><td>502 m</td></tr><tr>' +
      '<th>Website</th><td><a href="https://aldstadt.example/">aldstadt.example</a></td></tr></table>',
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
