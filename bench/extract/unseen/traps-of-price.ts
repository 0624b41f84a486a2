import { unseen, type UnseenPage } from './unseen-page.ts';

const page = (lang: string, title: string, head: string, body: string): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const ld = (json: string): string =>
  `<script type="application/ld+json">{"@context":"https://schema.org",${json}}</script>`;

/** Traps: prices that were, that are not yet, that are of something else; goods that cannot be had. */
export const trapsOfPrice: readonly UnseenPage[] = [
  unseen(
    'https://t1.example/chair',
    { 'price:number': 120 },
    page(
      'en',
      'Chair',
      '<style>.was{text-decoration:line-through}</style>',
      `<h1>Chair</h1><p><span class="was">€160.00</span> <span>€120.00</span></p><p>Solid beech.</p>`,
    ),
  ),
  unseen(
    'https://t2.example/stool',
    { 'price:number': 35 },
    page(
      'en',
      'Stool',
      '',
      `<h1>Stool</h1><p><span style="text-decoration: line-through">$50.00</span> <b>$35.00</b></p>`,
    ),
  ),
  unseen(
    'https://t3.example/regal',
    { 'price:number': 79.9 },
    page(
      'de',
      'Regal',
      ld('"@type":"Product","name":"Regal","offers":{"@type":"Offer","price":"99.90","priceCurrency":"EUR"}'),
      `<h1>Regal</h1><div class="old-price">99,90 €</div><div class="special-price">79,90 €</div>`,
    ),
  ),
  unseen(
    'https://t4.example/mug',
    { 'price:number': 9 },
    page(
      'en',
      'Mug',
      '',
      `<h1>Mug</h1><div class="price price--compare">$12.00</div><div class="price price--current">$9.00</div>`,
    ),
  ),
  unseen(
    'https://t5.example/lamp',
    { 'in_stock:boolean': false, 'price:number': 40 },
    page(
      'en',
      'Lamp',
      ld(
        '"@type":"Product","name":"Lamp","offers":{"@type":"Offer","price":40,"priceCurrency":"USD",' +
          '"availability":"InStock"}',
      ),
      `<h1>Lamp</h1><p>$40</p><button disabled class="btn">Add to cart</button><span class="badge">Out of stock</span>`,
    ),
  ),
  unseen(
    'https://t6.example/rug',
    { 'in_stock:boolean': false },
    page(
      'en',
      'Rug',
      '',
      `<h1>Rug</h1><p>$240</p><button type="submit" disabled="disabled" aria-disabled="true">Sold out</button>`,
    ),
  ),
  unseen(
    'https://t7.example/vase',
    { 'in_stock:boolean': false },
    page(
      'de',
      'Vase',
      '',
      `<h1>Vase</h1><p>19 €</p><p class="hinweis">Dieser Artikel ist derzeit nicht verfügbar.</p>
<button disabled>In den Warenkorb</button>`,
    ),
  ),
  unseen(
    'https://t8.example/table',
    { 'price:number': null },
    page(
      'en',
      'Table',
      '',
      `<h1>Table</h1><dl><dt>Price</dt><dd>On request</dd><dt>Delivery</dt><dd>€ 60</dd></dl>`,
    ),
  ),
  unseen(
    'https://t9.example/chair-set',
    { 'price:number': null },
    page(
      'en',
      'Chairs',
      '',
      `<h1>Our chairs</h1><ul><li>Anna <span class="price">€90</span></li><li>Bert <span class="price">€110</span></li>
<li>Clara <span class="price">€130</span></li></ul>`,
    ),
  ),
  unseen(
    'https://t10.example/phone',
    { 'price:number': null, 'shipping:number': 4.9 },
    page(
      'en',
      'Phone',
      '',
      `<h1>Phone 11</h1><p>Coming soon.</p><table><tr><td>Shipping</td><td>€4.90</td></tr></table>`,
    ),
  ),
  unseen(
    'https://t11.example/sofa',
    { 'price:number': 899 },
    page(
      'en',
      'Sofa',
      '',
      `<h1>Sofa</h1><p class="price">£899</p><p>or £37.46 a month for 24 months</p><p>Save £200 until Sunday</p>`,
    ),
  ),
  unseen(
    'https://t12.example/teppich',
    { 'Preis:number': 149 },
    page(
      'de',
      'Teppich',
      '',
      `<h1>Teppich</h1><p>UVP: 199,00 €</p><p>Preis: 149,00 €</p><p>Sie sparen: 50,00 €</p>`,
    ),
  ),
  unseen(
    'https://t13.example/pull',
    { 'prix:number': 45 },
    page('fr', 'Pull', '', `<h1>Pull</h1><p>Prix : <s>60,00 €</s> 45,00 €</p>`),
  ),
  unseen(
    'https://t14.example/zapatos',
    { 'precio:number': 59 },
    page('es', 'Zapatos', '', `<h1>Zapatos</h1><p><span>Antes: 80 €</span> <span>Ahora: 59 €</span></p>`),
  ),
  unseen(
    'https://t15.example/pen',
    { 'price:number': 0.85 },
    page('en', 'Pen', '', `<h1>Pen</h1><table><tr><th>Price</th><td>85 cents</td></tr></table>`),
  ),
  unseen(
    'https://t16.example/kome',
    { '価格:integer': 2980 },
    page('ja', 'お米', '', `<h1>お米 5kg</h1><p>通常価格：3,480円</p><p>価格：2,980円（税込）</p>`),
  ),
  unseen(
    'https://t17.example/yukata',
    { 'in_stock:boolean': false, '価格:integer': 8800 },
    page('ja', '浴衣', '', `<h1>浴衣</h1><p>価格：8,800円</p><p>在庫：売り切れ</p>`),
  ),
  unseen(
    'https://t18.example/kettle',
    { 'price:number': 30 },
    page(
      'en',
      'Kettle',
      ld(
        '"@type":"Product","name":"Kettle","offers":{"@type":"Offer","price":25,"priceCurrency":"EUR",' +
          '"priceValidUntil":"2021-01-31"}',
      ),
      `<h1>Kettle</h1><p class="price">€30.00</p>`,
    ),
  ),
  unseen(
    'https://t19.example/bike',
    { 'price:number': 500, 'weight_kg:number': null },
    page(
      'en',
      'Bike',
      '',
      `<h1>Bike</h1><dl><dt>Price</dt><dd>€500 plus shipping (€39)</dd><dt>Maximum load</dt><dd>120 kg</dd></dl>`,
    ),
  ),
  unseen(
    'https://t20.example/gift-card',
    { 'price:number': null },
    page('en', 'Gift card', '', `<h1>Gift card</h1><p>Price: €10 – €200</p>`),
  ),
  unseen(
    'https://t21.example/socks',
    { 'price:number': 7, 'rating:number': null },
    page(
      'en',
      'Socks',
      '',
      `<h1>Socks</h1><p class="price">€7.00</p><p>No reviews yet. Rating: -</p>
<div class="recommended"><h2>Others bought</h2><div class="item">Gloves <span class="price">€19.00</span></div></div>`,
    ),
  ),
  unseen(
    'https://t22.example/desk',
    { brand: null, 'price:number': 310 },
    page(
      'en',
      'Desk',
      '',
      `<h1>Desk</h1><table><tr><th>Brand</th><td>N/A</td></tr><tr><th>Price</th><td>$310</td></tr></table>`,
    ),
  ),
];
