import { unseen, type UnseenPage } from './unseen-page.ts';
import { jsonLd, wholePage as page } from './whole-page.ts';

/** Firms, jobs and opening hours, by the author of `strangers-goods.ts`. */
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
];
