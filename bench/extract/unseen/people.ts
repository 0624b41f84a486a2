import { unseen, type UnseenPage } from './unseen-page.ts';

/** Ordinary pages of people, firms and their opening hours, and of what they publish. */
export const people: readonly UnseenPage[] = [
  unseen(
    'https://fern-and-partners.example/contact',
    {
      company: 'Fern & Partners',
      phone: '+44 1223 555 010',
      email: 'hello@fern-and-partners.example',
      address: '22 Castle Street, Cambridge CB3 0AJ',
    },
    `<!doctype html><html lang="en"><head><title>Contact - Fern & Partners</title><meta property="og:site_name"
content="Fern & Partners"></head><body><h1>Contact us</h1><p>We answer within a day.</p>
<p><strong>Company:</strong> Fern & Partners</p><p><strong>Address:</strong> 22 Castle Street, Cambridge CB3 0AJ</p>
<p><strong>Phone:</strong> <a href="tel:+441223555010">+44 1223 555 010</a></p>
<p><strong>Email:</strong> <a href="mailto:hello@fern-and-partners.example">hello@fern-and-partners.example</a></p>
</body></html>`,
  ),
  unseen(
    'https://tischlerei-bruns.example/impressum',
    {
      Geschäftsführer: 'Heiko Bruns',
      Telefon: '04421 9988-0',
      'E-Mail': 'info@tischlerei-bruns.example',
      Registergericht: 'Amtsgericht Oldenburg',
      vat_id: 'DE812345678',
    },
    `<!doctype html><html lang="de"><head><title>Impressum</title></head><body><h1>Impressum</h1>
<p>Tischlerei Bruns GmbH<br>Am Deich 7<br>26382 Wilhelmshaven</p><p>Geschäftsführer: Heiko Bruns</p>
<p>Telefon: 04421 9988-0<br>E-Mail: info@tischlerei-bruns.example</p><p>Registergericht: Amtsgericht Oldenburg<br>
Registernummer: HRB 20311<br>Umsatzsteuer-ID: DE812345678</p></body></html>`,
  ),
  unseen(
    'https://kobayashi-seiki.example/company',
    {
      会社名: '小林精機株式会社',
      代表者: '小林 健',
      設立: '1962年4月',
      資本金: '3,000万円',
      従業員数: '85名',
      電話番号: '0263-55-0101',
    },
    `<!doctype html><html lang="ja"><head><title>会社概要｜小林精機株式会社</title></head><body><h1>会社概要</h1><table><tbody>
<tr><th>会社名</th><td>小林精機株式会社</td></tr><tr><th>代表者</th><td>小林 健</td></tr><tr><th>設立</th><td>1962年4月</td></tr>
<tr><th>資本金</th><td>3,000万円</td></tr><tr><th>従業員数</th><td>85名</td></tr><tr><th>電話番号</th><td>0263-55-0101</td></tr>
</tbody></table></body></html>`,
  ),
  unseen(
    'https://clinica-sol.example/contacto',
    {
      teléfono: '+34 954 010 203',
      correo: 'citas@clinica-sol.example',
      dirección: 'Calle Feria 18, 41003 Sevilla',
      fax: null,
    },
    `<!doctype html><html lang="es"><head><title>Contacto | Clínica Sol</title></head><body><h1>Contacto</h1>
<dl><dt>Teléfono</dt>
<dd><a href="tel:+34954010203">+34 954 010 203</a></dd><dt>Correo</dt><dd><a href="mailto:citas@clinica-sol.example">
citas@clinica-sol.example</a></dd><dt>Dirección</dt><dd>Calle Feria 18, 41003 Sevilla</dd></dl></body></html>`,
  ),
  unseen(
    'https://garage-lenoir.example/',
    {
      name: 'Garage Lenoir',
      telephone: '02 98 55 01 20',
      email: 'atelier@garage-lenoir.example',
      postal_code: '29200',
      city: 'Brest',
    },
    `<!doctype html><html lang="fr"><head><title>Garage Lenoir, réparation toutes marques à Brest</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"AutoRepair","name":"Garage Lenoir",
"telephone":"02 98 55 01 20","email":"mailto:atelier@garage-lenoir.example","address":{"@type":"PostalAddress",
"streetAddress":"3 rue du Port","postalCode":"29200","addressLocality":"Brest"}}</script></head><body>
<h1>Réparation toutes marques</h1><p>Une équipe de cinq personnes à votre service depuis 1987.</p></body></html>`,
  ),
  unseen(
    'https://nonnas-corner.example/visit',
    {
      name: "Nonna's Corner",
      telephone: '(512) 555-0177',
      price_range: '$$',
      cuisine: 'Italian',
      Monday: 'Closed',
      Saturday: '11am – 11pm',
    },
    `<!doctype html><html lang="en"><head><title>Visit Nonna's Corner</title><script type="application/ld+json">
{"@context":"https://schema.org","@type":"Restaurant","name":"Nonna's Corner","telephone":"(512) 555-0177",
"priceRange":"$$",
"servesCuisine":"Italian","address":"801 Congress Ave, Austin"}</script></head><body><h1>Visit us</h1>
<h2>Opening hours</h2>
<table><tr><td>Monday</td><td>Closed</td></tr><tr><td>Tuesday to Friday</td><td>12pm – 10pm</td></tr>
<tr><td>Saturday</td><td>11am – 11pm</td></tr></table></body></html>`,
  ),
  unseen(
    'https://stadtbibliothek.example/oeffnungszeiten',
    { Montag: 'geschlossen', Dienstag: '10–18 Uhr', Samstag: '10–14 Uhr', Telefon: '0341 12 34 56' },
    `<!doctype html><html lang="de"><head><title>Öffnungszeiten der Stadtbibliothek</title></head>
<body><h1>Öffnungszeiten</h1><dl>
<dt>Montag</dt><dd>geschlossen</dd><dt>Dienstag</dt><dd>10–18 Uhr</dd><dt>Samstag</dt><dd>10–14 Uhr</dd></dl>
<p>Telefon: 0341 12 34 56</p></body></html>`,
  ),
  unseen(
    'https://encyclia.example/wiki/Edda_Lindqvist',
    {
      name: 'Edda Lindqvist',
      'born:date': '1921-03-04',
      'died:date': '1998-11-19',
      occupation: 'Botanist',
      nationality: 'Swedish',
      known_for: 'Flora of the Lofoten',
    },
    `<!doctype html><html lang="en"><head><title>Edda Lindqvist - Encyclia</title></head><body><h1>Edda Lindqvist</h1>
<table class="infobox"><tbody><tr><th colspan="2">Edda Lindqvist</th></tr><tr><th>Born</th><td>4 March 1921,
Uppsala</td></tr>
<tr><th>Died</th><td>19 November 1998</td></tr><tr><th>Nationality</th><td>Swedish</td></tr><tr><th>Occupation</th>
<td>Botanist</td></tr><tr><th>Known for</th><td>Flora of the Lofoten</td></tr></tbody></table>
<p>Edda Lindqvist was a Swedish botanist who walked every island of the Lofoten twice.</p></body></html>`,
  ),
  unseen(
    'https://nordwest-uni.example/people/s-amari',
    {
      name: 'Prof. Dr. Samira Amari',
      position: 'Professor of Hydrology',
      email: 's.amari@nordwest-uni.example',
      office: 'Room B 214',
      phone: '+49 441 798 1234',
    },
    `<!doctype html><html lang="en"><head><title>Prof. Dr. Samira Amari - Nordwest University</title></head><body>
<h1>Prof. Dr. Samira Amari</h1><dl><dt>Position</dt><dd>Professor of Hydrology</dd><dt>Office</dt><dd>Room B 214</dd>
<dt>Phone</dt><dd>+49 441 798 1234</dd><dt>E-mail</dt><dd><a href="mailto:s.amari@nordwest-uni.example">
s.amari@nordwest-uni.example</a></dd></dl><p>She studies how marshes hold water in dry years.</p></body></html>`,
  ),
  unseen(
    'https://kettleworks.example/about',
    {
      company_name: 'Kettleworks Ltd',
      'founded:integer': 1974,
      headquarters: 'Sheffield, England',
      'employees:integer': 320,
      CEO: 'Dana Whitlock',
      industry: 'Metal goods',
    },
    `<!doctype html><html lang="en"><head><title>About Kettleworks</title></head><body><h1>About us</h1>
<div class="facts"><div class="fact"><span class="fact-label">Company name</span><span class="fact-value">Kettleworks
Ltd</span></div>
<div class="fact"><span class="fact-label">Founded</span><span class="fact-value">1974</span></div>
<div class="fact"><span class="fact-label">Headquarters</span><span class="fact-value">Sheffield, England</span></div>
<div class="fact"><span class="fact-label">Employees</span><span class="fact-value">320</span></div>
<div class="fact"><span class="fact-label">CEO</span><span class="fact-value">Dana Whitlock</span></div>
<div class="fact"><span class="fact-label">Industry</span><span class="fact-value">Metal goods</span></div></div>
</body></html>`,
  ),
  unseen(
    'https://folio-press.example/books/salt-roads',
    {
      title: 'Salt Roads',
      author: 'M. T. Vance',
      isbn: '978-1-4028-9462-6',
      'date_published:date': '2023-04-18',
      format: 'Hardcover',
    },
    `<!doctype html><html lang="en"><head><title>Salt Roads | Folio Press</title></head><body
vocab="http://schema.org/">
<div typeof="Book"><h1 property="name">Salt Roads</h1><p>by <span property="author" typeof="Person"><span
property="name">
M. T. Vance</span></span></p><p>ISBN <span property="isbn">978-1-4028-9462-6</span></p>
<p>Published <time property="datePublished" datetime="2023-04-18">18 April 2023</time></p><p>Format: Hardcover</p>
</div></body></html>`,
  ),
  unseen(
    'https://museo-del-agua.example/visita',
    {
      name: 'Museo del Agua',
      horario: 'Martes a domingo, 10:00–19:00',
      'precio:number': 6,
      teléfono: '958 22 33 44',
    },
    `<!doctype html><html lang="es"><head><title>Visita | Museo del Agua</title><meta property="og:site_name"
content="Museo del Agua"></head><body><h1>Museo del Agua</h1><table><tr><th>Horario</th><td>Martes a domingo,
10:00–19:00</td></tr>
<tr><th>Precio</th><td>6 €</td></tr><tr><th>Teléfono</th><td>958 22 33 44</td></tr></table></body></html>`,
  ),
  unseen(
    'https://radio-baie.example/podcast/ep-41',
    {
      title: 'Épisode 41 : les gardiens de phare',
      'date:date': '2026-11-01',
      duration: '48 min',
      host: 'Nadia Kerboul',
    },
    `<!doctype html><html lang="fr"><head><title>Épisode 41 : les gardiens de phare</title><meta property="og:title"
content="Épisode 41 : les gardiens de phare"></head><body><h1>Épisode 41 : les gardiens de phare</h1>
<table><tr><td>Date</td>
<td>1er novembre 2026</td></tr><tr><td>Durée</td><td>48 min</td></tr><tr><td>Host</td><td>Nadia Kerboul</td></tr>
</table></body></html>`,
  ),
  unseen(
    'https://packhub.example/package/swiftgrid',
    {
      name: 'swiftgrid',
      version: '3.2.0',
      license: 'MIT',
      author: 'Petra Nowak',
      'downloads:integer': 18204,
    },
    `<!doctype html><html lang="en"><head><title>swiftgrid - PackHub</title></head><body><h1>swiftgrid</h1>
<p>Fast grids for slow terminals.</p><aside><h3>Version</h3><p>3.2.0</p><h3>License</h3><p>MIT</p><h3>Author</h3>
<p>Petra Nowak</p><h3>Downloads</h3><p>18,204</p></aside></body></html>`,
  ),
  unseen(
    'https://weathered-walks.example/trails/ridge-loop',
    {
      name: 'Ridge Loop',
      'distance_km:number': 12.4,
      'ascent_m:integer': 640,
      difficulty: 'Moderate',
      duration: '4 h 30 min',
      start: 'Ferny car park',
    },
    `<!doctype html><html lang="en"><head><title>Ridge Loop - Weathered Walks</title></head><body><h1>Ridge Loop</h1>
<table>
<tr><th>Distance</th><th>Ascent</th><th>Difficulty</th><th>Duration</th><th>Start</th></tr>
<tr><td>12.4 km</td><td>640 m</td><td>Moderate</td><td>4 h 30 min</td><td>Ferny car park</td></tr></table>
<p>The path is rough after the second gate.</p></body></html>`,
  ),
  unseen(
    'https://meinarzt.example/praxis-dr-kuhn',
    {
      name: 'Praxis Dr. Kuhn',
      Telefon: '030 555 66 77',
      Fachrichtung: 'Augenheilkunde',
      'E-Mail': 'praxis@dr-kuhn.example',
    },
    `<!doctype html><html lang="de"><head><title>Praxis Dr. Kuhn</title></head><body><h1>Praxis Dr. Kuhn</h1>
<p><em>Fachrichtung:</em> Augenheilkunde</p><p>Tel.: 030 555 66 77</p><p>Mail: praxis (at) dr-kuhn.example</p>
<p><a href="mailto:praxis@dr-kuhn.example">Schreiben Sie uns</a></p></body></html>`,
  ),
];
