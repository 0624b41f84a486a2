import { unseen, type UnseenPage } from './unseen-page.ts';

const page = (lang: string, title: string, head: string, body: string): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const ld = (json: string): string =>
  `<script type="application/ld+json">{"@context":"https://schema.org",${json}}</script>`;

/** Traps: addresses of others, forms, dates that are none, names that were, two of everything. */
export const trapsOfPeople: readonly UnseenPage[] = [
  unseen(
    'https://u1.example/contact',
    { email: 'new@u1.example' },
    page(
      'en',
      'Contact',
      ld('"@type":"Organization","name":"Upton","email":"old@u1.example"'),
      `<h1>Contact</h1><p>Write to <a href="mailto:new@u1.example">new@u1.example</a>.</p>`,
    ),
  ),
  unseen(
    'https://u2.example/contact',
    { phone: '+1 415 555 0133' },
    page(
      'en',
      'Contact',
      '',
      `<h1>Contact</h1><p>Phone: <a href="tel:+14155550133">+1 415 555 0133</a></p><p>Fax: +1 415 555 0199</p>`,
    ),
  ),
  unseen(
    'https://u3.example/form',
    { email: null, phone: null, name: null },
    page(
      'en',
      'Write to us',
      '',
      `<h1>Write to us</h1><form><label>Name</label><input name="name"><label>Email</label><input name="email"
placeholder="you@example.com"><label>Phone</label><input name="phone"><button>Send</button></form>`,
    ),
  ),
  unseen(
    'https://u4.example/p/blue-shirt',
    { name: 'Blue shirt' },
    page(
      'en',
      'Blue shirt | Shirts & Co',
      ld('"@type":"Product","name":"Red shirt","offers":{"@type":"Offer","price":20,"priceCurrency":"EUR"}'),
      `<h1>Blue shirt</h1><p>€20</p>`,
    ),
  ),
  unseen(
    'https://u5.example/post',
    { 'published_date:date': '2026-03-12' },
    page(
      'en',
      'A post',
      '<meta property="article:published_time" content="0001-01-01T00:00:00Z">',
      `<article><h1>A post</h1><p>Published: March 12, 2026</p><p>There is little to say, and here it is said.</p>
</article>`,
    ),
  ),
  unseen(
    'https://u6.example/post',
    { 'published_date:date': null, author: null },
    page(
      'en',
      'Untimely',
      '<meta name="author" content="admin"><meta name="date" content="1970-01-01">',
      `<article><h1>Untimely</h1><p>A text without a day. It was written by several hands over several years.</p>
</article>`,
    ),
  ),
  unseen(
    'https://u7.example/team',
    { email: null, name: null },
    page(
      'en',
      'Our team',
      '',
      `<h1>Our team</h1><h3>Ann Bell</h3><p>Email: ann@u7.example</p><h3>Bo Cole</h3><p>Email: bo@u7.example</p>`,
    ),
  ),
  unseen(
    'https://u8.example/events',
    { 'start_date:date': null, venue: null },
    page(
      'en',
      'Events',
      '',
      `<h1>Events</h1><h2>Choir</h2><p>Date: 3 May 2027</p><p>Venue: Chapel</p><h2>Quiz</h2><p>Date: 9 May 2027</p>
<p>Venue: Barn</p>`,
    ),
  ),
  unseen(
    'https://u9.example/job',
    { 'salary:number': null, company: 'Oates & Son' },
    page(
      'en',
      'Baker',
      '',
      `<h1>Baker</h1><dl><dt>Company</dt><dd>Oates &amp; Son</dd><dt>Salary</dt><dd>Competitive</dd></dl>`,
    ),
  ),
  unseen(
    'https://u10.example/termin',
    { 'date:date': null },
    page(
      'de',
      'Lesung',
      '',
      `<h1>Lesung</h1><table><tr><th>Datum</th><td>wird noch bekannt gegeben</td></tr></table>`,
    ),
  ),
  unseen(
    'https://u11.example/kontakt',
    { email: 'post@u11.example', telefon: null },
    page(
      'de',
      'Kontakt',
      '',
      `<h1>Kontakt</h1><p>Telefon: auf Anfrage</p><p>E-Mail: <a
href="mailto:post@u11.example?subject=Frage">post@u11.example</a></p>`,
    ),
  ),
  unseen(
    'https://u12.example/contact',
    { téléphone: null, courriel: 'bonjour@u12.example' },
    page(
      'fr',
      'Contact',
      '',
      `<h1>Contact</h1><p>Téléphone : poste 12</p><p>Courriel : bonjour@u12.example</p>`,
    ),
  ),
  unseen(
    'https://u13.example/film',
    { 'rating:number': 6.4, 'year:integer': 2019 },
    page(
      'en',
      'Sea Wall (2019)',
      '',
      `<h1>Sea Wall</h1><p>Year: 2019</p><p>Rating: 6.4/10</p><p>Review by Tom: 9/10</p>`,
    ),
  ),
  unseen(
    'https://u14.example/book',
    { author: 'Kim Sato', 'pages:integer': 208 },
    page(
      'en',
      'Paper Boats',
      '',
      `<h1>Paper Boats</h1><table><tr><th>Author</th><td>Kim Sato</td></tr><tr><th>Translator</th><td>Jo Field</td></tr>
<tr><th>Pages</th><td>208</td></tr></table><h2>Reviews</h2><p>Author: bookworm77</p>`,
    ),
  ),
  unseen(
    'https://u15.example/store',
    { address: null, phone: '0800 555 111' },
    page(
      'en',
      'Stores',
      '',
      `<h1>Stores</h1><p>Helpline: Phone: 0800 555 111</p><h2>Leeds</h2><p>Address: 1 Kirkgate</p><h2>York</h2>
<p>Address: 9 Stonegate</p>`,
    ),
  ),
  unseen(
    'https://u16.example/course',
    { 'start_date:date': '2027-03-01', 'price:number': 0 },
    page(
      'en',
      'Knots',
      '',
      `<h1>Knots for beginners</h1><dl><dt>Start date</dt><dd>1 March 2027</dd><dt>Price</dt><dd>Free</dd></dl>`,
    ),
  ),
  unseen(
    'https://u17.example/flight',
    { 'departure_date:date': null, airline: 'Alba Air' },
    page(
      'en',
      'Flights',
      '',
      `<h1>Glasgow to Bergen</h1><p>Airline: Alba Air</p><p>Departure date: select a date</p>`,
    ),
  ),
  unseen(
    'https://u18.example/person',
    { 'born:date': '1852-07-09', nationality: null },
    page(
      'en',
      'Ada Finch',
      '',
      `<h1>Ada Finch</h1><table class="infobox"><tr><th>Born</th><td>9 July 1852</td></tr><tr><th>Nationality</th>
<td>unknown</td></tr></table><p>Ada Finch drew maps of coasts that nobody had walked.</p>`,
    ),
  ),
  unseen(
    'https://u19.example/recipe',
    { 'servings:integer': 4, 'calories:integer': null },
    page(
      'en',
      'Dal',
      '',
      `<h1>Dal</h1><p>Servings: 4</p><p>Calories: see label</p><p>Serve with rice for 6 more.</p>`,
    ),
  ),
  unseen(
    'https://u20.example/impressum',
    { email: 'kontakt@u20.example' },
    page(
      'de',
      'Impressum',
      '',
      `<h1>Impressum</h1><p>E-Mail: kontakt@u20.example</p><p>Webdesign: studio@agentur.example</p>`,
    ),
  ),
  unseen(
    'https://u21.example/news',
    { 'date_modified:date': '2026-08-02', 'date_published:date': '2026-08-01' },
    page(
      'en',
      'Bridge opens',
      '',
      `<article><h1>Bridge opens</h1><p>Published: 1 August 2026</p>
<p>Last updated: 2 August 2026</p><p>The bridge of 12 May 1931 has been replaced, and the old one is kept.</p>
</article>`,
    ),
  ),
];
