import { unseen, type UnseenPage } from './unseen-page.ts';

/** A few more ordinary pages: groups of questions, releases, clubs, a rented boat. */
export const moreOrdinary: readonly UnseenPage[] = [
  unseen(
    'https://boatshare.example/boats/lina',
    {
      name: 'Lina',
      'length_m:number': 8.2,
      'berths:integer': 4,
      'price:number': 140,
      home_port: 'Marina Ost',
    },
    `<!doctype html><html lang="en"><head><title>Lina | Boatshare</title></head><body><h1>Lina</h1><div class="specs">
<p>Length <b>8.2 m</b></p><p>Berths <b>4</b></p><p>Home port <b>Marina Ost</b></p></div><p class="price">€140 per
day</p></body></html>`,
  ),
  unseen(
    'https://fc-hafen.example/verein',
    {
      Gegründet: '1909',
      Vereinsfarben: 'Blau-Weiß',
      Vorsitzende: 'Karin Thiele',
      'Mitglieder:integer': 1240,
    },
    `<!doctype html><html lang="de"><head><title>FC Hafen – Verein</title></head><body><h1>Der Verein</h1>
<table><tr><th>Gegründet</th><td>1909</td></tr><tr><th>Vereinsfarben</th><td>Blau-Weiß</td></tr><tr><th>Vorsitzende</th>
<td>Karin Thiele</td></tr><tr><th>Mitglieder</th><td>1.240</td></tr></table></body></html>`,
  ),
  unseen(
    'https://releases.example/tool/2.4',
    { version: '2.4.0', 'release_date:date': '2026-04-09', license: 'Apache-2.0', 'size_mb:number': 18.5 },
    `<!doctype html><html lang="en"><head><title>Tool 2.4.0</title></head><body><h1>Tool 2.4.0</h1><ul>
<li><strong>Version:</strong> 2.4.0</li><li><strong>Release date:</strong> 9 April 2026</li>
<li><strong>License:</strong> Apache-2.0</li>
<li><strong>Size:</strong> 18.5 MB</li></ul></body></html>`,
  ),
  unseen(
    'https://concert-hall.example/artist/duo-alba',
    { title: 'Duo Alba', 'date:date': '2027-01-22', doors: '19:00', 'price:number': 25, venue: 'Small Hall' },
    `<!doctype html><html lang="en"><head><title>Duo Alba - Concert Hall</title></head><body><h1>Duo Alba</h1>
<div class="details"><div><h4>Date</h4><p>22 January 2027</p></div><div><h4>Doors</h4><p>19:00</p></div>
<div><h4>Venue</h4><p>Small Hall</p></div><div><h4>Price</h4><p>€25</p></div></div></body></html>`,
  ),
  unseen(
    'https://gite-du-lac.example/gite',
    {
      nom: 'Gîte du Lac',
      capacité: '6 personnes',
      'chambres:integer': 3,
      'prix:number': 620,
      animaux: 'acceptés',
    },
    `<!doctype html><html lang="fr"><head><title>Gîte du Lac</title></head><body><h1>Gîte du Lac</h1><p>Capacité : 6
personnes<br>
Chambres : 3<br>Prix : 620 € la semaine<br>Animaux : acceptés</p></body></html>`,
  ),
  unseen(
    'https://weights.example/kettlebell',
    {
      name: 'Kettlebell 16',
      'weight_kg:number': 16,
      material: 'Cast iron',
      color: 'Black',
      'price:number': 55,
      currency: 'EUR',
    },
    `<!doctype html><html lang="en"><head><title>Kettlebell 16</title><script type="application/ld+json">
{"@context":"https://schema.org","@graph":[{"@type":"WebPage","name":"Kettlebell 16"},{"@type":"Product",
"name":"Kettlebell 16",
"color":"Black","material":"Cast iron","weight":{"@type":"QuantitativeValue","value":16,"unitCode":"KGM"},
"offers":[{"@type":"Offer","price":"55.00","priceCurrency":"EUR"}]}]}</script></head><body><h1>Kettlebell 16</h1>
<p>€55.00</p></body></html>`,
  ),
];
