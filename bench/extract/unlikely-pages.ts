import { ask, type AskedField } from './asked-field.ts';
import { setRows, type LabelRow, type WrittenPage } from './page-in-a-language.ts';
import { date, ld, offerTrap, product } from './trap.ts';

/**
 * Pages on which a label, or structured data, says what is not so: struck and expired prices, cents, words where a
 * number should be,
 * stock that is gone, dates that nobody means. What a person reads was written down with each, before anything was
 * run over them.
 */

const page = (
  name: string,
  language: string,
  heading: string,
  body: string,
  asked: readonly AskedField[],
  head = '',
): WrittenPage => ({ name, language, heading, head, body, asked });

const price = (truth: number | null): AskedField => ask('price', 'number', truth);
const stock = (truth: boolean | null): AskedField => ask('in_stock', 'boolean', truth);
const rows = (...all: LabelRow[]): string => setRows(all, 'rows');

const struck = (['del', 's', 'strike'] as const).flatMap((tag, at) =>
  (
    [
      ['en', 'Reading Chair', '£349.00', '£279.00', 349, 279],
      ['de', 'Lesesessel', '349,00 €', '279,00 €', 349, 279],
      ['fr', 'Fauteuil de lecture', '349,00 €', '279,00 €', 349, 279],
    ] as const
  ).map(([language, heading, old, now, before, after]) =>
    page(
      `struck-${tag}-${language}`,
      language,
      `${heading} ${at + 1}`,
      `<p class="price"><${tag}>${old}</${tag}> <strong>${now}</strong></p>`,
      [price(after), ask('name', 'string', `${heading} ${at + 1}`)],
      ld({ '@context': 'https://schema.org', ...product(`${heading} ${at + 1}`, before) }),
    ),
  ),
);

const expired = [
  page(
    'expired-offer',
    'en',
    'Brass Bell',
    '<p>Ask in the shop what it costs today.</p>',
    [price(null)],
    ld({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Brass Bell',
      offers: { ...(offerTrap(19) as object), priceValidUntil: '2019-12-31' },
    }),
  ),
  page(
    'valid-offer',
    'en',
    'Brass Gong',
    '<p>It hangs in the window.</p>',
    [price(29)],
    ld({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Brass Gong',
      offers: { ...(offerTrap(29) as object), priceValidUntil: '2099-12-31' },
    }),
  ),
  page(
    'expired-offer-with-price',
    'de',
    'Messingglocke',
    '<p class="price">24,00 €</p>',
    [price(24)],
    ld({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Messingglocke',
      offers: { ...(offerTrap(19) as object), priceValidUntil: '2019-12-31' },
    }),
  ),
];

const cents = [
  page('cents', 'en', 'Pencil', rows(['Price', '99 cents']), [price(0.99)]),
  page('cent-sign', 'en', 'Eraser', rows(['Price', '75¢']), [price(0.75)]),
  page('pence', 'en', 'Postcard', rows(['Price', '85p']), [price(0.85)]),
  page('cent-de', 'de', 'Bleistift', rows(['Preis', '99 Cent']), [price(0.99)]),
  page('centimes-fr', 'fr', 'Crayon', rows(['Prix', '90 centimes']), [price(0.9)]),
  page('centimos-es', 'es', 'Lápiz', rows(['Precio', '95 céntimos']), [price(0.95)]),
];

const soldOut = (
  [
    ['en', 'Copper Pan', 'Sold out'],
    ['en', 'Copper Pot', 'Out of stock'],
    ['de', 'Kupferpfanne', 'Ausverkauft'],
    ['fr', 'Casserole en cuivre', 'Rupture de stock'],
    ['es', 'Sartén de cobre', 'Agotado'],
    ['ja', '銅のフライパン', '在庫切れ'],
  ] as const
).map(([language, heading, words]) =>
  page(
    `sold-out-${language}-${words.length}`,
    language,
    heading,
    `<p><button disabled>${words}</button></p><p class="stock">${words}</p>`,
    [stock(false)],
    ld({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: heading,
      offers: { ...(offerTrap(80) as object), availability: 'https://schema.org/InStock' },
    }),
  ),
);

const contact = (email: string | null, phone: string | null): AskedField[] => [
  ask('email', 'string', email),
  ask('phone', 'string', phone),
];
const words = [
  page(
    'form-labels',
    'en',
    'Write to Us',
    '<table><tr><td>Email:</td><td>Phone:</td></tr><tr><td><input></td><td><input></td></tr></table>',
    contact(null, null),
  ),
  page(
    'not-available',
    'en',
    'Quiet House',
    rows(['Email', 'not available'], ['Phone', 'ask at desk']),
    contact(null, null),
  ),
  page(
    'on-request',
    'de',
    'Stilles Haus',
    rows(['E-Mail', 'auf Anfrage'], ['Telefon', 'siehe unten']),
    contact(null, null),
  ),
  page(
    'sur-demande',
    'fr',
    'Maison calme',
    rows(['Courriel', 'sur demande'], ['Téléphone', 'voir ci-dessous']),
    contact(null, null),
  ),
  page(
    'bajo-peticion',
    'es',
    'Casa tranquila',
    rows(['Correo electrónico', 'bajo petición'], ['Teléfono', 'véase abajo']),
    contact(null, null),
  ),
  page(
    'ja-inquire',
    'ja',
    '静かな家',
    rows(['メールアドレス', 'お問い合わせください'], ['電話番号', '非公開']),
    contact(null, null),
  ),
  page(
    'mailto',
    'en',
    'Mail House',
    '<p>Email: <a href="mailto:post@mailhouse.example?subject=Hello">write to us</a></p>',
    [ask('email', 'string', 'post@mailhouse.example')],
  ),
  page(
    'mailto-label',
    'en',
    'Post House',
    '<table><tr><th>Email</th><td>' +
      '<a href="mailto:desk@posthouse.example">mailto:desk@posthouse.example</a></td></tr></table>',
    [ask('email', 'string', 'desk@posthouse.example')],
  ),
  page('short-number', 'en', 'Room Service', rows(['Phone', '9 from your room']), [
    ask('phone', 'string', null),
  ]),
  page('fax-alone', 'en', 'Fax House', rows(['Fax', '+44 20 7946 0111']), [
    ask('phone', 'string', null),
    ask('fax', 'string', '+44 20 7946 0111'),
  ]),
  page('price-on-request', 'de', 'Einzelstück', rows(['Preis', 'auf Anfrage']), [price(null)]),
  page('price-tbd', 'en', 'Prototype', rows(['Price', 'TBA']), [price(null)]),
];

const dates = [
  page('year-one', 'en', 'Old Notice', rows(['Published', '0001-01-01']), [date('published_date', null)]),
  page('epoch', 'en', 'New Notice', rows(['Published', '1970-01-01']), [date('published_date', null)]),
  page('far-past', 'en', 'Bakery News', rows(['Published', '12 March 1726']), [date('published_date', null)]),
  page('founded-long-ago', 'en', 'Bell Foundry', rows(['Founded', '12 March 1726']), [
    date('founding_date', '1726-03-12'),
  ]),
  page('born-long-ago', 'de', 'Anna Glockengießer', rows(['Geboren', '4. Mai 1841']), [
    date('birth_date', '1841-05-04'),
  ]),
  page('ambiguous', 'en', 'Small Fair', rows(['Start date', '03/04/2027']), [date('start_date', null)]),
];

const stale = [
  page(
    'renamed',
    'en',
    'Walnut Stool',
    '<p>Turned from one piece.</p>',
    [ask('name', 'string', 'Walnut Stool')],
    ld({ '@context': 'https://schema.org', ...product('Cherry Bench (discontinued)', 120) }),
  ),
  page(
    'renamed-de',
    'de',
    'Nussbaumhocker',
    '<p>Aus einem Stück gedreht.</p>',
    [ask('name', 'string', 'Nussbaumhocker')],
    ld({ '@context': 'https://schema.org', ...product('Kirschholzbank (alt)', 120) }),
  ),
  page(
    'stale-price',
    'fr',
    'Tabouret',
    '<p class="price">Prix : 95,00 €</p>',
    [price(95)],
    ld({ '@context': 'https://schema.org', ...product('Tabouret', 120) }),
  ),
];

const many = [
  page(
    'two-rows',
    'en',
    'Price List',
    '<table><tr><th>Name</th><th>Price</th></tr><tr><td>Cup</td><td>£4.00</td></tr><tr><td>Plate</td>' +
      '<td>£6.00</td></tr></table>',
    [price(null)],
  ),
  page('two-phones', 'es', 'Dos casas', rows(['Teléfono', '955 111 222'], ['Teléfono', '955 333 444']), [
    ask('phone', 'string', null),
  ]),
  page('shipping', 'en', 'Parcel Shelf', rows(['Price', '£40.00'], ['Shipping', '£5.00']), [
    price(40),
    ask('shipping_cost', 'number', null),
  ]),
  page('monthly', 'de', 'Fahrradmiete', rows(['Preis pro Monat', '25,00 €']), [price(null)]),
  page('old-label', 'en', 'Garden Fork', rows(['Old price', '£40.00'], ['Price', '£32.00']), [price(32)]),
  page('weight', 'fr', 'Enclume', rows(['Poids', '12 kg']), [
    ask('weight_g', 'number', null),
    ask('weight_kg', 'number', 12),
  ]),
];

export const unlikelyPages: readonly WrittenPage[] = [
  ...struck,
  ...expired,
  ...cents,
  ...soldOut,
  ...words,
  ...dates,
  ...stale,
  ...many,
];
