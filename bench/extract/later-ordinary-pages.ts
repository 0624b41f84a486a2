import { ask } from './asked-field.ts';
import { dayField, numberField, laterPage, ldScript, textField, yesField } from './later-page.ts';
import type { WrittenPage } from './page-in-a-language.ts';

/** Ordinary pages in English and German (`later-page.ts`). */
export const laterOrdinaryPages: readonly WrittenPage[] = [
  laterPage(
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
      textField('name', 'Merino Walking Socks'),
      numberField('price', 18.5),
      textField('sku', 'MWS-42'),
      textField('material', 'Merino wool, nylon'),
      yesField('in_stock', true),
    ],
  ),
  laterPage(
    'shop-microdata-de',
    'de',
    'Gusseiserner Bräter',
    `<div itemscope itemtype="https://schema.org/Product"><meta itemprop="name" content="Gusseiserner Bräter">
     <meta itemprop="gtin13" content="4006501234565">
     <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
     <meta itemprop="priceCurrency" content="EUR">
     <span itemprop="price" content="89.95">89,95&nbsp;€</span> inkl. MwSt.
     <link itemprop="availability" href="https://schema.org/InStock">Sofort lieferbar</div></div>
     <dl><dt>Fassungsvermögen</dt><dd>5,3 l</dd><dt>Gewicht</dt><dd>4,8 kg</dd><dt>Hersteller</dt>
     <dd>Eisenwerk Hütten</dd></dl>`,
    [
      textField('name', 'Gusseiserner Bräter'),
      numberField('price', 89.95),
      textField('currency', 'EUR'),
      numberField('weight_kg', 4.8),
      textField('manufacturer', 'Eisenwerk Hütten'),
    ],
  ),
  laterPage(
    'impressum-de',
    'de',
    'Impressum',
    `<p>Angaben gemäß § 5 DDG</p><p>Seilerei Hansen GmbH<br>Am Kai 12<br>24937 Flensburg</p>
     <p>Vertreten durch:<br>Geschäftsführerin Maike Hansen</p>
     <p><strong>Kontakt</strong><br>Telefon: +49 461 555 0190<br>Telefax: +49 461 555 0191<br>E-Mail: <a href="mailto:post@bench.example">post@bench.example</a></p>
     <p>Registergericht: Amtsgericht Flensburg<br>Registernummer: HRB 4711 FL</p>
     <p>Umsatzsteuer-ID: DE123456789</p>`,
    [
      textField('phone', '+49 461 555 0190'),
      textField('email', 'post@bench.example'),
      textField('fax', '+49 461 555 0191'),
      textField('vat_id', 'DE123456789'),
    ],
  ),
  laterPage(
    'job-board-de',
    'de',
    'Uhrmacher (m/w/d)',
    `<ul class="facts"><li><b>Arbeitgeber:</b> Zeitwerk AG</li><li><b>Arbeitsort:</b> Glashütte</li>
     <li><b>Anstellungsart:</b> Vollzeit, unbefristet</li><li><b>Bewerbungsfrist:</b> 15.01.2027</li></ul>
     <h2>Ihre Aufgaben</h2><p>Sie setzen Werke instand und führen unsere Lehrlinge an das Handwerk heran.</p>`,
    [
      textField('title', 'Uhrmacher (m/w/d)'),
      textField('company', 'Zeitwerk AG'),
      textField('location', 'Glashütte'),
      textField('employment_type', 'Vollzeit, unbefristet'),
      dayField('application_deadline', '2027-01-15'),
    ],
  ),
  laterPage(
    'venue-en',
    'en',
    'The Corn Exchange',
    `<address>Market Street<br>Hexham<br>NE46 1AB</address><p>Phone: <a href="tel:+441434555018">01434 555018</a></p>
     <p>Email: <a href="mailto:box.office@bench.example?subject=Tickets">box.office@bench.example</a></p>
     <h2>Opening hours</h2><table><tr><td>Monday</td><td>closed</td></tr><tr><td>Tuesday</td><td>10-4</td></tr>
     </table>`,
    [
      textField('name', 'The Corn Exchange'),
      textField('phone', '01434 555018'),
      textField('email', 'box.office@bench.example'),
    ],
    ldScript({
      '@type': 'EventVenue',
      name: 'The Corn Exchange',
      telephone: '01434 555018',
      address: { '@type': 'PostalAddress', addressLocality: 'Hexham', postalCode: 'NE46 1AB' },
    }),
  ),
  laterPage(
    'course-en',
    'en',
    'Introduction to Bookbinding',
    `<dl><dt>Tutor</dt><dd>Priya Nair</dd><dt>Starts</dt><dd>12 January 2027</dd><dt>Fee</dt><dd>£140</dd>
     <dt>Places</dt><dd>8</dd>
     <dt>Venue</dt><dd>The Old School, Frome</dd></dl><p>No experience is needed; tools are provided.</p>`,
    [
      textField('name', 'Introduction to Bookbinding'),
      dayField('start_date', '2027-01-12'),
      numberField('fee', 140),
      textField('venue', 'The Old School, Frome'),
    ],
  ),
  laterPage(
    'article-en',
    'en',
    'Why the ferry stopped running',
    `<p class="byline">By <a rel="author" href="/people/ruth-amos">Ruth Amos</a> · <time datetime="2026-09-03T08:30:00+01:00">3 September 2026</time></p>
     <p>For a hundred and four years the last boat left at ten, and nobody thought that it would not come back.</p>`,
    [
      textField('title', 'Why the ferry stopped running'),
      textField('author', 'Ruth Amos'),
      dayField('published_date', '2026-09-03'),
    ],
    `<meta name="author" content="Ruth Amos"><meta property="article:published_time" content="2026-09-03T08:30:00+01:00"><meta name="description" content="The last crossing, remembered by those who made it.">`,
  ),
  laterPage(
    'software-en',
    'en',
    'tidewatch 4.2.1',
    `<table class="infobox"><tr><th>Latest version</th><td>4.2.1</td></tr><tr><th>Released</th>
     <td>2026-08-30</td></tr>
     <tr><th>License</th><td>MIT</td></tr><tr><th>Maintainer</th><td>Jo Marsh</td></tr></table>
     <p>Watches tides, and tells you before your feet get wet.</p>`,
    [
      textField('version', '4.2.1'),
      textField('license', 'MIT'),
      dayField('release_date', '2026-08-30'),
      textField('maintainer', 'Jo Marsh'),
    ],
  ),
  laterPage(
    'hotel-en',
    'en',
    'Hotel Anchor',
    `<p>A harbour house of nineteen rooms, with breakfast until noon.</p><ul><li>
     <strong>Check-in:</strong> from 3 pm</li>
     <li><strong>Check-out:</strong> until 11 am</li><li><strong>Telephone:</strong> +44 1326 555 017</li><li>
     <strong>Rooms:</strong> 19</li></ul>`,
    [
      textField('name', 'Hotel Anchor'),
      textField('phone', '+44 1326 555 017'),
      textField('check_in', 'from 3 pm'),
      ask('rooms', 'integer', 19),
    ],
    ldScript({
      '@type': 'Hotel',
      name: 'Hotel Anchor',
      telephone: '+44 1326 555 017',
      aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.7', reviewCount: '212' },
    }),
  ),
  laterPage(
    'price-list-en',
    'en',
    'Tea by the ounce',
    `<table><thead><tr><th>Tea</th><th>Origin</th><th>Price</th></tr></thead><tbody><tr><td>Assam</td>
     <td>India</td><td>£2.10</td></tr>
     <tr><td>Keemun</td><td>China</td><td>£3.40</td></tr><tr><td>Sencha</td><td>Japan</td><td>£3.95</td></tr>
     </tbody></table>`,
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
  laterPage(
    'museum-de',
    'de',
    'Papiermühle am See',
    `<h2>Besuch</h2><dl><dt>Öffnungszeiten</dt><dd>Di bis So, 10 bis 17 Uhr</dd><dt>Eintritt</dt><dd>9 €</dd>
     <dt>Telefon</dt><dd>07531 555 220</dd>
     <dt>Adresse</dt><dd>Seestraße 4, 78462 Konstanz</dd></dl>`,
    [
      textField('name', 'Papiermühle am See'),
      textField('phone', '07531 555 220'),
      textField('opening_hours', 'Di bis So, 10 bis 17 Uhr'),
      textField('address', 'Seestraße 4, 78462 Konstanz'),
    ],
  ),
  laterPage(
    'veranstaltung-de',
    'de',
    'Orgelnacht',
    `<p><b>Beginn:</b> Freitag, 4. Dezember 2026, 20:00 Uhr<br><b>Ort:</b> Stadtkirche Wismar<br>
     <b>Veranstalter:</b> Musikverein Wismar</p>`,
    [
      textField('name', 'Orgelnacht'),
      dayField('start_date', '2026-12-04'),
      textField('location', 'Stadtkirche Wismar'),
      textField('organizer', 'Musikverein Wismar'),
    ],
    ldScript({
      '@type': 'Event',
      name: 'Orgelnacht',
      startDate: '2026-12-04T20:00:00+01:00',
      location: { '@type': 'Place', name: 'Stadtkirche Wismar' },
      organizer: { '@type': 'Organization', name: 'Musikverein Wismar' },
    }),
  ),
];
