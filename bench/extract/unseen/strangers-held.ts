import { unseen, type UnseenPage } from './unseen-page.ts';
import { jsonLd, wholePage as page } from './whole-page.ts';

/** Written after the repairs that the other pages of this author brought, and run once before anything else. */
export const strangersHeld: readonly UnseenPage[] = [
  unseen(
    'https://tarn-yacht-club.example/contact',
    { name: 'Tarn Yacht Club', email: 'office@tarn-yacht-club.example', secretary: 'Joan Birtle' },
    page(
      'en',
      'Contact us | Tarn Yacht Club',
      '',
      `<h1>Contact us</h1><p>Secretary: Joan Birtle</p><p><a href="mailto:office@tarn-yacht-club.example">Write to
us</a></p>`,
    ),
  ),
  unseen(
    'https://elektro-paulsen.example/ueber-uns',
    { firma: 'Elektro Paulsen', gründungsjahr: '1964', inhaber: 'Nils Paulsen', 'mitarbeiter:integer': 17 },
    page(
      'de',
      'Über uns – Elektro Paulsen',
      '',
      `<h1>Über uns</h1><dl><dt>Gründungsjahr</dt><dd>1964</dd><dt>Inhaber</dt><dd>Nils Paulsen</dd><dt>Mitarbeiter</dt>
<dd>17</dd></dl>`,
    ),
  ),
  unseen(
    'https://velos-du-canal.example/p/trekker',
    { nom: 'Trekker 7', 'prix:number': 1249, couleur: 'Vert sapin', poids: '14,8 kg' },
    page(
      'fr',
      'Trekker 7 - Vélos du Canal',
      '',
      `<h1>Trekker 7</h1><p class="prix">1 249 €</p><table><tr><th>Couleur</th><td>Vert sapin</td></tr>
<tr><th>Poids</th><td>14,8 kg</td></tr></table>`,
    ),
  ),
  unseen(
    'https://yama-inn.example/rooms/west',
    { 部屋名: '西の間', '定員:integer': 4, '料金:integer': 18500, チェックイン: '15:00' },
    page(
      'ja',
      '西の間 | やま旅館',
      '',
      `<h1>西の間</h1><table><tr><th>部屋名</th><td>西の間</td></tr><tr><th>定員</th><td>4名</td></tr><tr><th>料金</th>
<td>18,500円</td></tr><tr><th>チェックイン</th><td>15:00</td></tr></table>`,
    ),
  ),
  unseen(
    'https://casa-lince.example/pisos/41',
    { 'precio:number': 198000, 'habitaciones:integer': 3, 'superficie_m2:number': 92, barrio: 'Ruzafa' },
    page(
      'es',
      'Piso en Ruzafa',
      '',
      `<h1>Piso luminoso en Ruzafa</h1><ul><li>Precio: 198.000 €</li><li>Habitaciones: 3</li><li>Superficie: 92 m²</li>
<li>Barrio: Ruzafa</li></ul>`,
    ),
  ),
  unseen(
    'https://mossbank.example/events/bat-walk',
    { event: 'Evening bat walk', 'date:date': '2027-05-14', meeting_point: 'North gate', 'price:number': 6 },
    page(
      'en',
      'Evening bat walk - Mossbank Reserve',
      '',
      `<h1>Evening bat walk</h1><p><b>Date:</b> Friday 14 May 2027</p><p><b>Meeting point:</b> North
gate</p><p><b>Price:</b>
£6 per person</p>`,
    ),
  ),
  unseen(
    'https://nordlicht-magazin.example/a/eis',
    { titel: 'Das Eis wird dünner', autor: 'Femke Rasch', 'datum:date': '2026-02-08' },
    page(
      'de',
      'Das Eis wird dünner | Nordlicht',
      jsonLd(
        '"@type":"Article","headline":"Das Eis wird dünner","author":{"@type":"Person","name":"Femke Rasch"},' +
          '"datePublished":"2026-02-08T05:10:00Z"',
      ),
      `<article><h1>Das Eis wird dünner</h1><p>Von Femke Rasch · 8. Februar 2026</p><p>Auf dem See steht seit Jahren
niemand mehr im Januar.</p></article>`,
    ),
  ),
  unseen(
    'https://fernside.example/staff/okafor',
    { name: 'Chidi Okafor', role: 'Head of Maths', phone: '01632 960 977', department: 'Mathematics' },
    page(
      'en',
      'Chidi Okafor | Fernside School',
      '',
      `<h1>Chidi Okafor</h1><table><tr><th>Role</th><td>Head of
Maths</td></tr><tr><th>Department</th><td>Mathematics</td>
</tr><tr><th>Phone</th><td>01632 960 977</td></tr></table>`,
    ),
  ),
  unseen(
    'https://emploi-ouest.example/offre/331',
    { poste: 'Charpentier naval', employeur: 'Chantiers Kerlo', lieu: 'Concarneau', contrat: 'CDI' },
    page(
      'fr',
      'Charpentier naval - Emploi Ouest',
      '',
      `<h1>Charpentier naval</h1><ul><li>Employeur : Chantiers Kerlo</li><li>Lieu : Concarneau</li><li>Contrat :
CDI</li>
</ul>`,
    ),
  ),
  unseen(
    'https://slatefile.example/v3',
    { version: '3.0.1', 'release_date:date': '2026-09-02', license: 'MIT', platform: 'Linux, macOS' },
    page(
      'en',
      'Slatefile 3',
      '',
      `<h1>Slatefile</h1><dl><dt>Version</dt><dd>3.0.1</dd><dt>Release date</dt><dd>2026-09-02</dd><dt>License</dt>
<dd>MIT</dd><dt>Platform</dt><dd>Linux, macOS</dd></dl>`,
    ),
  ),
  unseen(
    'https://apotheke-linde.example/p/nasol',
    { name: 'Nasol Spray', pzn: '04418215', 'preis:number': 5.49, wirkstoff: 'Xylometazolin' },
    page(
      'de',
      'Nasol Spray | Linden-Apotheke',
      '',
      `<h1>Nasol Spray</h1><p>PZN: 04418215</p><p>Wirkstoff: Xylometazolin</p><p>Preis: 5,49 €</p>`,
    ),
  ),
  unseen(
    'https://galerie-ecume.example/visite',
    {
      nom: "Galerie de l'Écume",
      horaires: 'du jeudi au dimanche, 14 h - 19 h',
      adresse: '12 quai Sud, 17000 La Rochelle',
    },
    page(
      'fr',
      "Infos pratiques | Galerie de l'Écume",
      '',
      `<h1>Infos pratiques</h1><h2>Adresse</h2><p>12 quai Sud, 17000 La Rochelle</p><h2>Horaires</h2>
<p>du jeudi au dimanche, 14 h - 19 h</p>`,
    ),
  ),
  unseen(
    'https://pulp-and-ink.example/b/low-fen',
    { title: 'Low Fen', author: 'Cara Wynn', isbn: '9780306406157', 'pages:integer': 212 },
    page(
      'en',
      'Low Fen - Pulp & Ink',
      '',
      `<div itemscope itemtype="https://schema.org/Book"><h1 itemprop="name">Low Fen</h1><p>by <span
itemprop="author">Cara Wynn</span></p><p>ISBN <span itemprop="isbn">9780306406157</span></p><p><span
itemprop="numberOfPages">212</span> pages</p></div>`,
    ),
  ),
  unseen(
    'https://cine-faro.example/p/mareas',
    { título: 'Mareas', director: 'Iria Souto', duración: '98 min', 'año:integer': 2022 },
    page(
      'es',
      'Mareas - Cine Faro',
      '',
      `<h1>Mareas</h1><p><strong>Director:</strong> Iria Souto</p><p><strong>Duración:</strong> 98 min</p>
<p><strong>Año:</strong> 2022</p>`,
    ),
  ),
  unseen(
    'https://council.brill.example/tenders/roof',
    {
      buyer: 'Brill Town Council',
      'deadline:date': '2027-03-01',
      reference: 'BTC-19',
      'value:number': 85000,
    },
    page(
      'en',
      'Tender: library roof',
      '',
      `<h1>Library roof</h1><table><tr><th>Buyer</th><td>Brill Town Council</td></tr><tr><th>Deadline</th><td>1 March
2027</td></tr><tr><th>Reference</th><td>BTC-19</td></tr><tr><th>Value</th><td>£85,000</td></tr></table>`,
    ),
  ),
  unseen(
    'https://backstube-ost.example/rezept/brot',
    {
      rezept: 'Roggenbrot',
      backzeit: '55 Minuten',
      'zutaten:list[string]': ['500 g Roggenmehl', '1 TL Salz', '400 ml Wasser'],
    },
    page(
      'de',
      'Roggenbrot',
      '',
      `<h1>Roggenbrot</h1><p>Backzeit: 55 Minuten</p><h3>Zutaten</h3><ul><li>500 g Roggenmehl</li><li>1 TL Salz</li>
<li>400 ml Wasser</li></ul>`,
    ),
  ),
  unseen(
    'https://hikari-school.example/course/12',
    { 講座名: '初級写真', 講師: '小川 誠', '受講料:integer': 12000, 曜日: '水曜日' },
    page(
      'ja',
      '初級写真',
      '',
      `<h1>初級写真</h1><dl><dt>講師</dt><dd>小川 誠</dd><dt>受講料</dt><dd>12,000円</dd><dt>曜日</dt><dd>水曜日</dd></dl>`,
    ),
  ),
  unseen(
    'https://skyward.example/f/SK31',
    { flight_number: 'SK31', departure: 'Bergen', arrival: 'Leeds', aircraft: 'ATR 72' },
    page(
      'en',
      'SK31',
      '',
      `<h1>Bergen to Leeds</h1><div class="row"><span>Flight number</span><span>SK31</span></div>
<div class="row"><span>Departure</span><span>Bergen</span></div><div class="row"><span>Arrival</span><span>Leeds</span>
</div><div class="row"><span>Aircraft</span><span>ATR 72</span></div>`,
    ),
  ),
  unseen(
    'https://coopervale-library.example/',
    { name: 'Coopervale Library', phone: '01632 960 500', opening_hours: 'Tue-Sat 10:00-17:00' },
    page(
      'en',
      'Coopervale Library',
      jsonLd(
        '"@type":"Library","name":"Coopervale Library","telephone":"01632 960 500","openingHours":"Tu-Sa 10:00-17:00"',
      ),
      '<h1>Coopervale Library</h1><p>Opening hours: Tue-Sat 10:00-17:00</p><p>Phone: 01632 960 500</p>',
    ),
  ),
  unseen(
    'https://olivar-viejo.example/aceite',
    { nombre: 'Aceite Picual 500 ml', 'precio:number': 11.5, marca: 'Olivar Viejo' },
    page(
      'es',
      'Aceite Picual 500 ml',
      jsonLd(
        '"@type":"Product","name":"Aceite Picual 500 ml","brand":"Olivar Viejo","offers":{"@type":"Offer",' +
          '"price":"11.50","priceCurrency":"EUR"}',
      ),
      '<h1>Aceite Picual 500 ml</h1><p>11,50 €</p>',
    ),
  ),
];
