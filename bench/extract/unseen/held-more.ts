import { unseen, type UnseenPage } from './unseen-page.ts';

/** The rest of the pages that were held back (`held.ts`). */
export const heldMore: readonly UnseenPage[] = [
  unseen(
    'https://brightforge.example/company',
    {
      name: 'Brightforge',
      'founded:integer': 2011,
      headquarters: 'Tallinn, Estonia',
      'employees:integer': 58,
      website: 'https://brightforge.example/',
    },
    `<!doctype html><html lang="en"><head><title>Company | Brightforge</title><meta property="og:site_name"
content="Brightforge">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Brightforge",
"url":"https://brightforge.example/","foundingDate":"2011","numberOfEmployees":{"@type":"QuantitativeValue",
"value":58}}</script>
</head><body><h1>Company</h1><p>Headquarters: Tallinn, Estonia</p><p>We make hinges that do not squeak.</p>
</body></html>`,
  ),
  unseen(
    'https://coding-atelier.example/formations/python',
    {
      intitulé: 'Python pour débuter',
      durée: '3 jours',
      formateur: 'Yann Le Goff',
      'prix:number': 990,
      niveau: 'Débutant',
    },
    `<!doctype html><html lang="fr"><head><title>Python pour débuter</title></head><body><h1>Python pour débuter</h1>
<table>
<tr><th>Intitulé</th><td>Python pour débuter</td></tr><tr><th>Durée</th><td>3 jours</td></tr><tr><th>Formateur</th>
<td>Yann Le Goff</td></tr><tr><th>Niveau</th><td>Débutant</td></tr><tr><th>Prix</th><td>990 € HT</td></tr></table>
</body></html>`,
  ),
  unseen(
    'https://filmklub.example/f/stille-wasser',
    {
      titel: 'Stille Wasser',
      regie: 'Tom Aden',
      'jahr:integer': 2023,
      'länge_minuten:integer': 97,
      land: 'Dänemark',
      fsk: '12',
    },
    `<!doctype html><html lang="de"><head><title>Stille Wasser | Filmklub</title></head><body><h1>Stille Wasser</h1><dl>
<dt>Regie</dt><dd>Tom Aden</dd><dt>Jahr</dt><dd>2023</dd><dt>Länge</dt><dd>97 Min.</dd><dt>Land</dt><dd>Dänemark</dd>
<dt>FSK</dt><dd>12</dd></dl></body></html>`,
  ),
  unseen(
    'https://flyhop.example/b/ZX81',
    {
      flight_number: 'ZX81',
      airline: 'Zephyr',
      departure: 'Porto',
      arrival: 'Geneva',
      duration: '2 h 25 min',
      'price:number': 88,
    },
    `<!doctype html><html lang="en"><head><title>ZX81 Porto to Geneva</title></head><body><h1>Porto to Geneva</h1><ul>
<li>Flight number: ZX81</li><li>Airline: Zephyr</li><li>Departure: Porto</li><li>Arrival: Geneva</li><li>Duration: 2
h 25 min</li>
<li>Price: €88.00</li></ul></body></html>`,
  ),
  unseen(
    'https://seaside-books.example/b/the-tin-whale',
    {
      title: 'The Tin Whale',
      author: 'Orla Quinn',
      publisher: 'Seaside Press',
      isbn: '978-0-306-40615-7',
      'price:number': 9.99,
    },
    `<!doctype html><html lang="en"><head><title>The Tin Whale by Orla Quinn | Seaside Books</title></head><body>
<h1>The Tin Whale</h1><p class="author">by Orla Quinn</p><p class="price">£9.99</p><div class="meta"><p>Publisher
<b>Seaside Press</b></p>
<p>ISBN <b>978-0-306-40615-7</b></p><p>Format <b>Paperback</b></p></div></body></html>`,
  ),
];
