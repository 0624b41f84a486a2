import { dayField, numberField, laterPage, ldScript, textField, yesField } from './later-page.ts';
import type { WrittenPage } from './page-in-a-language.ts';

/** Pages that set traps (`later-page.ts`). */
const offer = (price: string, more: object = {}): object => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'EUR',
  ...more,
});

export const laterUnlikelyPages: readonly WrittenPage[] = [
  laterPage(
    'instalments-en',
    'en',
    'Oak Table',
    '<p>Total: £960.00</p><p>or 12 payments of <b>£80.00</b> a month</p>',
    [numberField('price', 960)],
  ),
  laterPage(
    'class-struck-de',
    'de',
    'Wanduhr',
    `<p class="price price--old" style="text-decoration: line-through">59,00 €</p>
     <p class="price price--new">45,00 €</p>`,
    [numberField('price', 45)],
    ldScript({ '@type': 'Product', name: 'Wanduhr', offers: offer('45.00') }),
  ),
  laterPage('rrp-en', 'en', 'Pocket Radio', '<p>RRP: £49.99</p><p>Our price: £34.99</p>', [
    numberField('price', 34.99),
  ]),
  laterPage(
    'per-unit-de',
    'de',
    'Olivenöl 0,5 l',
    '<p>Grundpreis: 23,80 € / Liter</p><p>Preis: 11,90 €</p>',
    [numberField('price', 11.9)],
  ),
  laterPage('pence-en', 'en', 'Postcard', '<p>Price: 75p</p>', [numberField('price', 0.75)]),
  laterPage('centimes-fr', 'fr', 'Carte postale', '<p>Prix : 90 centimes</p>', [numberField('price', 0.9)]),
  laterPage('on-request-fr', 'fr', 'Cloche de bronze', '<p>Prix : nous consulter</p>', [
    numberField('price', null),
  ]),
  laterPage('on-request-es', 'es', 'Retablo', '<p>Precio: a consultar</p>', [numberField('price', null)]),
  laterPage('ask-ja', 'ja', '特注品', '<p>価格：お問い合わせください</p>', [numberField('price', null)]),
  laterPage(
    'sold-out-ja',
    'ja',
    '限定版 茶碗',
    '<p>価格：8,800円</p><p><strong>売り切れ</strong></p>',
    [numberField('price', 8800), yesField('in_stock', false)],
    ldScript({
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
  laterPage(
    'ausverkauft-de',
    'de',
    'Kalender 2026',
    '<p>Preis: 14,00 €</p><p>Derzeit ausverkauft</p>',
    [numberField('price', 14), yesField('in_stock', false)],
    ldScript({
      '@type': 'Product',
      name: 'Kalender 2026',
      offers: offer('14.00', { availability: 'https://schema.org/InStock' }),
    }),
  ),
  laterPage(
    'form-labels-es',
    'es',
    'Escríbanos',
    `<form><label>Correo electrónico: <input name="mail"></label><label>Teléfono: <input name="tel"></label>
     <button>Enviar</button></form>`,
    [textField('email', null), textField('phone', null)],
  ),
  laterPage(
    'placeholder-mail-de',
    'de',
    'Kontakt',
    '<p>E-Mail: name (at) firma (punkt) de</p><p>Telefon: siehe Aushang</p>',
    [textField('email', null), textField('phone', null)],
  ),
  laterPage(
    'updated-not-published-en',
    'en',
    'Lock gates repaired',
    `<p>Last updated: 9 November 2026</p><p>The gates were lifted back into place before the first barge came down.</p>`,
    [dayField('published_date', null)],
  ),
  laterPage(
    'author-is-organisation-menu-en',
    'en',
    'Notes on paper',
    `<p>Author: read more about our authors</p><p>Paper remembers how it was folded, and so do those who fold it.</p>`,
    [textField('author', null)],
  ),
  laterPage(
    'related-price-fr',
    'fr',
    'Guide des sentiers',
    `<p>Ce guide est épuisé et ne sera pas réimprimé.</p><h2>Vous aimerez aussi</h2><ul>
     <li>Atlas des phares : 29,00 €</li><li>Carte des dunes : 12,00 €</li></ul>`,
    [numberField('price', null), textField('name', 'Guide des sentiers')],
  ),
  laterPage(
    'two-firms-en',
    'en',
    'Our partners',
    '<h2>Northern Rope</h2><p>Phone: 01670 555 011</p><h2>Southern Sail</h2><p>Phone: 01425 555 012</p>',
    [textField('phone', null)],
  ),
  laterPage('ambiguous-date-en', 'en', 'Harbour Fair', '<p>Start date: 05/06/2027</p>', [
    dayField('start_date', null),
    textField('name', 'Harbour Fair'),
  ]),
  laterPage('range-es', 'es', 'Alfombras a medida', '<p>Precio: de 120 € a 480 €</p>', [
    numberField('price', null),
  ]),
  laterPage('free-shipping-fr', 'fr', 'Théière en fonte', '<p>Livraison : 0,00 €</p><p>Prix : 64,00 €</p>', [
    numberField('price', 64),
    numberField('shipping_cost', 0),
  ]),
  laterPage(
    'year-in-title-ja',
    'ja',
    '2019年版 観光案内',
    '<p>発行日：2019年3月</p><p>この冊子は、今は配布していません。</p>',
    [dayField('published_date', null)],
  ),
  laterPage(
    'stale-expired-fr',
    'fr',
    'Chaise pliante',
    '<p>Cette offre est terminée.</p>',
    [numberField('price', null)],
    ldScript({
      '@type': 'Product',
      name: 'Chaise pliante',
      offers: offer('25.00', { priceValidUntil: '2024-06-30' }),
    }),
  ),
  laterPage(
    'rating-of-shop-en',
    'en',
    'Garden Twine',
    '<p>Price: £3.20</p><footer><p>Our shop is rated 4.9 of 5 by 12,000 customers</p></footer>',
    [numberField('price', 3.2), numberField('rating', null)],
  ),
  laterPage(
    'variant-prices-de',
    'de',
    'Leinenhemd',
    `<table><tr><th>Größe</th><th>Preis</th></tr><tr><td>S</td><td>49,00 €</td></tr><tr><td>XL</td>
     <td>55,00 €</td></tr></table>`,
    [numberField('price', null), textField('name', 'Leinenhemd')],
  ),
];
