import { unseen, type UnseenPage } from './unseen-page.ts';
import { jsonLd, wholePage as page } from './whole-page.ts';

/** Firms, people, jobs, events, courses, museums, flights and opening hours, by the author of `strangers-goods.ts`. */
export const strangersPlaces: readonly UnseenPage[] = [
  unseen(
    'https://tischlerei-brandt.example/kontakt',
    {
      firma: 'Tischlerei Brandt GmbH',
      telefon: '+49 421 55 66 77',
      email: 'post@tischlerei-brandt.example',
      adresse: 'Werftstraße 9, 28195 Bremen',
    },
    page(
      'de',
      'Kontakt | Tischlerei Brandt GmbH',
      '',
      `<header><a href="/">Tischlerei Brandt GmbH</a></header><h1>Kontakt</h1><p>Tischlerei Brandt GmbH<br>
Werftstraße 9<br>28195 Bremen</p><p>Telefon: +49 421 55 66 77<br>E-Mail:
<a href="mailto:post@tischlerei-brandt.example">post@tischlerei-brandt.example</a></p>`,
    ),
  ),
  unseen(
    'https://oakley-vets.example/contact',
    {
      name: 'Oakley Vets',
      phone: '01632 960 144',
      email: 'desk@oakley-vets.example',
      opening_hours: 'Mon-Fri 8am-6pm',
    },
    page(
      'en',
      'Contact - Oakley Vets',
      '<meta property="og:site_name" content="Oakley Vets">',
      `<h1>Contact us</h1><p>Call us: <a href="tel:01632960144">01632 960 144</a></p><p>Email:
<a href="mailto:desk@oakley-vets.example?subject=Hello">desk@oakley-vets.example</a></p>
<p>Opening hours: Mon-Fri 8am-6pm</p>`,
    ),
  ),
  unseen(
    'https://boulangerie-nivet.example/',
    {
      nom: 'Boulangerie Nivet',
      téléphone: '04 76 00 11 22',
      adresse: '3 place du Marché, 38000 Grenoble',
      horaires: 'du mardi au samedi, 7 h à 19 h',
    },
    page(
      'fr',
      'Boulangerie Nivet, Grenoble',
      '<meta property="og:site_name" content="Boulangerie Nivet">',
      `<h1>Boulangerie Nivet</h1><p>Le pain se fait ici depuis 1931.</p><h2>Adresse</h2><p>3 place du Marché, 38000
Grenoble</p><h2>Horaires</h2><p>du mardi au samedi, 7 h à 19 h</p><p>Téléphone : 04 76 00 11 22</p>`,
    ),
  ),
  unseen(
    'https://hoshi-shika.example/access',
    { 医院名: 'ほし歯科', 電話: '03-5555-0142', 住所: '東京都杉並区西荻北3-1-1', 休診日: '木曜・日曜' },
    page(
      'ja',
      'アクセス | ほし歯科',
      '',
      `<h1>アクセス</h1><table><tr><th>医院名</th><td>ほし歯科</td></tr><tr><th>住所</th><td>東京都杉並区西荻北3-1-1</td></tr>
<tr><th>電話</th><td>03-5555-0142</td></tr><tr><th>休診日</th><td>木曜・日曜</td></tr></table>`,
    ),
  ),
  unseen(
    'https://lavanderia-mar.example/contacto',
    {
      teléfono: '+34 981 22 33 44',
      correo: 'hola@lavanderia-mar.example',
      ciudad: 'A Coruña',
      horario: 'L-V 9:00-20:00',
    },
    page(
      'es',
      'Contacto',
      jsonLd(
        '"@type":"LocalBusiness","name":"Lavandería Mar","telephone":"+34 981 22 33 44","address":{"@type":' +
          '"PostalAddress","streetAddress":"Rúa Nova 4","addressLocality":"A Coruña","postalCode":"15003"}',
      ),
      `<h1>Contacto</h1><p>Correo: hola@lavanderia-mar.example</p><p>Horario: L-V 9:00-20:00</p>`,
    ),
  ),
  unseen(
    'https://rivetworks.example/about',
    {
      company: 'Rivetworks',
      'founded:integer': 1998,
      ceo: 'Dilys Crane',
      headquarters: 'Leeds',
      'employees:integer': 140,
    },
    page(
      'en',
      'About Rivetworks',
      '<meta property="og:site_name" content="Rivetworks">',
      `<h1>About us</h1><table><tr><th>Founded</th><td>1998</td></tr><tr><th>CEO</th><td>Dilys Crane</td></tr>
<tr><th>Headquarters</th><td>Leeds</td></tr><tr><th>Employees</th><td>140</td></tr></table>
<p>We make rivets for bridges.</p>`,
    ),
  ),
  unseen(
    'https://solarhof.example/impressum',
    {
      geschäftsführer: 'Henrik Osten',
      handelsregister: 'HRB 20411',
      ust_id: 'DE298765432',
      telefon: '04131 880 12',
    },
    page(
      'de',
      'Impressum – Solarhof',
      '',
      `<h1>Impressum</h1><p>Solarhof GmbH, Am Wall 2, 21335 Lüneburg</p><p>Geschäftsführer: Henrik Osten</p>
<p>Handelsregister: HRB 20411</p><p>USt-ID: DE298765432</p><p>Telefon: 04131 880 12</p>`,
    ),
  ),
  unseen(
    'https://quantara.example/jobs/data-engineer',
    {
      title: 'Data Engineer',
      company: 'Quantara',
      location: 'Dublin',
      salary: '€70,000 - €85,000',
      employment_type: 'Full-time',
    },
    page(
      'en',
      'Data Engineer at Quantara',
      '',
      `<h1>Data Engineer</h1><ul><li><b>Company:</b> Quantara</li><li><b>Location:</b> Dublin</li><li><b>Salary:</b>
€70,000 - €85,000</li><li><b>Employment type:</b> Full-time</li></ul><h2>The work</h2><p>Pipelines, mostly.</p>`,
    ),
  ),
  unseen(
    'https://klinik-see.example/karriere/pflege',
    {
      stelle: 'Pflegefachkraft (m/w/d)',
      arbeitgeber: 'Klinik am See',
      ort: 'Konstanz',
      'bewerbungsfrist:date': '2026-12-31',
    },
    page(
      'de',
      'Pflegefachkraft (m/w/d) | Klinik am See',
      jsonLd(
        '"@type":"JobPosting","title":"Pflegefachkraft (m/w/d)","hiringOrganization":{"@type":"Organization",' +
          '"name":"Klinik am See"},"jobLocation":{"@type":"Place","address":{"@type":"PostalAddress",' +
          '"addressLocality":"Konstanz"}},"validThrough":"2026-12-31"',
      ),
      '<h1>Pflegefachkraft (m/w/d)</h1><p>Wir suchen Verstärkung für die Station 4.</p>',
    ),
  ),
  unseen(
    'https://trabajos-norte.example/o/77',
    {
      puesto: 'Soldador',
      empresa: 'Astilleros Barra',
      salario: '24.000 € al año',
      ciudad: 'Gijón',
      contrato: 'Indefinido',
    },
    page(
      'es',
      'Soldador - Trabajos Norte',
      '',
      `<h1>Soldador</h1><dl><dt>Empresa</dt><dd>Astilleros Barra</dd><dt>Ciudad</dt><dd>Gijón</dd><dt>Salario</dt>
<dd>24.000 € al año</dd><dt>Contrato</dt><dd>Indefinido</dd></dl>`,
    ),
  ),
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
      `<h1>Sabine Rehm</h1><dl><dt>Position</dt><dd>Fachanwältin für Mietrecht</dd><dt>Telefon</dt><dd>089 123 45 60</dd>
<dt>Sprachen</dt><dd>Deutsch, Englisch</dd></dl>`,
    ),
  ),
];
