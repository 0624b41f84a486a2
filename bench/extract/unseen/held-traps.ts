import { unseen, type UnseenPage } from './unseen-page.ts';

const page = (lang: string, title: string, head: string, body: string): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const ld = (json: string): string =>
  `<script type="application/ld+json">{"@context":"https://schema.org",${json}}</script>`;

/** Traps that were written after the first repairs, and never looked at for them. */
export const heldTraps: readonly UnseenPage[] = [
  unseen(
    'https://h1.example/jacket',
    { 'price:number': 89 },
    page(
      'en',
      'Jacket',
      ld(
        '"@type":"Product","name":"Jacket","offers":{"@type":"Offer","price":"129.00","priceCurrency":"EUR"}',
      ),
      `<h1>Jacket</h1><p><span class="price-was">€129.00</span> <span class="price-now">€89.00</span></p>`,
    ),
  ),
  unseen(
    'https://h2.example/hose',
    { 'Preis:number': 39.95 },
    page('de', 'Hose', '', `<h1>Hose</h1><p>statt 59,95 € jetzt nur <b>39,95 €</b></p>`),
  ),
  unseen(
    'https://h3.example/tent',
    { 'in_stock:boolean': false, 'price:number': 199 },
    page(
      'en',
      'Tent',
      ld(
        '"@type":"Product","name":"Tent","offers":{"@type":"Offer","price":199,"priceCurrency":"USD",' +
          '"availability":"https://schema.org/InStock"}',
      ),
      `<h1>Tent</h1><p>$199</p><div class="badge">SOLD OUT</div>`,
    ),
  ),
  unseen(
    'https://h4.example/cart',
    { 'price:number': null, name: null },
    page(
      'en',
      'All bags',
      '',
      `<h1>All bags</h1><div class="card"><h3>Otter</h3><p>$40</p><button>Add to cart</button></div>
<div class="card"><h3>Heron</h3><p>$55</p><button>Add to cart</button></div>`,
    ),
  ),
  unseen(
    'https://h5.example/contact',
    { phone: '+49 40 111 222', email: null },
    page(
      'en',
      'Contact',
      ld('"@type":"Organization","name":"Holt","telephone":"+49 40 999 888"'),
      `<h1>Contact</h1><p>Phone: <a href="tel:+4940111222">+49 40 111 222</a></p><p>Email: see contact form</p>`,
    ),
  ),
  unseen(
    'https://h6.example/news',
    { 'date_published:date': '2026-05-06', author: 'Lea Horn' },
    page(
      'de',
      'Neue Bäume',
      '',
      `<article><h1>Neue Bäume</h1><p>Von Lea Horn, veröffentlicht am 6. Mai 2026, aktualisiert am 9. Mai 2026</p>
<p>Im Park wachsen seit dieser Woche vierzig junge Linden. Die Stadt will jedes Jahr so viele pflanzen.</p></article>`,
    ),
  ),
  unseen(
    'https://h7.example/evento',
    { 'fecha:date': null, precio: null },
    page(
      'es',
      'Feria',
      '',
      `<h1>Feria</h1><table><tr><th>Fecha</th><td>Por confirmar</td></tr><tr><th>Precio</th><td>Consultar</td></tr>
</table>`,
    ),
  ),
  unseen(
    'https://h8.example/house',
    { 'price:number': null, 'bedrooms:integer': 4 },
    page(
      'en',
      'House',
      '',
      `<h1>House</h1><dl><dt>Price</dt><dd>POA</dd><dt>Bedrooms</dt><dd>4</dd><dt>Service charge</dt><dd>£1,200</dd>
</dl>`,
    ),
  ),
  unseen(
    'https://h9.example/montre',
    { 'prix:number': 240, 'en_stock:boolean': false },
    page(
      'fr',
      'Montre',
      '',
      `<h1>Montre</h1><p>Ancien prix : 310 €</p><p>Prix : 240 €</p><p>Rupture de stock</p>`,
    ),
  ),
  unseen(
    'https://h10.example/hon',
    { 著者: '森 実', '価格:integer': 1650 },
    page(
      'ja',
      '本',
      '',
      `<h1>静かな庭</h1><p>著者：森 実</p><p>訳者：林 葉子</p><p>価格：1,650円（本体1,500円）</p>`,
    ),
  ),
  unseen(
    'https://h11.example/job',
    { 'salary:number': null, 'application_deadline:date': '2027-01-31' },
    page(
      'en',
      'Cook',
      '',
      `<h1>Cook</h1><p>Salary: depending on experience</p><p>Application deadline: 31 January 2027</p><p>Posted: 1
December 2026</p>`,
    ),
  ),
  unseen(
    'https://h12.example/gadget',
    { name: 'Gadget Mini', 'rating:number': null, 'review_count:integer': 0 },
    page(
      'en',
      'Gadget Mini - H12',
      ld(
        '"@type":"Product","name":"Gadget Mini","aggregateRating":{"@type":"AggregateRating","ratingValue":0,' +
          '"reviewCount":0}',
      ),
      `<h1>Gadget Mini</h1><p>$15</p><p>0 reviews</p>`,
    ),
  ),
  unseen(
    'https://h13.example/people',
    { email: 'kay@h13.example', job_title: 'Head of Sales' },
    page(
      'en',
      'Kay Lund',
      '',
      `<h1>Kay Lund</h1><p>Job title: Head of Sales</p><p>Email: kay@h13.example</p><footer>Email:
office@h13.example</footer>`,
    ),
  ),
  unseen(
    'https://h14.example/tour',
    { 'price:number': 45, duration: '3 hours' },
    page(
      'en',
      'Kayak tour',
      '',
      `<h1>Kayak tour</h1><dl><dt>Price</dt><dd>€45 per person</dd><dt>Deposit</dt><dd>€10</dd><dt>Duration</dt><dd>3
hours</dd></dl>`,
    ),
  ),
];
