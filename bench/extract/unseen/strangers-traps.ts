import { unseen, type UnseenPage } from './unseen-page.ts';
import { jsonLd, wholePage as page } from './whole-page.ts';

/** Traps by the author of `strangers-goods.ts`: what a page seems to say, and does not. */
export const strangersTraps: readonly UnseenPage[] = [
  unseen(
    'https://s1.example/coat',
    { name: 'Loden coat', 'price:number': 210 },
    page(
      'en',
      'Loden coat',
      jsonLd(
        '"@type":"Product","name":"Loden coat","offers":{"@type":"Offer","price":280,"priceCurrency":"EUR"}',
      ),
      '<h1>Loden coat</h1><p><del>€280.00</del> <ins>€210.00</ins></p>',
    ),
  ),
  unseen(
    'https://s2.example/matratze',
    { 'preis:number': 499 },
    page(
      'de',
      'Matratze',
      '',
      '<h1>Matratze Linde</h1><p>UVP <s>699,00 €</s></p><p>Unser Preis: 499,00 €</p>',
    ),
  ),
  unseen(
    'https://s3.example/contact',
    { email: null, phone: null },
    page(
      'en',
      'Contact',
      '',
      `<h1>Contact</h1><form><label>Email: <input name="email"></label><label>Phone: <input name="phone"></label>
<button>Send</button></form>`,
    ),
  ),
  unseen(
    'https://s4.example/lamp',
    { 'in_stock:boolean': false, name: 'Arc lamp' },
    page(
      'en',
      'Arc lamp',
      jsonLd(
        '"@type":"Product","name":"Arc lamp","offers":{"@type":"Offer","availability":"https://schema.org/InStock"}',
      ),
      '<h1>Arc lamp</h1><p>Currently unavailable</p>',
    ),
  ),
  unseen(
    'https://s5.example/hotel',
    { 'price:number': null, 'rating:number': 8.4 },
    page('en', 'Hotel Faro', '', '<h1>Hotel Faro</h1><p>Rating: 8.4 / 10</p><p>Price: on request</p>'),
  ),
  unseen(
    'https://s6.example/concert',
    { 'date:date': null },
    page(
      'en',
      'Ember Trio',
      '',
      '<h1>Ember Trio</h1><p>Date: to be announced</p><footer>Updated 3 May 2026</footer>',
    ),
  ),
  unseen(
    'https://s7.example/lid',
    { 'price:number': 0.85 },
    page('en', 'Jar lid', '', '<h1>Jar lid</h1><p>Price: 85 cents</p>'),
  ),
  unseen(
    'https://s8.example/articulo',
    { autor: null, 'fecha:date': '2026-03-14' },
    page(
      'es',
      'El puente',
      '',
      `<article><h1>El puente</h1><p>Publicado el 14 de marzo de 2026</p><p>El puente se abrió hace cien años. El
arquitecto Juan Mena lo dibujó en una noche, según contaba su hija.</p></article>`,
    ),
  ),
  unseen(
    'https://s9.example/kontakt',
    { email: null, telefon: '030 1234 560' },
    page(
      'de',
      'Kontakt',
      '',
      '<h1>Kontakt</h1><p>E-Mail: auf Anfrage</p><p>Tel.: 030 1234 560, Fax: 030 1234 569</p>',
    ),
  ),
  unseen(
    'https://s10.example/fax',
    { phone: null, fax: '+1 555 010 7788' },
    page('en', 'Reach us', '', '<h1>Reach us</h1><p>Fax: +1 555 010 7788</p>'),
  ),
  unseen(
    'https://s11.example/shoe',
    { 'price:number': null },
    page(
      'en',
      'Trail shoe',
      '',
      `<h1>Trail shoe</h1><ul><li>Size 40: $80</li><li>Size 44: $95</li></ul><h2>You may also like</h2><p>Socks
$9</p>`,
    ),
  ),
  unseen(
    'https://s12.example/radio',
    { name: 'Radio Dial 3', 'price:number': 59 },
    page(
      'en',
      'Radio Dial 3',
      '',
      `<h1>Radio Dial 3</h1><p class="price">$59.00</p><p>Free delivery over $75</p><div class="related">
<h3>Radio Dial 5</h3><p class="price">$99.00</p></div>`,
    ),
  ),
  unseen(
    'https://s13.example/annonce',
    { 'prix:number': 320000, 'honoraires:number': 12000 },
    page('fr', 'Maison', '', '<h1>Maison de village</h1><p>Prix : 320 000 €</p><p>Honoraires : 12 000 €</p>'),
  ),
  unseen(
    'https://s14.example/vol',
    { départ: 'Lyon', arrivée: 'Nantes', 'prix:number': null },
    page(
      'fr',
      'Lyon Nantes',
      '',
      '<h1>Vol</h1><p>Départ : Lyon</p><p>Arrivée : Nantes</p><p>Prix : complet</p>',
    ),
  ),
  unseen(
    'https://s15.example/shina',
    { '価格:integer': 4800, '在庫:boolean': false },
    page(
      'ja',
      '木の皿',
      '',
      '<h1>木の皿</h1><p>通常価格 <s>6,000円</s></p><p>価格：4,800円（税込）</p><p>在庫：なし</p>',
    ),
  ),
  unseen(
    'https://s16.example/team',
    { ceo: null, founder: 'Nell Pascoe' },
    page(
      'en',
      'Team',
      '',
      `<h1>Team</h1><p>Founder: Nell Pascoe</p><blockquote>"The best suppliers we know." Iris Long, CEO of
Hallmark Mills</blockquote>`,
    ),
  ),
  unseen(
    'https://s17.example/job',
    { salary: null, location: 'Remote', company: 'Oxbow' },
    page(
      'en',
      'Editor',
      '',
      '<h1>Editor</h1><p>Company: Oxbow</p><p>Location: Remote</p><p>Salary: competitive</p>',
    ),
  ),
  unseen(
    'https://s18.example/login',
    { name: null, 'price:number': null, email: null },
    page(
      'en',
      'Sign in',
      '',
      '<h1>Sign in</h1><p>Name or email</p><form><input></form><p>Forgot your password?</p>',
    ),
  ),
  unseen(
    'https://s19.example/list',
    { 'price:number': null, author: null },
    page(
      'en',
      'Books',
      '',
      `<h1>Books</h1><ul><li><a href="/a">Salt</a> by Ada Finch, £8</li><li><a href="/b">Rope</a> by Tom Hale, £9</li>
</ul>`,
    ),
  ),
  unseen(
    'https://s20.example/phone',
    { 'price:number': 399, 'monthly_price:number': 16.63 },
    page('en', 'Phone X', '', '<h1>Phone X</h1><p>Price: $399</p><p>Monthly price: $16.63</p>'),
  ),
  unseen(
    'https://s21.example/film',
    { 'rating:number': null, 'year:integer': 1987 },
    page('en', 'The Reed', '', '<h1>The Reed</h1><p>Year: 1987</p><p>Rating: not yet rated</p><p>© 2026</p>'),
  ),
  unseen(
    'https://s22.example/firma',
    { geschäftsführer: 'Karin Voss', gründer: null, 'mitarbeiter:integer': 45 },
    page(
      'de',
      'Über uns',
      '',
      '<h1>Über uns</h1><p>Geschäftsführerin: Karin Voss</p><p>Mitarbeiter: 45</p><p>Gründer: unbekannt</p>',
    ),
  ),
  unseen(
    'https://s23.example/offer',
    { 'price:number': 75 },
    page(
      'en',
      'Pan',
      jsonLd(
        '"@type":"Product","name":"Pan","offers":{"@type":"Offer","price":55,"priceCurrency":"USD",' +
          '"priceValidUntil":"2023-01-31"}',
      ),
      '<h1>Pan</h1><p>$75.00</p>',
    ),
  ),
  unseen(
    'https://s24.example/notfound',
    { title: null, 'date:date': null, author: null },
    page('en', 'Page not found', '', '<h1>404</h1><p>The page you asked for is not here.</p>'),
  ),
  unseen(
    'https://s25.example/range',
    { 'price:number': null, 'guests:integer': 6 },
    page('en', 'Cabin', '', '<h1>Cabin</h1><p>Guests: 6</p><p>Price: $90 - $140 per night</p>'),
  ),
  unseen(
    'https://s26.example/recette',
    { 'portions:integer': 4, 'note:number': null, temps_de_préparation: '20 min' },
    page(
      'fr',
      'Soupe',
      '',
      `<h1>Soupe d'orties</h1><p>Temps de préparation : 20 min</p><p>Portions : 4</p><p>Note : à manger chaude.</p>`,
    ),
  ),
];
