import { ask, type AskedField } from './asked-field.ts';
import type { WrittenPage } from './page-in-a-language.ts';

/**
 * Pages that were written after the rules, and with what a person reads on them before anything was run over them:
 * each set as the software of such sites sets it, in five languages. The first half is ordinary, the second sets traps.
 */

const page = (
  name: string,
  language: string,
  heading: string,
  body: string,
  asked: readonly AskedField[],
  head = '',
): WrittenPage => ({ name, language, heading, head, body, asked });

const text = (name: string, truth: string | null): AskedField => ask(name, 'string', truth);
const number = (name: string, truth: number | null): AskedField => ask(name, 'number', truth);
const yes = (name: string, truth: boolean | null): AskedField => ask(name, 'boolean', truth);
const day = (name: string, truth: string | null): AskedField => ({
  name,
  schema: { type: 'string', format: 'date' },
  truth,
});
const script = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`;

export const laterOrdinaryPages: readonly WrittenPage[] = [
  page(
    'shop-theme-en',
    'en',
    'Merino Walking Socks',
    `<p class="price"><span class="woocommerce-Price-amount amount"><bdi><span>&pound;</span>18.50</bdi></span></p>
     <div class="short-description"><p>Warm in winter, dry in summer, knitted in Leicester.</p></div>
     <p class="stock in-stock">In stock</p>
     <div class="product_meta"><span class="sku_wrapper">SKU: <span class="sku">MWS-42</span></span>
     <span class="posted_in">Category: <a href="/c/socks">Socks</a></span></div>
     <table class="shop_attributes"><tr><th>Weight</th><td><p>0.12 kg</p></td></tr>
     <tr><th>Material</th><td><p>Merino wool, nylon</p></td></tr></table>`,
    [
      text('name', 'Merino Walking Socks'),
      number('price', 18.5),
      text('sku', 'MWS-42'),
      text('material', 'Merino wool, nylon'),
      yes('in_stock', true),
    ],
  ),
  page(
    'shop-microdata-de',
    'de',
    'Gusseiserner Bräter',
    `<div itemscope itemtype="https://schema.org/Product"><meta itemprop="name" content="Gusseiserner Bräter">
     <meta itemprop="gtin13" content="4006501234565">
     <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">
     <span itemprop="price" content="89.95">89,95&nbsp;€</span> inkl. MwSt.
     <link itemprop="availability" href="https://schema.org/InStock">Sofort lieferbar</div></div>
     <dl><dt>Fassungsvermögen</dt><dd>5,3 l</dd><dt>Gewicht</dt><dd>4,8 kg</dd><dt>Hersteller</dt><dd>Eisenwerk Hütten</dd></dl>`,
    [
      text('name', 'Gusseiserner Bräter'),
      number('price', 89.95),
      text('currency', 'EUR'),
      number('weight_kg', 4.8),
      text('manufacturer', 'Eisenwerk Hütten'),
    ],
  ),
  page(
    'impressum-de',
    'de',
    'Impressum',
    `<p>Angaben gemäß § 5 DDG</p><p>Seilerei Hansen GmbH<br>Am Kai 12<br>24937 Flensburg</p>
     <p>Vertreten durch:<br>Geschäftsführerin Maike Hansen</p>
     <p><strong>Kontakt</strong><br>Telefon: +49 461 555 0190<br>Telefax: +49 461 555 0191<br>E-Mail: <a href="mailto:post@bench.example">post@bench.example</a></p>
     <p>Registergericht: Amtsgericht Flensburg<br>Registernummer: HRB 4711 FL</p>
     <p>Umsatzsteuer-ID: DE123456789</p>`,
    [
      text('phone', '+49 461 555 0190'),
      text('email', 'post@bench.example'),
      text('fax', '+49 461 555 0191'),
      text('vat_id', 'DE123456789'),
    ],
  ),
  page(
    'job-board-de',
    'de',
    'Uhrmacher (m/w/d)',
    `<ul class="facts"><li><b>Arbeitgeber:</b> Zeitwerk AG</li><li><b>Arbeitsort:</b> Glashütte</li>
     <li><b>Anstellungsart:</b> Vollzeit, unbefristet</li><li><b>Bewerbungsfrist:</b> 15.01.2027</li></ul>
     <h2>Ihre Aufgaben</h2><p>Sie setzen Werke instand und führen unsere Lehrlinge an das Handwerk heran.</p>`,
    [
      text('title', 'Uhrmacher (m/w/d)'),
      text('company', 'Zeitwerk AG'),
      text('location', 'Glashütte'),
      text('employment_type', 'Vollzeit, unbefristet'),
      day('application_deadline', '2027-01-15'),
    ],
  ),
  page(
    'recipe-fr',
    'fr',
    'Tarte aux mirabelles',
    `<p>Un dessert de fin d'été, comme on le fait à Nancy.</p>
     <ul><li>Préparation : 25 min</li><li>Cuisson : 40 min</li><li>Portions : 8</li><li>Difficulté : facile</li></ul>
     <h2>Ingrédients</h2><ul><li>800 g de mirabelles</li><li>1 pâte brisée</li><li>60 g de sucre</li></ul>`,
    [
      text('name', 'Tarte aux mirabelles'),
      text('difficulty', 'facile'),
      ask('servings', 'integer', 8),
      ask('ingredients', 'list[string]', ['800 g de mirabelles', '1 pâte brisée', '60 g de sucre']),
    ],
    script({
      '@type': 'Recipe',
      name: 'Tarte aux mirabelles',
      recipeYield: '8',
      recipeIngredient: ['800 g de mirabelles', '1 pâte brisée', '60 g de sucre'],
      prepTime: 'PT25M',
      cookTime: 'PT40M',
    }),
  ),
  page(
    'annonce-emploi-fr',
    'fr',
    'Relieur ou relieuse',
    `<table><tbody><tr><td>Employeur</td><td>Atelier du Vieux Port</td></tr><tr><td>Lieu de travail</td><td>Honfleur</td></tr>
     <tr><td>Type de contrat</td><td>CDI</td></tr><tr><td>Date limite</td><td>1er mars 2027</td></tr></tbody></table>
     <p>Vous aimez le papier et le cuir ? Nous aussi.</p>`,
    [
      text('company', 'Atelier du Vieux Port'),
      text('location', 'Honfleur'),
      text('contract_type', 'CDI'),
      day('deadline', '2027-03-01'),
    ],
  ),
  page(
    'produit-fr',
    'fr',
    'Lampe de bureau en laiton',
    `<div class="prix">1 249,90 €</div><p>Livraison offerte en France métropolitaine.</p>
     <dl class="caracteristiques"><dt>Marque</dt><dd>Lumière du Nord</dd><dt>Référence</dt><dd>LDN-7</dd>
     <dt>Couleur</dt><dd>laiton brossé</dd><dt>Hauteur</dt><dd>48 cm</dd></dl>`,
    [
      number('price', 1249.9),
      text('brand', 'Lumière du Nord'),
      text('reference', 'LDN-7'),
      text('color', 'laiton brossé'),
    ],
  ),
  page(
    'company-ja',
    'ja',
    '会社概要',
    `<table><tr><th>会社名</th><td>株式会社青葉製作所</td></tr><tr><th>設立</th><td>1972年4月1日</td></tr>
     <tr><th>代表者</th><td>代表取締役社長 田中健一</td></tr><tr><th>資本金</th><td>3,000万円</td></tr>
     <tr><th>従業員数</th><td>120名</td></tr><tr><th>所在地</th><td>宮城県仙台市青葉区一番町1-2-3</td></tr>
     <tr><th>電話番号</th><td>022-555-0123</td></tr></table>`,
    [
      text('company_name', '株式会社青葉製作所'),
      text('phone', '022-555-0123'),
      day('founded', '1972-04-01'),
      text('address', '宮城県仙台市青葉区一番町1-2-3'),
      ask('employees', 'integer', 120),
    ],
  ),
  page(
    'product-ja',
    'ja',
    '南部鉄器 急須',
    `<p class="price">価格：12,100円（税込）</p><dl><dt>ブランド</dt><dd>岩鋳</dd><dt>商品番号</dt><dd>NT-0465</dd>
     <dt>容量</dt><dd>0.65L</dd><dt>色</dt><dd>黒</dd></dl><p>在庫あり</p>`,
    [
      text('name', '南部鉄器 急須'),
      number('price', 12100),
      text('brand', '岩鋳'),
      text('sku', 'NT-0465'),
      text('color', '黒'),
    ],
  ),
  page(
    'event-ja',
    'ja',
    '秋の古本市',
    `<ul><li>開催日：2026年10月18日</li><li>会場：中央公園</li><li>主催：古書組合</li><li>入場料：無料</li></ul>`,
    [
      text('name', '秋の古本市'),
      day('start_date', '2026-10-18'),
      text('venue', '中央公園'),
      text('organizer', '古書組合'),
    ],
  ),
  page(
    'inmueble-es',
    'es',
    'Piso en la calle del Olmo',
    `<div class="precio">Precio: 285.000 €</div><ul><li>Superficie: 92 m²</li><li>Habitaciones: 3</li><li>Baños: 2</li>
     <li>Referencia: OL-118</li></ul><p>Luminoso y tranquilo, a dos pasos del mercado.</p>`,
    [
      number('price', 285000),
      ask('bedrooms', 'integer', 3),
      ask('bathrooms', 'integer', 2),
      text('reference', 'OL-118'),
    ],
  ),
  page(
    'contacto-es',
    'es',
    'Contacto',
    `<p><strong>Teléfono:</strong> <a href="tel:+34955550134">955 55 01 34</a></p>
     <p><strong>Correo electrónico:</strong> <a href="mailto:hola@bench.example">hola@bench.example</a></p>
     <p><strong>Dirección:</strong> Calle de la Feria 21, 41003 Sevilla</p>
     <p><strong>Horario:</strong> lunes a viernes, de 9:00 a 14:00</p>`,
    [
      text('phone', '955 55 01 34'),
      text('email', 'hola@bench.example'),
      text('address', 'Calle de la Feria 21, 41003 Sevilla'),
      text('opening_hours', 'lunes a viernes, de 9:00 a 14:00'),
    ],
  ),
  page(
    'libro-es',
    'es',
    'La casa de las mareas',
    `<table><tr><th>Autora</th><td>Inés Robledo</td></tr><tr><th>Editorial</th><td>Nocturna</td></tr>
     <tr><th>Páginas</th><td>312</td></tr><tr><th>ISBN</th><td>978-84-123456-7-9</td></tr><tr><th>Precio</th><td>19,90 €</td></tr></table>`,
    [
      text('title', 'La casa de las mareas'),
      text('author', 'Inés Robledo'),
      text('publisher', 'Nocturna'),
      text('isbn', '978-84-123456-7-9'),
      number('price', 19.9),
      ask('pages', 'integer', 312),
    ],
  ),
  page(
    'venue-en',
    'en',
    'The Corn Exchange',
    `<address>Market Street<br>Hexham<br>NE46 1AB</address><p>Phone: <a href="tel:+441434555018">01434 555018</a></p>
     <p>Email: <a href="mailto:box.office@bench.example?subject=Tickets">box.office@bench.example</a></p>
     <h2>Opening hours</h2><table><tr><td>Monday</td><td>closed</td></tr><tr><td>Tuesday</td><td>10-4</td></tr></table>`,
    [
      text('name', 'The Corn Exchange'),
      text('phone', '01434 555018'),
      text('email', 'box.office@bench.example'),
    ],
    script({
      '@type': 'EventVenue',
      name: 'The Corn Exchange',
      telephone: '01434 555018',
      address: { '@type': 'PostalAddress', addressLocality: 'Hexham', postalCode: 'NE46 1AB' },
    }),
  ),
  page(
    'course-en',
    'en',
    'Introduction to Bookbinding',
    `<dl><dt>Tutor</dt><dd>Priya Nair</dd><dt>Starts</dt><dd>12 January 2027</dd><dt>Fee</dt><dd>£140</dd><dt>Places</dt><dd>8</dd>
     <dt>Venue</dt><dd>The Old School, Frome</dd></dl><p>No experience is needed; tools are provided.</p>`,
    [
      text('name', 'Introduction to Bookbinding'),
      day('start_date', '2027-01-12'),
      number('fee', 140),
      text('venue', 'The Old School, Frome'),
    ],
  ),
  page(
    'article-en',
    'en',
    'Why the ferry stopped running',
    `<p class="byline">By <a rel="author" href="/people/ruth-amos">Ruth Amos</a> · <time datetime="2026-09-03T08:30:00+01:00">3 September 2026</time></p>
     <p>For a hundred and four years the last boat left at ten, and nobody thought that it would not come back.</p>`,
    [
      text('title', 'Why the ferry stopped running'),
      text('author', 'Ruth Amos'),
      day('published_date', '2026-09-03'),
    ],
    '<meta name="author" content="Ruth Amos"><meta property="article:published_time" content="2026-09-03T08:30:00+01:00"><meta name="description" content="The last crossing, remembered by those who made it.">',
  ),
  page(
    'software-en',
    'en',
    'tidewatch 4.2.1',
    `<table class="infobox"><tr><th>Latest version</th><td>4.2.1</td></tr><tr><th>Released</th><td>2026-08-30</td></tr>
     <tr><th>License</th><td>MIT</td></tr><tr><th>Maintainer</th><td>Jo Marsh</td></tr></table><p>Watches tides, and tells you before your feet get wet.</p>`,
    [
      text('version', '4.2.1'),
      text('license', 'MIT'),
      day('release_date', '2026-08-30'),
      text('maintainer', 'Jo Marsh'),
    ],
  ),
  page(
    'hotel-en',
    'en',
    'Hotel Anchor',
    `<p>A harbour house of nineteen rooms, with breakfast until noon.</p><ul><li><strong>Check-in:</strong> from 3 pm</li>
     <li><strong>Check-out:</strong> until 11 am</li><li><strong>Telephone:</strong> +44 1326 555 017</li><li><strong>Rooms:</strong> 19</li></ul>`,
    [
      text('name', 'Hotel Anchor'),
      text('phone', '+44 1326 555 017'),
      text('check_in', 'from 3 pm'),
      ask('rooms', 'integer', 19),
    ],
    script({
      '@type': 'Hotel',
      name: 'Hotel Anchor',
      telephone: '+44 1326 555 017',
      aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.7', reviewCount: '212' },
    }),
  ),
  page(
    'price-list-en',
    'en',
    'Tea by the ounce',
    `<table><thead><tr><th>Tea</th><th>Origin</th><th>Price</th></tr></thead><tbody><tr><td>Assam</td><td>India</td><td>£2.10</td></tr>
     <tr><td>Keemun</td><td>China</td><td>£3.40</td></tr><tr><td>Sencha</td><td>Japan</td><td>£3.95</td></tr></tbody></table>`,
    [
      {
        name: 'teas',
        schema: {
          type: 'array',
          items: {
            type: 'object',
            properties: { tea: { type: 'string' }, origin: { type: 'string' }, price: { type: 'number' } },
          },
        },
        truth: [
          { tea: 'Assam', origin: 'India', price: 2.1 },
          { tea: 'Keemun', origin: 'China', price: 3.4 },
          { tea: 'Sencha', origin: 'Japan', price: 3.95 },
        ],
      },
    ],
  ),
  page(
    'museum-de',
    'de',
    'Papiermühle am See',
    `<h2>Besuch</h2><dl><dt>Öffnungszeiten</dt><dd>Di bis So, 10 bis 17 Uhr</dd><dt>Eintritt</dt><dd>9 €</dd><dt>Telefon</dt><dd>07531 555 220</dd>
     <dt>Adresse</dt><dd>Seestraße 4, 78462 Konstanz</dd></dl>`,
    [
      text('name', 'Papiermühle am See'),
      text('phone', '07531 555 220'),
      text('opening_hours', 'Di bis So, 10 bis 17 Uhr'),
      text('address', 'Seestraße 4, 78462 Konstanz'),
    ],
  ),
  page(
    'veranstaltung-de',
    'de',
    'Orgelnacht',
    `<p><b>Beginn:</b> Freitag, 4. Dezember 2026, 20:00 Uhr<br><b>Ort:</b> Stadtkirche Wismar<br><b>Veranstalter:</b> Musikverein Wismar</p>`,
    [
      text('name', 'Orgelnacht'),
      day('start_date', '2026-12-04'),
      text('location', 'Stadtkirche Wismar'),
      text('organizer', 'Musikverein Wismar'),
    ],
    script({
      '@type': 'Event',
      name: 'Orgelnacht',
      startDate: '2026-12-04T20:00:00+01:00',
      location: { '@type': 'Place', name: 'Stadtkirche Wismar' },
      organizer: { '@type': 'Organization', name: 'Musikverein Wismar' },
    }),
  ),
  page(
    'film-fr',
    'fr',
    'La Dernière Écluse',
    `<table class="infobox"><tr><th>Réalisation</th><td>Claire Monnet</td></tr><tr><th>Durée</th><td>97 minutes</td></tr>
     <tr><th>Sortie</th><td>14 octobre 2026</td></tr><tr><th>Pays</th><td>France</td></tr></table>`,
    [
      text('title', 'La Dernière Écluse'),
      text('director', 'Claire Monnet'),
      ask('duration_minutes', 'integer', 97),
      day('release_date', '2026-10-14'),
    ],
  ),
  page(
    'receta-es',
    'es',
    'Gazpacho de remolacha',
    `<p>Tiempo de preparación: 15 minutos · Raciones: 4 · Dificultad: fácil</p><h2>Ingredientes</h2>
     <ul><li>500 g de remolacha</li><li>1 pepino</li></ul>`,
    [
      text('name', 'Gazpacho de remolacha'),
      ask('servings', 'integer', 4),
      text('difficulty', 'fácil'),
      ask('ingredients', 'list[string]', ['500 g de remolacha', '1 pepino']),
    ],
  ),
  page(
    'job-ja',
    'ja',
    '和菓子職人の募集',
    `<table><tr><th>会社名</th><td>松風堂</td></tr><tr><th>勤務地</th><td>京都市</td></tr><tr><th>雇用形態</th><td>正社員</td></tr>
     <tr><th>応募締切</th><td>2027年2月28日</td></tr></table>`,
    [
      text('company', '松風堂'),
      text('location', '京都市'),
      text('employment_type', '正社員'),
      day('application_deadline', '2027-02-28'),
    ],
  ),
];

const offer = (price: string, more: object = {}): object => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'EUR',
  ...more,
});

export const laterUnlikelyPages: readonly WrittenPage[] = [
  page(
    'instalments-en',
    'en',
    'Oak Table',
    '<p>Total: £960.00</p><p>or 12 payments of <b>£80.00</b> a month</p>',
    [number('price', 960)],
  ),
  page(
    'class-struck-de',
    'de',
    'Wanduhr',
    '<p class="price price--old" style="text-decoration: line-through">59,00 €</p><p class="price price--new">45,00 €</p>',
    [number('price', 45)],
    script({ '@type': 'Product', name: 'Wanduhr', offers: offer('45.00') }),
  ),
  page('rrp-en', 'en', 'Pocket Radio', '<p>RRP: £49.99</p><p>Our price: £34.99</p>', [
    number('price', 34.99),
  ]),
  page('per-unit-de', 'de', 'Olivenöl 0,5 l', '<p>Grundpreis: 23,80 € / Liter</p><p>Preis: 11,90 €</p>', [
    number('price', 11.9),
  ]),
  page('pence-en', 'en', 'Postcard', '<p>Price: 75p</p>', [number('price', 0.75)]),
  page('centimes-fr', 'fr', 'Carte postale', '<p>Prix : 90 centimes</p>', [number('price', 0.9)]),
  page('on-request-fr', 'fr', 'Cloche de bronze', '<p>Prix : nous consulter</p>', [number('price', null)]),
  page('on-request-es', 'es', 'Retablo', '<p>Precio: a consultar</p>', [number('price', null)]),
  page('ask-ja', 'ja', '特注品', '<p>価格：お問い合わせください</p>', [number('price', null)]),
  page(
    'sold-out-ja',
    'ja',
    '限定版 茶碗',
    '<p>価格：8,800円</p><p><strong>売り切れ</strong></p>',
    [number('price', 8800), yes('in_stock', false)],
    script({
      '@type': 'Product',
      name: '限定版 茶碗',
      offers: {
        '@type': 'Offer',
        price: '8800',
        priceCurrency: 'JPY',
        availability: 'https://schema.org/InStock',
      },
    }),
  ),
  page(
    'ausverkauft-de',
    'de',
    'Kalender 2026',
    '<p>Preis: 14,00 €</p><p>Derzeit ausverkauft</p>',
    [number('price', 14), yes('in_stock', false)],
    script({
      '@type': 'Product',
      name: 'Kalender 2026',
      offers: offer('14.00', { availability: 'https://schema.org/InStock' }),
    }),
  ),
  page(
    'form-labels-es',
    'es',
    'Escríbanos',
    '<form><label>Correo electrónico: <input name="mail"></label><label>Teléfono: <input name="tel"></label><button>Enviar</button></form>',
    [text('email', null), text('phone', null)],
  ),
  page(
    'placeholder-mail-de',
    'de',
    'Kontakt',
    '<p>E-Mail: name (at) firma (punkt) de</p><p>Telefon: siehe Aushang</p>',
    [text('email', null), text('phone', null)],
  ),
  page(
    'updated-not-published-en',
    'en',
    'Lock gates repaired',
    '<p>Last updated: 9 November 2026</p><p>The gates were lifted back into place before the first barge came down.</p>',
    [day('published_date', null)],
  ),
  page(
    'author-is-organisation-menu-en',
    'en',
    'Notes on paper',
    '<p>Author: read more about our authors</p><p>Paper remembers how it was folded, and so do those who fold it.</p>',
    [text('author', null)],
  ),
  page(
    'related-price-fr',
    'fr',
    'Guide des sentiers',
    '<p>Ce guide est épuisé et ne sera pas réimprimé.</p><h2>Vous aimerez aussi</h2><ul><li>Atlas des phares : 29,00 €</li><li>Carte des dunes : 12,00 €</li></ul>',
    [number('price', null), text('name', 'Guide des sentiers')],
  ),
  page(
    'two-firms-en',
    'en',
    'Our partners',
    '<h2>Northern Rope</h2><p>Phone: 01670 555 011</p><h2>Southern Sail</h2><p>Phone: 01425 555 012</p>',
    [text('phone', null)],
  ),
  page('ambiguous-date-en', 'en', 'Harbour Fair', '<p>Start date: 05/06/2027</p>', [
    day('start_date', null),
    text('name', 'Harbour Fair'),
  ]),
  page('range-es', 'es', 'Alfombras a medida', '<p>Precio: de 120 € a 480 €</p>', [number('price', null)]),
  page('free-shipping-fr', 'fr', 'Théière en fonte', '<p>Livraison : 0,00 €</p><p>Prix : 64,00 €</p>', [
    number('price', 64),
    number('shipping_cost', 0),
  ]),
  page(
    'year-in-title-ja',
    'ja',
    '2019年版 観光案内',
    '<p>発行日：2019年3月</p><p>この冊子は、今は配布していません。</p>',
    [day('published_date', null)],
  ),
  page(
    'stale-expired-fr',
    'fr',
    'Chaise pliante',
    '<p>Cette offre est terminée.</p>',
    [number('price', null)],
    script({
      '@type': 'Product',
      name: 'Chaise pliante',
      offers: offer('25.00', { priceValidUntil: '2024-06-30' }),
    }),
  ),
  page(
    'rating-of-shop-en',
    'en',
    'Garden Twine',
    '<p>Price: £3.20</p><footer><p>Our shop is rated 4.9 of 5 by 12,000 customers</p></footer>',
    [number('price', 3.2), number('rating', null)],
  ),
  page(
    'variant-prices-de',
    'de',
    'Leinenhemd',
    '<table><tr><th>Größe</th><th>Preis</th></tr><tr><td>S</td><td>49,00 €</td></tr><tr><td>XL</td><td>55,00 €</td></tr></table>',
    [number('price', null), text('name', 'Leinenhemd')],
  ),
];
