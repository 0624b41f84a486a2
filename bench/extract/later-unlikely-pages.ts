import { day, number, page, script, text, yes } from './later-page.ts';
import type { WrittenPage } from './page-in-a-language.ts';

/** Pages that set traps (`later-page.ts`). */
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
    `<p class="price price--old" style="text-decoration: line-through">59,00 €</p>
     <p class="price price--new">45,00 €</p>`,
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
    `<form><label>Correo electrónico: <input name="mail"></label><label>Teléfono: <input name="tel"></label>
     <button>Enviar</button></form>`,
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
    `<p>Last updated: 9 November 2026</p><p>The gates were lifted back into place before the first barge came down.</p>`,
    [day('published_date', null)],
  ),
  page(
    'author-is-organisation-menu-en',
    'en',
    'Notes on paper',
    `<p>Author: read more about our authors</p><p>Paper remembers how it was folded, and so do those who fold it.</p>`,
    [text('author', null)],
  ),
  page(
    'related-price-fr',
    'fr',
    'Guide des sentiers',
    `<p>Ce guide est épuisé et ne sera pas réimprimé.</p><h2>Vous aimerez aussi</h2><ul>
     <li>Atlas des phares : 29,00 €</li><li>Carte des dunes : 12,00 €</li></ul>`,
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
    `<table><tr><th>Größe</th><th>Preis</th></tr><tr><td>S</td><td>49,00 €</td></tr><tr><td>XL</td>
     <td>55,00 €</td></tr></table>`,
    [number('price', null), text('name', 'Leinenhemd')],
  ),
];
