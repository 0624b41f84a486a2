import { unseen, type UnseenPage } from './unseen-page.ts';

/** Ordinary pages of jobs, events, courses, flights and films. */
export const workAndEvents: readonly UnseenPage[] = [
  unseen(
    'https://jobs.brightline.example/openings/4412',
    {
      job_title: 'Site Reliability Engineer',
      company: 'Brightline',
      location: 'Dublin',
      employment_type: 'FULL_TIME',
      'date_posted:date': '2026-10-05',
      'salary_min:number': 70000,
      'salary_max:number': 85000,
    },
    `<!doctype html><html lang="en"><head><title>Site Reliability Engineer at Brightline</title>
<script type="application/ld+json">{"@context":"https://schema.org/","@type":"JobPosting",
"title":"Site Reliability Engineer","datePosted":"2026-10-05","employmentType":"FULL_TIME",
"hiringOrganization":{"@type":"Organization","name":"Brightline"},"jobLocation":{"@type":"Place","address":
{"@type":"PostalAddress","addressLocality":"Dublin","addressCountry":"IE"}},"baseSalary":{"@type":"MonetaryAmount",
"currency":"EUR","value":{"@type":"QuantitativeValue","minValue":70000,"maxValue":85000,"unitText":"YEAR"}}}</script>
</head>
<body><h1>Site Reliability Engineer</h1><div class="location">Dublin</div><p>You keep our trains of data on time.</p>
<h2>What you bring</h2><ul><li>Calm under load</li><li>Linux and networks</li></ul><a
href="#apply">Apply</a></body></html>`,
  ),
  unseen(
    'https://empleo-sur.example/oferta/encargado-almacen',
    {
      puesto: 'Encargado de almacén',
      empresa: 'Logística Guadalquivir',
      ubicación: 'Sevilla',
      jornada: 'Completa',
      salario: '24.000 € brutos al año',
    },
    `<!doctype html><html lang="es"><head><title>Oferta: Encargado de almacén</title></head><body><h1>Oferta de
empleo</h1>
<p><b>Puesto:</b> Encargado de almacén</p><p><b>Empresa:</b> Logística Guadalquivir</p><p><b>Ubicación:</b> Sevilla</p>
<p><b>Jornada:</b> Completa</p><p><b>Salario:</b> 24.000 € brutos al año</p><p>Buscamos una persona con experiencia.</p>
</body></html>`,
  ),
  unseen(
    'https://stadtwerke-kreuz.example/karriere/elektronikerin',
    {
      Arbeitgeber: 'Stadtwerke Kreuz GmbH',
      Arbeitsort: 'Kreuz',
      'start_date:date': '2027-02-01',
      'application_deadline:date': '2026-12-31',
      Vertragsart: 'unbefristet',
    },
    `<!doctype html><html lang="de"><head><title>Elektroniker (m/w/d)</title></head><body><h1>Elektroniker (m/w/d)</h1>
<table><tbody><tr><th>Arbeitgeber</th><td>Stadtwerke Kreuz GmbH</td></tr><tr><th>Arbeitsort</th><td>Kreuz</td></tr>
<tr><th>Beginn</th><td>1. Februar 2027</td></tr><tr><th>Bewerbungsfrist</th><td>31.12.2026</td></tr>
<tr><th>Vertragsart</th><td>unbefristet</td></tr></tbody></table><p>Sie halten unsere Netze am Laufen.</p>
</body></html>`,
  ),
  unseen(
    'https://kyujin-kita.example/jobs/771',
    {
      会社名: '株式会社北の窓',
      職種: '家具職人',
      勤務地: '北海道旭川市',
      雇用形態: '正社員',
      給与: '月給25万円',
    },
    `<!doctype html><html lang="ja"><head><title>家具職人の求人</title></head><body><h1>家具職人を募集しています</h1><dl>
<dt>会社名</dt><dd>株式会社北の窓</dd><dt>職種</dt><dd>家具職人</dd><dt>勤務地</dt><dd>北海道旭川市</dd>
<dt>雇用形態</dt><dd>正社員</dd><dt>給与</dt><dd>月給25万円</dd></dl></body></html>`,
  ),
  unseen(
    'https://emploi-littoral.example/offre/9981',
    {
      entreprise: 'Chantier Naval Le Goff',
      lieu: 'Concarneau',
      type_de_contrat: 'CDD',
      'date_posted:date': '2026-11-03',
    },
    `<!doctype html><html lang="fr"><head><title>Charpentier de marine - Emploi Littoral</title></head><body>
<article><h1>Charpentier de marine</h1><div class="meta"><div><strong>Entreprise</strong><span>Chantier Naval Le
Goff</span></div>
<div><strong>Lieu</strong><span>Concarneau</span></div><div><strong>Type de contrat</strong><span>CDD</span></div>
<div><strong>Publiée le</strong><span>3 novembre 2026</span></div></div><p>Vous aimez le bois et la mer.</p></article>
</body></html>`,
  ),
  unseen(
    'https://ticketdock.example/e/winter-folk-night',
    {
      event_name: 'Winter Folk Night',
      'start_date:date': '2026-12-11',
      venue: 'The Old Printworks',
      city: 'Bristol',
      'price:number': 18,
      organizer: 'Bristol Folk Club',
    },
    `<!doctype html><html lang="en"><head><title>Winter Folk Night Tickets | TicketDock</title>
<script type="application/ld+json">[{"@context":"https://schema.org","@type":"MusicEvent","name":"Winter Folk Night",
"startDate":"2026-12-11T19:30:00+00:00","location":{"@type":"Place","name":"The Old Printworks","address":
{"@type":"PostalAddress","streetAddress":"4 Quay St","addressLocality":"Bristol"}},"offers":{"@type":"Offer",
"price":"18",
"priceCurrency":"GBP"},"organizer":{"@type":"Organization","name":"Bristol Folk Club"}}]</script></head><body>
<h1>Winter Folk Night</h1><p>Fri 11 Dec, 7.30pm · The Old Printworks</p><button>Get tickets £18</button></body></html>`,
  ),
  unseen(
    'https://kulturhof.example/programm/lesung-ahrens',
    {
      'date:date': '2026-12-03',
      Einlass: '19:00 Uhr',
      Veranstaltungsort: 'Kulturhof, Saal 2',
      Eintritt: '12 Euro',
      Veranstalter: 'Buchhandlung Ahrens',
    },
    `<!doctype html><html lang="de"><head><title>Lesung: Nachtzug – Kulturhof</title></head><body><h1>Lesung:
Nachtzug</h1>
<dl><dt>Datum</dt><dd>Donnerstag, 3. Dezember 2026</dd><dt>Einlass</dt><dd>19:00 Uhr</dd><dt>Veranstaltungsort</dt>
<dd>Kulturhof, Saal 2</dd><dt>Eintritt</dt><dd>12 Euro</dd><dt>Veranstalter</dt><dd>Buchhandlung Ahrens</dd>
</dl></body></html>`,
  ),
  unseen(
    'https://fetedulac.example/agenda/marche-de-noel',
    {
      titre: 'Marché de Noël',
      'date_de_début:date': '2026-12-05',
      'date_de_fin:date': '2026-12-24',
      lieu: 'Place du Lac',
      tarif: 'Gratuit',
    },
    `<!doctype html><html lang="fr"><head><title>Marché de Noël</title></head><body><main><h1>Marché de Noël</h1>
<ul class="infos"><li><strong>Date de début :</strong> 5 décembre 2026</li><li><strong>Date de fin :</strong> 24
décembre 2026</li>
<li><strong>Lieu :</strong> Place du Lac</li><li><strong>Tarif :</strong> Gratuit</li></ul></main></body></html>`,
  ),
  unseen(
    'https://matsuri-navi.example/events/hanabi',
    {
      イベント名: '湖畔花火大会',
      開催日: '2026年8月1日',
      会場: '湖畔公園',
      主催: '湖畔町観光協会',
      入場料: '無料',
    },
    `<!doctype html><html lang="ja"><head><title>湖畔花火大会 | 祭りナビ</title></head><body><h1>湖畔花火大会</h1><table>
<tr><th>イベント名</th><td>湖畔花火大会</td></tr><tr><th>開催日</th><td>2026年8月1日</td></tr><tr><th>会場</th><td>湖畔公園</td></tr>
<tr><th>主催</th><td>湖畔町観光協会</td></tr><tr><th>入場料</th><td>無料</td></tr></table></body></html>`,
  ),
  unseen(
    'https://openstudy.example/courses/statistics-101',
    {
      course_name: 'Statistics from Scratch',
      provider: 'OpenStudy',
      instructor: 'Dr. Ana Petrov',
      duration: '8 weeks',
      level: 'Beginner',
      language: 'English',
      'price:number': 49,
    },
    `<!doctype html><html lang="en"><head><title>Statistics from Scratch | OpenStudy</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Course","name":"Statistics from Scratch",
"provider":{"@type":"Organization","name":"OpenStudy"},"offers":{"@type":"Offer","price":49,
"priceCurrency":"EUR"}}</script>
</head><body><h1>Statistics from Scratch</h1><table class="course-facts"><tr><td>Instructor</td><td>Dr. Ana
Petrov</td></tr>
<tr><td>Duration</td><td>8 weeks</td></tr><tr><td>Level</td><td>Beginner</td></tr><tr><td>Language</td>
<td>English</td></tr>
</table><h2>What you will learn</h2><ul><li>Means and medians</li><li>Tests</li></ul></body></html>`,
  ),
  unseen(
    'https://vhs-marl.example/kurs/N4021',
    {
      Kursnummer: 'N4021',
      Kursleitung: 'Petra Öhler',
      Gebühr: '84,00 €',
      'start_date:date': '2027-01-14',
      Ort: 'VHS Marl, Raum 12',
    },
    `<!doctype html><html lang="de"><head><title>Schwedisch für den Urlaub</title></head><body>
<h1>Schwedisch für den Urlaub</h1><p>Kursnummer: N4021<br>Kursleitung: Petra Öhler<br>Beginn: 14.01.2027<br>
Gebühr: 84,00 €<br>Ort: VHS Marl, Raum 12</p><p>Keine Vorkenntnisse nötig.</p></body></html>`,
  ),
  unseen(
    'https://skyfare.example/offers/OSL-LIS-1107',
    {
      flight_number: 'NX 1107',
      airline: 'Nordix',
      departure_airport: 'Oslo (OSL)',
      arrival_airport: 'Lisbon (LIS)',
      departure_time: '06:45',
      'price:number': 139,
    },
    `<!doctype html><html lang="en"><head><title>Oslo to Lisbon</title></head><body><h1>Oslo to Lisbon</h1><table>
<tr><th>Flight number</th><td>NX 1107</td></tr><tr><th>Airline</th><td>Nordix</td></tr><tr><th>Departure airport</th>
<td>Oslo (OSL)</td></tr><tr><th>Arrival airport</th><td>Lisbon (LIS)</td></tr><tr><th>Departure time</th>
<td>06:45</td></tr>
<tr><th>Price</th><td>€139</td></tr></table></body></html>`,
  ),
  unseen(
    'https://airmeteo.example/flight/AM204',
    { flight_number: 'AM204', airline: 'Airmeteo', departure_time: '2026-12-20T09:10', arrival_gate: 'B14' },
    `<!doctype html><html lang="en"><head><title>Flight AM204</title><script type="application/ld+json">
{"@context":"https://schema.org","@type":"Flight","flightNumber":"AM204","provider":{"@type":"Airline",
"name":"Airmeteo"},
"departureTime":"2026-12-20T09:10","arrivalTime":"2026-12-20T11:55","arrivalGate":"B14",
"departureAirport":{"@type":"Airport","name":"Keflavik","iataCode":"KEF"}}</script></head><body><h1>Flight AM204</h1>
<p>Keflavik to Bergen, daily.</p></body></html>`,
  ),
  unseen(
    'https://cine-lumen.example/pelicula/la-ultima-vendimia',
    {
      title: 'La última vendimia',
      director: 'Carmen Ruiz',
      'year:integer': 2025,
      'duration_minutes:integer': 112,
      género: 'Drama',
      país: 'España',
    },
    `<!doctype html><html lang="es"><head><title>La última vendimia - Cine Lumen</title></head><body><h1>La última
vendimia</h1>
<dl><dt>Director</dt><dd>Carmen Ruiz</dd><dt>Año</dt><dd>2025</dd><dt>Duración</dt><dd>112 min.</dd><dt>Género</dt>
<dd>Drama</dd>
<dt>País</dt><dd>España</dd></dl><p>Una familia reúne sus últimas fuerzas antes de vender la bodega.</p></body></html>`,
  ),
  unseen(
    'https://eiga-no-mori.example/film/umi',
    { タイトル: '海のほとりで', 監督: '小川 みどり', 上映時間: '98分', 製作年: '2024年', 製作国: '日本' },
    `<!doctype html><html lang="ja"><head><title>海のほとりで - 映画の森</title></head><body><h1>海のほとりで</h1><ul>
<li>タイトル：海のほとりで</li><li>監督：小川 みどり</li><li>上映時間：98分</li><li>製作年：2024年</li><li>製作国：日本</li></ul></body></html>`,
  ),
  unseen(
    'https://reelguide.example/the-quiet-harbour',
    {
      title: 'The Quiet Harbour',
      director: 'Ines Falk',
      'release_date:date': '2024-09-13',
      'rating:number': 7.9,
      'genres:list[string]': ['Drama', 'Mystery'],
      'runtime_minutes:integer': 124,
    },
    `<!doctype html><html lang="en"><head><title>The Quiet Harbour (2024) - ReelGuide</title><script
type="application/ld+json">
{"@context":"https://schema.org","@type":"Movie","name":"The Quiet Harbour","director":[{"@type":"Person",
"name":"Ines Falk"}],
"datePublished":"2024-09-13","genre":["Drama","Mystery"],"duration":"PT2H4M",
"aggregateRating":{"@type":"AggregateRating","ratingValue":7.9,"ratingCount":20311,"bestRating":10}}</script></head>
<body>
<h1>The Quiet Harbour</h1><p>2024 · 2h 4m</p><p>A keeper finds letters in a lighthouse that was never lit.</p>
</body></html>`,
  ),
];
