import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { findCandidates } from './find-candidates.ts';
import { readFacts, makeFields } from '../facts.fixture.ts';
import type { Json } from '../schema/json.ts';

const string = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const strings = { type: 'array', items: string };

const ld = (...items: readonly unknown[]): string =>
  items.map((item) => `<script type="application/ld+json">${JSON.stringify(item)}</script>`).join('');

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>T</title>${head}</head><body><main>${body}</main></body></html>`;

const answered = (html: string, properties: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(findCandidates(readFacts(html), makeFields(properties))).map(([name, { value }]) => [
      name,
      value,
    ]),
  );

const product = {
  '@type': 'Product',
  name: 'Anvil 3000',
  sku: 'AN-3000',
  brand: { '@type': 'Brand', name: 'Acme' },
  description: 'A very heavy anvil.',
  image: ['/a.png', '/b.png'],
  offers: {
    '@type': 'Offer',
    price: '1299.00',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.5', reviewCount: 12 },
};

test('a product is answered by many names of the same thing', () => {
  const wanted = {
    product_name: string,
    price: number,
    Cost: number,
    currency: string,
    inStock: boolean,
    brand: string,
    SKU: string,
    rating: number,
    num_reviews: integer,
    imageUrl: string,
  };
  expect(answered(page('<h1>Anvil 3000</h1><p>1.299,00 € only</p>', ld(product)), wanted)).toEqual({
    product_name: 'Anvil 3000',
    price: 1299,
    Cost: 1299,
    currency: 'EUR',
    inStock: true,
    brand: 'Acme',
    SKU: 'AN-3000',
    rating: 4.5,
    num_reviews: 12,
    imageUrl: 'https://site.example/a.png',
  });
});

test('the number of ratings is not that of reviews, unless the page gives one of them alone', () => {
  const wanted = {
    rating_count: integer,
    ratingCount: integer,
    number_of_ratings: integer,
    review_count: integer,
  };
  const counted = (aggregateRating: object): Record<string, Json> =>
    answered(page('<h1>Anvil 3000</h1>', ld({ ...product, aggregateRating })), wanted);
  expect(counted({ ratingValue: 4.5, ratingCount: 1200, reviewCount: 37 })).toMatchObject({
    rating_count: 1200,
    ratingCount: 1200,
    number_of_ratings: 1200,
    review_count: 37,
  });
  expect(counted({ ratingValue: 4.5, ratingCount: 1200 })).toMatchObject({ review_count: 1200 });
  const labels = '<h1>Anvil</h1><dl><dt>Review count</dt><dd>37</dd><dt>Weight</dt><dd>5 kg</dd></dl>';
  expect(answered(page(labels), { rating_count: integer, review_count: integer })).toEqual({
    review_count: 37,
  });
});

test('a name that says nothing is understood by its description', () => {
  expect(
    answered(page('<h1>Anvil 3000</h1>', ld(product)), {
      f1: { ...number, description: 'Price of the product' },
    }),
  ).toEqual({ f1: 1299 });
});

test.each([
  ['shippingPrice', number, ''],
  ['old_price', number, ''],
  ['price', number, 'Shipping price'],
  ['price', number, 'The price before discount'],
  ['price', number, 'Price in US dollars'],
  ['description', string, 'A one sentence summary, in German'],
  ['company_name', string, ''],
  ['name', string, 'Name of the company'],
  ['stock', integer, 'Number of items in stock'],
])(
  '%s stays open where the page has another thing of nearly the same name (%#)',
  (name, schema, description) => {
    expect(
      answered(page('<h1>Anvil 3000</h1>', ld(product)), { [name]: { ...schema, description } }),
    ).toEqual({});
  },
);

test('of several products only a list is answered, unless the page names one of them as its own', () => {
  const listing = page(
    '<h1>Tools</h1>',
    ld(product, { ...product, name: 'Hammer', offers: { price: 5, priceCurrency: 'EUR' } }),
  );
  const objects = { type: 'array', items: { type: 'object', properties: { name: string, price: number } } };
  expect(answered(listing, { price: number, name: string, products: objects })).toEqual({
    products: [
      { name: 'Anvil 3000', price: 1299 },
      { name: 'Hammer', price: 5 },
    ],
  });
  const own = page('<h1>Hammer</h1>', ld(product, { ...product, name: 'Hammer', offers: { price: 5 } }));
  expect(answered(own, { price: number, name: string })).toEqual({ price: 5, name: 'Hammer' });
});

test('what a page shows outvotes what it tells machines; sources that contradict each other otherwise answer nothing', () => {
  expect(
    answered(page('<table><tr><th>Price</th><td>€ 900</td></tr></table>', ld(product)), { price: number }),
  ).toEqual({ price: 900 });
  const candidates = [{ price: 5 }, { price: 6 }];
  expect(answered(page('x', ld({ ...product, offers: candidates })), { price: number, sku: string })).toEqual(
    {
      sku: 'AN-3000',
    },
  );
});

test('a price that people are not shown, where they are shown another, is stale', () => {
  expect(
    answered(page('<h1>Anvil 3000</h1><p>Now only 999,00 €!</p>', ld(product)), { price: number }),
  ).toEqual({ price: 999 });
});

test('what only stands in for a value is none', () => {
  const empty = {
    '@type': 'Product',
    name: 'N/A',
    sku: '{{ sku }}',
    offers: { price: '0.00' },
    description: '<p> </p>',
  };
  expect(
    answered(page('x', ld(empty)), { name: string, sku: string, price: number, description: string }),
  ).toEqual({});
});

test('labels of tables answer what is called so, and nothing where two of them differ', () => {
  const table =
    '<table><tr><th>Processor</th><td>M7</td></tr><tr><th>Weight</th><td>1.2 kg</td></tr><tr>' +
    '<th>Colours</th><td>red, blue</td></tr></table>';
  expect(
    answered(page(table), {
      processor: string,
      weight: { ...number, description: 'in kg' },
      colours: strings,
      memory: string,
    }),
  ).toEqual({
    processor: 'M7',
    weight: 1.2,
    colours: ['red', 'blue'],
  });
  expect(answered(page(table), { weight: { ...number, description: 'in pounds' } })).toEqual({});
  expect(answered(page(`${table}<dl><dt>Processor</dt><dd>M8</dd></dl>`), { processor: string })).toEqual({});
});

test('a column of links is no name, and the unit of a label belongs to its text', () => {
  const footer =
    '<div><h4>Company</h4><div><a href="/a">About us</a> <a href="/b">Careers</a></div></div>' +
    '<div><h4>Services</h4><div><a href="/c">Ants</a> <a href="/d">Bees</a></div></div>';
  expect(answered(page(`<h1>Pests</h1><div>${footer}</div>`), { company: string })).toEqual({});
  const rows = '<dl><dt>Weight (g)</dt><dd>523</dd><dt>Length (mm)</dt><dd>20 cm</dd></dl>';
  expect(answered(page(`<h1>Pad</h1>${rows}`), { weight: string, length: string, weight_g: number })).toEqual(
    {
      weight: '523 g',
      weight_g: 523,
      length: '20 cm',
    },
  );
});

test('a negative value of a label keeps its sign, or stays open where the sign is', () => {
  const labels = {
    balance: ['-$1,234.50', -1234.5],
    net_profit: ['($98,000)', undefined],
    profit: ['−€1.2 million', -1_200_000],
    price: ['-$5.00', undefined],
    discount: ['-20%', undefined],
    latitude: ['33.8688° S', -33.8688],
    longitude: ['151.2093 W', undefined],
  } as const;
  const rows = Object.entries(labels).map(
    ([name, [text]]) => `<dt>${name.replace('_', ' ')}</dt><dd>${text}</dd>`,
  );
  const html = page(`<h1>Account</h1><dl>${rows.join('')}</dl>`);
  const wanted = Object.fromEntries(Object.keys(labels).map((name) => [name, number]));
  expect(answered(html, wanted)).toEqual(
    Object.fromEntries(
      Object.entries(labels).flatMap(([name, [, value]]) => (value === undefined ? [] : [[name, value]])),
    ),
  );
});

test('an article on the page of a publisher is the article', () => {
  const article = {
    '@type': 'NewsArticle',
    headline: 'Mills turn',
    author: [
      { '@type': 'Person', name: 'Ada' },
      { '@type': 'Person', name: 'Bo' },
    ],
    datePublished: '2026-03-04T10:00:00+01:00',
    publisher: { '@type': 'Organization', name: 'The Mill' },
  };
  const organization = {
    '@type': 'Organization',
    name: 'The Mill',
    telephone: '+41 31 000 00 00',
    url: 'https://site.example/',
  };
  expect(
    answered(
      page('<h1>Mills turn</h1>', ld(article, organization, { '@type': 'WebSite', name: 'Mill online' })),
      {
        title: string,
        author: string,
        authors: strings,
        published: { type: 'string', format: 'date' },
        publisher: string,
        phone: string,
      },
    ),
  ).toEqual({
    title: 'Mills turn',
    author: 'Ada, Bo',
    authors: ['Ada', 'Bo'],
    published: '2026-03-04',
    publisher: 'The Mill',
    phone: '+41 31 000 00 00',
  });
});

test('objects and their lists are filled member by member, and stay open where a member is missing everywhere', () => {
  const shop = {
    '@type': 'Restaurant',
    name: 'Loewen',
    telephone: '1',
    address: {
      '@type': 'PostalAddress',
      streetAddress: 'Gasse 1',
      addressLocality: 'Bern',
      postalCode: '3000',
      addressCountry: 'CH',
    },
    review: [
      { '@type': 'Review', author: { name: 'Cy' }, reviewRating: { ratingValue: 5 }, reviewBody: 'Good' },
    ],
  };
  const address = { type: 'object', properties: { street: string, city: string, zip: string } };
  const reviews = {
    type: 'array',
    items: { type: 'object', properties: { author: string, rating: number, text: string } },
  };
  const html = page('<h1>Loewen</h1>', ld(shop));
  expect(answered(html, { address, reviews, city: string })).toEqual({
    address: { street: 'Gasse 1', city: 'Bern', zip: '3000' },
    reviews: [{ author: 'Cy', rating: 5, text: 'Good' }],
    city: 'Bern',
  });
  expect(
    answered(html, { address: { ...address, properties: { ...address.properties, floor: string } } }),
  ).toEqual({});
  expect(answered(html, { address: string })).toEqual({ address: 'Gasse 1, Bern, 3000, CH' });
});

test('a list that says it is longer than it is stays open', () => {
  const list = {
    '@type': 'ItemList',
    numberOfItems: 40,
    itemListElement: [{ '@type': 'ListItem', item: product }],
  };
  const objects = { type: 'array', items: { type: 'object', properties: { name: string } } };
  expect(answered(page('x', ld(list)), { products: objects })).toEqual({});
  expect(answered(page('x', ld({ ...list, numberOfItems: 1 })), { products: objects })).toEqual({
    products: [{ name: 'Anvil 3000' }],
  });
});

test('questions, steps, durations and breadcrumbs are read from where schema.org has them', () => {
  const recipe = {
    '@type': 'Recipe',
    name: 'Bread',
    recipeIngredient: ['500 g flour, fine', 'salt'],
    recipeInstructions: [
      {
        '@type': 'HowToSection',
        itemListElement: [
          { '@type': 'HowToStep', name: 'One', text: 'Mix.' },
          { '@type': 'HowToStep', text: 'Bake.' },
        ],
      },
    ],
    cookTime: 'PT1H30M',
    recipeYield: '4 servings',
  };
  const faq = {
    '@type': 'FAQPage',
    mainEntity: [{ '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'So.' } }],
  };
  const trail = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home' },
      { '@type': 'ListItem', position: 2, item: { name: 'Breads' } },
    ],
  };
  expect(
    answered(page('<h1>Bread</h1>', ld(recipe, faq, trail)), {
      ingredients: strings,
      steps: strings,
      cooking_time_minutes: integer,
      servings: string,
      faqs: { type: 'array', items: { type: 'object', properties: { question: string, answer: string } } },
      breadcrumbs: strings,
    }),
  ).toEqual({
    ingredients: ['500 g flour, fine', 'salt'],
    steps: ['Mix.', 'Bake.'],
    cooking_time_minutes: 90,
    servings: '4 servings',
    faqs: [{ question: 'Why?', answer: 'So.' }],
    breadcrumbs: ['Home', 'Breads'],
  });
});

test('every answer says where it stands, how sure it is, and that it is grounded', () => {
  const { price, brand } = findCandidates(
    readFacts(page('<h1>Anvil 3000</h1><p>Price: 1.299,00 €</p>', ld(product))),
    makeFields({ price: number, brand: string }),
  );
  expect(price).toMatchObject({
    grounded: 'grounded',
    evidence: { kind: 'json-ld', url: 'https://site.example/page' },
  });
  expect(price?.evidence.where).toMatch(/#\/offers\/price$/);
  expect(price?.evidence.quote).toContain('1.299,00 €');
  expect(price?.confidence).toBeGreaterThan(brand?.confidence ?? 1);
});

test('values that the schema does not allow are not answered', () => {
  const html = page('<h1>Anvil 3000</h1>', ld(product));
  expect(answered(html, { availability: { type: 'string', enum: ['in_stock', 'out_of_stock'] } })).toEqual({
    availability: 'in_stock',
  });
  expect(
    answered(html, {
      brand: { type: 'string', enum: ['Other'] },
      price: { ...number, maximum: 100 },
      sku: { type: 'string', pattern: '^\\d+$' },
    }),
  ).toEqual({});
  expect(answered(html, { rating: integer })).toEqual({});
});

test('a list of a thousand things is answered whole or not at all, in a second', () => {
  const things = (count: number): string => {
    const items = Array.from({ length: count }, (_, at) => ({
      '@type': 'ListItem',
      item: { '@type': 'Product', name: `P${at % 700}`, sku: `S${at}`, url: `/p/${at}` },
    }));
    return page('x', ld({ '@type': 'ItemList', itemListElement: items }));
  };
  const products = {
    type: 'array',
    items: { type: 'object', properties: { name: string, sku: string, url: string } },
  };
  const start = cpuMs();
  expect(answered(things(1_000), { products })['products']).toHaveLength(1_000);
  expect(cpuMs() - start).toBeLessThan(5_000);
  expect(answered(things(6_000), { products })).toEqual({});
});

test('one text with commas is no list, unless lists of its kind are written so', () => {
  const job = { '@type': 'JobPosting', title: 'Dev', skills: 'Rust, bread', jobLocationType: 'TELECOMMUTE' };
  expect(
    answered(page('<h1>Dev</h1>', ld(job)), { skills: strings, remote: boolean, job_title: string }),
  ).toEqual({ remote: true, job_title: 'Dev' });
  const article = { '@type': 'Article', headline: 'X', keywords: 'mill, bread' };
  expect(answered(page('<h1>X</h1>', ld(article)), { keywords: strings })).toEqual({
    keywords: ['mill', 'bread'],
  });
  const table =
    '<table><tr><th>Colours</th><td>red, black and white</td></tr><tr><th>Sizes</th><td>S, M</td></tr></table>';
  expect(answered(page(table), { colours: strings, sizes: strings })).toEqual({ sizes: ['S', 'M'] });
});

test('a page that names things as objects name theirs is read like others', () => {
  const odd = JSON.parse(
    '{"@type":"Product","name":"x","__proto__":{"price":1},"constructor":"y","toString":"z"}',
  ) as Json;
  expect(
    answered(page('<h1>x</h1>', ld(odd)), { name: string, valueOf: string, hasOwnProperty: string }),
  ).toEqual({ name: 'x' });
});

test.each([
  ['1249.00', 'EUR', '€1,249.00'],
  ['1249.00', 'EUR', '1.249,00 €'],
  ['49.50', 'EUR', '€49,50'],
  ['1249', 'EUR', '1 249,00 EUR'],
])(
  'a price that structured data write %s %s and readers see as %s is one price, also as a text',
  (price, priceCurrency, seen) => {
    const html = page(
      `<h1>Anvil</h1><p>Price: ${seen}</p>`,
      ld({ ...product, offers: { price, priceCurrency } }),
    );
    expect(answered(html, { price: string })['price']).toMatch(/49/);
  },
);

test('a text field is left open where the page says one price to machines and another to readers', () => {
  const offers = { price: '49.50', priceCurrency: 'EUR' };
  const html = page('<h1>Anvil</h1><p>Price: €59,50</p>', ld({ ...product, offers }));
  expect(answered(html, { price: string })['price']).not.toBe('49.50');
});

test('what is called stock is a number where it is asked as one, and no word about availability', () => {
  const html = page('<h1>Anvil</h1><dl><dt>Stock</dt><dd>120</dd><dt>Colour</dt><dd>grey</dd></dl>');
  expect(answered(html, { stock: integer })).toEqual({ stock: 120 });
  expect(answered(html, { stock: string })).toEqual({ stock: '120' });
  expect(answered(html, { availability: string })).toEqual({});
});

test('a comma within a number parts no list of numbers', () => {
  const numbers = { type: 'array', items: number };
  const sizes = (text: string): unknown =>
    answered(page(`<dl><dt>Sizes</dt><dd>${text}</dd></dl>`), { sizes: numbers })['sizes'];
  expect(sizes('1,299, 2,500')).toEqual([1299, 2500]);
  expect(sizes('38, 39, 40.5')).toEqual([38, 39, 40.5]);
  expect(sizes('38,39,41')).toEqual([38, 39, 41]);
  expect(sizes('38; 39,5; 40')).toEqual([38, 39.5, 40]);
  expect(sizes('38, 39, 40,5')).toEqual([38, 39, 40.5]);
  const list = page('', ld({ '@type': 'Product', name: 'A', keywords: 'red,green, 1,5 l, blue' }));
  expect(answered(list, { keywords: strings })).toEqual({ keywords: ['red', 'green', '1,5 l', 'blue'] });
});

test('a list of names or addresses whose commas may be their own is left open', () => {
  const ask = (label: string, text: string): unknown =>
    answered(page(`<dl><dt>${label}</dt><dd>${text}</dd></dl>`), { [label.toLowerCase()]: strings });
  expect(ask('Partners', 'Acme, Inc., Foo Ltd.')).toEqual({});
  expect(ask('Addresses', 'Main St 1, 12345 Town')).toEqual({});
  expect(ask('Locations', 'Paris, France')).toEqual({});
  expect(ask('Locations', 'Paris, France; Rome, Italy')).toEqual({
    locations: ['Paris, France', 'Rome, Italy'],
  });
  expect(ask('Colours', 'red, blue')).toEqual({ colours: ['red', 'blue'] });
});

test('a whole number that JSON cannot hold is left open', () => {
  const ask = (text: string, type: Json): unknown =>
    answered(page(`<dl><dt>Count</dt><dd>${text}</dd></dl>`), { count: type });
  for (const type of [integer, number]) {
    expect(ask('9007199254740991', type)).toEqual({ count: 9_007_199_254_740_991 });
    expect(ask('9007199254740993', type)).toEqual({});
    expect(ask('12345678901234567890', type)).toEqual({});
  }
  expect(ask('9007199254740993', string)).toEqual({ count: '9007199254740993' });
});
