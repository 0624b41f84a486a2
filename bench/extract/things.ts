import { address, ask, objects, offerFields, person, rating, tree, type Thing } from './asked-field.ts';
import type { TreeValue } from './render.ts';
import { thingsForSale } from './things-for-sale.ts';

const question = (name: string, text: string): TreeValue =>
  tree('Question', { name, acceptedAnswer: tree('Answer', { text }) });

/** What pages of the benchmark are about, with what is asked of each. */
export const things: readonly Thing[] = [
  ...thingsForSale,
  {
    kind: 'LocalBusiness',
    name: 'Café Federal',
    tree: tree('CafeOrCoffeeShop', {
      name: 'Café Federal',
      telephone: '+41 31 555 01 02',
      email: 'hello@federal.example',
      priceRange: '$$',
      address: address('Bundesplatz 3', 'Bern', '3011', 'CH'),
      openingHours: ['Mo-Fr 07:00-19:00', 'Sa 08:00-17:00'],
      aggregateRating: rating('4.2', '310'),
    }),
    asked: [
      ask('business_name', 'string', 'Café Federal'),
      ask('phone', 'string', '+41 31 555 01 02', ['Phone', '+41 31 555 01 02']),
      ask('email', 'string', 'hello@federal.example', ['Email', 'hello@federal.example']),
      ask('street_address', 'string', 'Bundesplatz 3', ['Street', 'Bundesplatz 3']),
      ask('zip', 'string', '3011', ['Postal code', '3011']),
      ask(
        'opening_hours',
        'list[string]',
        ['Mo-Fr 07:00-19:00', 'Sa 08:00-17:00'],
        ['Opening hours', 'Mo-Fr 07:00-19:00; Sa 08:00-17:00'],
      ),
      ask('average_rating', 'number', 4.2, ['Rating', '4.2']),
      ask('owner', 'string', null),
    ],
  },
  {
    kind: 'FAQPage',
    name: 'Questions about Returns',
    tree: tree('FAQPage', {
      mainEntity: [
        question('How long may I return an item?', 'Thirty days from delivery.'),
        question('Who pays the postage?', 'We do.'),
      ],
    }),
    asked: [
      objects('faqs', { question: 'string', answer: 'string' }, [
        { question: 'How long may I return an item?', answer: 'Thirty days from delivery.' },
        { question: 'Who pays the postage?', answer: 'We do.' },
      ]),
      ask('return_days', 'integer', null),
    ],
  },
  {
    kind: 'BreadcrumbList',
    name: 'Hand Planes',
    tree: tree('BreadcrumbList', {
      itemListElement: [
        tree('ListItem', { position: 1, name: 'Tools' }),
        tree('ListItem', { position: 2, name: 'Planes' }),
        tree('ListItem', { position: 3, name: 'Hand Planes' }),
      ],
    }),
    asked: [
      ask('breadcrumbs', 'list[string]', ['Tools', 'Planes', 'Hand Planes']),
      ask('price', 'number', null),
    ],
  },
  {
    kind: 'Book',
    name: 'A Grammar of Rivers',
    tree: tree('Book', {
      name: 'A Grammar of Rivers',
      author: person('Tomas Vale'),
      isbn: '9781234567897',
      numberOfPages: 312,
      publisher: tree('Organization', { name: 'Delta Press' }),
      datePublished: '2019-09-01',
      inLanguage: 'en',
    }),
    asked: [
      ask('title', 'string', 'A Grammar of Rivers'),
      ask('author_name', 'string', 'Tomas Vale', ['Author', 'Tomas Vale']),
      ask('ISBN', 'string', '9781234567897', ['ISBN', '9781234567897']),
      ask('pages', 'integer', 312, ['Pages', '312']),
      ask('publisher', 'string', 'Delta Press', ['Publisher', 'Delta Press']),
      ask('publication_date', 'string', '2019-09-01', ['Publication date', 'September 1, 2019']),
      ask('translator', 'string', null),
    ],
  },
  {
    kind: 'Movie',
    name: 'Salt Road',
    tree: tree('Movie', {
      name: 'Salt Road',
      director: person('Aki Noor'),
      actor: [person('Lio Park'), person('Eva Stern')],
      duration: 'PT1H48M',
      genre: ['Drama', 'Road'],
      datePublished: '2024-05-17',
    }),
    asked: [
      ask('film_title', 'string', 'Salt Road'),
      ask('director', 'string', 'Aki Noor', ['Director', 'Aki Noor']),
      ask('cast', 'list[string]', ['Lio Park', 'Eva Stern'], ['Cast', 'Lio Park, Eva Stern']),
      ask('runtime_minutes', 'integer', 108, ['Running time', '108 minutes']),
      ask('genres', 'list[string]', ['Drama', 'Road'], ['Genre', 'Drama, Road']),
      ask('budget', 'number', null),
    ],
  },
  {
    kind: 'SoftwareApplication',
    name: 'Tidewatch',
    tree: tree('SoftwareApplication', {
      name: 'Tidewatch',
      softwareVersion: '3.2.1',
      operatingSystem: 'Linux',
      applicationCategory: 'Utilities',
      offers: offerFields('12.00', 'EUR'),
    }),
    asked: [
      ask('app_name', 'string', 'Tidewatch'),
      ask('version', 'string', '3.2.1', ['Version', '3.2.1']),
      ask('operating_system', 'string', 'Linux', ['Operating system', 'Linux']),
      ask('price', 'number', 12, ['Price', '12.00 EUR']),
      ask('license', 'string', null),
    ],
  },
  {
    kind: 'Person',
    name: 'Nora Field',
    tree: tree('Person', {
      name: 'Nora Field',
      jobTitle: 'Hydrologist',
      birthDate: '1961-04-09',
      nationality: tree('Country', { name: 'Norway' }),
      worksFor: tree('Organization', { name: 'River Institute' }),
    }),
    asked: [
      ask('full_name', 'string', 'Nora Field'),
      ask('occupation', 'string', 'Hydrologist', ['Occupation', 'Hydrologist']),
      ask('date_of_birth', 'string', '1961-04-09', ['Born', '9 April 1961']),
      ask('nationality', 'string', 'Norway', ['Nationality', 'Norway']),
      ask('spouse', 'string', null),
    ],
  },
];
