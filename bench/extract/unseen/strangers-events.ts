import { unseen, type UnseenPage } from './unseen-page.ts';
import { jsonLd, wholePage as page } from './whole-page.ts';

/** Events, courses, museums, flights, clubs and people, by the author of `strangers-goods.ts`. */
export const strangersEvents: readonly UnseenPage[] = [
  unseen(
    'https://brasswick-hall.example/whats-on/quartet',
    {
      name: 'The Ember Quartet',
      'date:date': '2027-02-11',
      venue: 'Brasswick Hall',
      'price:number': 22,
      start_time: '19:30',
    },
    page(
      'en',
      'The Ember Quartet | Brasswick Hall',
      jsonLd(
        '"@type":"MusicEvent","name":"The Ember Quartet","startDate":"2027-02-11T19:30:00+00:00","location":' +
          '{"@type":"Place","name":"Brasswick Hall"},"offers":{"@type":"Offer","price":22,"priceCurrency":"GBP"}',
      ),
      '<h1>The Ember Quartet</h1><p>11 February 2027, 19:30</p><p>Haydn, Bartók and something new.</p>',
    ),
  ),
  unseen(
    'https://stadtfest-lohe.example/programm/markt',
    { veranstaltung: 'Kürbismarkt', 'datum:date': '2026-10-03', ort: 'Rathausplatz', eintritt: 'frei' },
    page(
      'de',
      'Kürbismarkt',
      '',
      `<h1>Kürbismarkt</h1><p><strong>Datum:</strong> 3. Oktober 2026</p><p><strong>Ort:</strong> Rathausplatz</p>
<p><strong>Eintritt:</strong> frei</p>`,
    ),
  ),
  unseen(
    'https://festival-rives.example/concert/ondes',
    { titre: 'Ondes courtes', 'date:date': '2026-07-04', lieu: 'Quai des Arts', 'tarif:number': 15 },
    page(
      'fr',
      'Ondes courtes',
      '',
      `<h1>Ondes courtes</h1><table><tr><th>Date</th><td>4 juillet 2026</td></tr><tr><th>Lieu</th><td>Quai des
Arts</td></tr><tr><th>Tarif</th><td>15 €</td></tr></table>`,
    ),
  ),
  unseen(
    'https://hanabi-ja.example/event/9',
    { イベント名: '川辺の花火大会', '開催日:date': '2026-08-08', 会場: '多摩川河川敷', 料金: '無料' },
    page(
      'ja',
      '川辺の花火大会',
      '',
      `<h1>川辺の花火大会</h1><dl><dt>開催日</dt><dd>2026年8月8日（土）</dd><dt>会場</dt><dd>多摩川河川敷</dd>
<dt>料金</dt><dd>無料</dd></dl>`,
    ),
  ),
  unseen(
    'https://openbench.example/courses/bookbinding',
    {
      course: 'Bookbinding',
      instructor: 'Rosa Dunne',
      duration: '6 weeks',
      'price:number': 180,
      level: 'Beginner',
    },
    page(
      'en',
      'Bookbinding - Openbench',
      '',
      `<h1>Bookbinding</h1><div class="facts"><p><span>Instructor</span> <b>Rosa Dunne</b></p><p><span>Duration</span>
<b>6 weeks</b></p><p><span>Level</span> <b>Beginner</b></p><p><span>Price</span> <b>£180</b></p></div>`,
    ),
  ),
  unseen(
    'https://vhs-emsau.example/kurs/K221',
    {
      kursnummer: 'K221',
      dozentin: 'Ute Warns',
      'beginn:date': '2027-01-20',
      'gebühr:number': 96,
      'plätze:integer': 12,
    },
    page(
      'de',
      'Aquarell für alle',
      '',
      `<h1>Aquarell für alle</h1><table><tr><th>Kursnummer</th><td>K221</td></tr><tr><th>Dozentin</th><td>Ute Warns</td>
</tr><tr><th>Beginn</th><td>Mi, 20.01.2027</td></tr><tr><th>Gebühr</th><td>96,00 €</td></tr><tr><th>Plätze</th>
<td>12</td></tr></table>`,
    ),
  ),
  unseen(
    'https://musee-du-sel.example/infos',
    { nom: 'Musée du Sel', horaires: '10 h - 18 h', 'tarif:number': 8.5, téléphone: '02 40 11 22 33' },
    page(
      'fr',
      'Infos pratiques - Musée du Sel',
      '<meta property="og:site_name" content="Musée du Sel">',
      `<h1>Infos pratiques</h1><ul><li>Horaires : 10 h - 18 h</li><li>Tarif : 8,50 €</li>
<li>Téléphone : 02 40 11 22 33</li></ul>`,
    ),
  ),
  unseen(
    'https://kestrel-museum.example/visit',
    {
      name: 'Kestrel Museum',
      address: '2 Mill Street, Harrow End',
      admission: 'Free',
      website: 'https://kestrel-museum.example/',
    },
    page(
      'en',
      'Visit | Kestrel Museum',
      jsonLd(
        '"@type":"Museum","name":"Kestrel Museum","url":"https://kestrel-museum.example/","address":' +
          '"2 Mill Street, Harrow End"',
      ),
      '<h1>Plan your visit</h1><p>Admission: Free</p><p>Trains run twice an hour.</p>',
    ),
  ),
  unseen(
    'https://aerolinea.example/vuelo/AQ204',
    { vuelo: 'AQ204', origen: 'Bilbao', destino: 'Oporto', salida: '08:15', 'precio:number': 74.9 },
    page(
      'es',
      'Vuelo AQ204',
      '',
      `<h1>Vuelo AQ204</h1><table><tr><th>Origen</th><td>Bilbao</td></tr><tr><th>Destino</th><td>Oporto</td></tr>
<tr><th>Salida</th><td>08:15</td></tr><tr><th>Precio</th><td>74,90 €</td></tr></table>`,
    ),
  ),
  unseen(
    'https://ridgeway-runners.example/',
    {
      club: 'Ridgeway Runners',
      'founded:integer': 1974,
      meeting_place: 'Cross Keys car park',
      chair: 'Alun Pryce',
    },
    page(
      'en',
      'Ridgeway Runners',
      '<meta property="og:site_name" content="Ridgeway Runners">',
      `<h1>Ridgeway Runners</h1><p>Founded: 1974</p><p>Meeting place: Cross Keys car park</p><p>Chair: Alun Pryce</p>
<p>All paces are welcome.</p>`,
    ),
  ),
  unseen(
    'https://univ-hale.example/staff/i-karlsen',
    {
      name: 'Dr Inga Karlsen',
      job_title: 'Reader in Hydrology',
      email: 'i.karlsen@univ-hale.example',
      office: 'Room 3.12',
    },
    page(
      'en',
      'Dr Inga Karlsen - University of Hale',
      '',
      `<h1>Dr Inga Karlsen</h1><p class="job-title">Reader in Hydrology</p><p>Email:
<a href="mailto:i.karlsen@univ-hale.example">i.karlsen@univ-hale.example</a></p><p>Office: Room 3.12</p>`,
    ),
  ),
  unseen(
    'https://kanzlei-rehm.example/team/rehm',
    {
      name: 'Sabine Rehm',
      position: 'Fachanwältin für Mietrecht',
      telefon: '089 123 45 60',
      'sprachen:list[string]': ['Deutsch', 'Englisch'],
    },
    page(
      'de',
      'Sabine Rehm | Kanzlei Rehm',
      '',
      `<h1>Sabine Rehm</h1><dl><dt>Position</dt><dd>Fachanwältin für Mietrecht</dd><dt>Telefon</dt><dd>089 123 45
60</dd>
<dt>Sprachen</dt><dd>Deutsch, Englisch</dd></dl>`,
    ),
  ),
];
