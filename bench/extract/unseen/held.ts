import { heldMore } from './held-more.ts';
import { unseen, type UnseenPage } from './unseen-page.ts';

/** Ordinary pages that were written after the first repairs, and never looked at for them. */
export const heldOrdinary: readonly UnseenPage[] = [
  unseen(
    'https://kerzenwerk.example/shop/duftkerze-zeder',
    {
      name: 'Duftkerze Zeder',
      'price:number': 24.9,
      Brenndauer: '40 Stunden',
      'weight_g:integer': 220,
      'in_stock:boolean': true,
    },
    `<!doctype html><html lang="de"><head><title>Duftkerze Zeder online kaufen | Kerzenwerk</title></head><body>
<div class="crumbs"><a href="/">Start</a> / <a href="/shop">Shop</a></div><div class="pdp"><h1>Duftkerze Zeder</h1>
<div class="pdp-price">24,90 € <small>inkl. MwSt.</small></div><div class="delivery">Auf Lager</div>
<button class="btn-buy">In den Warenkorb</button><div class="facts"><div><span>Brenndauer</span><span>40
Stunden</span></div>
<div><span>Gewicht</span><span>220 g</span></div></div></div></body></html>`,
  ),
  unseen(
    'https://papierboot.example/en/notebook-a5',
    {
      title: 'Notebook A5, dotted',
      'price:number': 12.5,
      currency: 'EUR',
      sku: 'PB-A5-D',
      color: 'Sand',
      'page_count:integer': 192,
    },
    `<!doctype html><html lang="en"><head><title>Notebook A5, dotted | Papierboot</title><script
type="application/ld+json">
{"@context":"https://schema.org/","@type":"Product","name":"Notebook A5, dotted","sku":"PB-A5-D","color":"Sand",
"offers":{"@type":"Offer","priceCurrency":"EUR","price":"12.50"}}</script></head><body><h1>Notebook A5, dotted</h1>
<p>€12.50</p><table class="specs"><tr><td>Pages</td><td>192</td></tr><tr><td>Paper</td><td>90 g, cream</td></tr>
</table></body></html>`,
  ),
  unseen(
    'https://brocante-lili.example/objet/lampe-bureau',
    {
      nom: 'Lampe de bureau années 60',
      'prix:number': 85,
      état: 'Bon état',
      hauteur: '42 cm',
      matière: 'Laiton',
    },
    `<!doctype html><html lang="fr"><head><title>Lampe de bureau années 60 - Brocante Lili</title></head><body><main>
<h1>Lampe de bureau années 60</h1><p class="prix">85 €</p><ul class="details"><li><b>État :</b> Bon état</li>
<li><b>Hauteur :</b> 42 cm</li><li><b>Matière :</b> Laiton</li></ul><p>Électricité refaite, abat-jour d'origine.</p>
</main></body></html>`,
  ),
  unseen(
    'https://casas-rurales.example/ficha/el-olivo',
    {
      nombre: 'Casa El Olivo',
      municipio: 'Ronda',
      'habitaciones:integer': 4,
      Capacidad: '8 personas',
      teléfono: '+34 952 11 22 33',
    },
    `<!doctype html><html lang="es"><head><title>Casa El Olivo | Casas Rurales</title></head><body><h1>Casa El
Olivo</h1>
<table><tbody><tr><td><strong>Municipio</strong></td><td>Ronda</td></tr><tr><td><strong>Habitaciones</strong></td>
<td>4</td></tr>
<tr><td><strong>Capacidad</strong></td><td>8 personas</td></tr><tr><td><strong>Teléfono</strong></td><td>+34 952 11
22 33</td></tr>
</tbody></table></body></html>`,
  ),
  unseen(
    'https://fudosan-aoba.example/rent/1201',
    { 物件名: 'あおばハイツ201', 賃料: '7.8万円', 間取り: '2DK', 専有面積: '41.2㎡', 築年月: '1999年3月' },
    `<!doctype html><html lang="ja"><head><title>あおばハイツ201｜賃貸</title></head><body><h1>あおばハイツ201</h1><dl class="bukken">
<dt>物件名</dt><dd>あおばハイツ201</dd><dt>賃料</dt><dd>7.8万円</dd><dt>間取り</dt><dd>2DK</dd><dt>専有面積</dt><dd>41.2㎡</dd>
<dt>築年月</dt><dd>1999年3月</dd></dl></body></html>`,
  ),
  unseen(
    'https://greyfriars-college.example/events/open-evening',
    {
      name: 'Open Evening',
      'start_date:date': '2027-02-10',
      time: '18:00 – 20:00',
      location: 'Greyfriars College, Main Hall',
      contact_email: 'admissions@greyfriars-college.example',
    },
    `<!doctype html><html lang="en-GB"><head><title>Open Evening | Greyfriars College</title></head><body><h1>Open
Evening</h1>
<div class="event-meta"><p><strong>Date</strong> Wednesday 10 February 2027</p><p><strong>Time</strong> 18:00 –
20:00</p>
<p><strong>Location</strong> Greyfriars College, Main Hall</p><p><strong>Contact</strong>
<a href="mailto:admissions@greyfriars-college.example">admissions@greyfriars-college.example</a></p></div>
</body></html>`,
  ),
  unseen(
    'https://orchester-elbe.example/konzerte/dvorak',
    {
      titel: 'Dvořák: Achte Sinfonie',
      'datum:date': '2027-03-19',
      Dirigentin: 'Maja Lind',
      Spielort: 'Konzerthalle',
      Preise: '15–48 €',
    },
    `<!doctype html><html lang="de"><head><title>Dvořák: Achte Sinfonie | Orchester Elbe</title></head><body>
<h1>Dvořák: Achte Sinfonie</h1><p>Datum: Fr., 19. März 2027</p><p>Dirigentin: Maja Lind</p><p>Spielort: Konzerthalle</p>
<p>Preise: 15–48 €</p></body></html>`,
  ),
  unseen(
    'https://cloudfarm.example/careers/data-engineer',
    {
      title: 'Data Engineer',
      department: 'Platform',
      location: 'Remote (EU)',
      'salary_min:number': 65000,
      type: 'Full-time',
    },
    `<!doctype html><html lang="en"><head><title>Data Engineer - Careers - Cloudfarm</title></head><body><h1>Data
Engineer</h1>
<dl class="job-facts"><dt>Department</dt><dd>Platform</dd><dt>Location</dt><dd>Remote (EU)</dd><dt>Type</dt>
<dd>Full-time</dd>
<dt>Minimum salary</dt><dd>€65,000</dd></dl><p>We move other people's data, and lose none of it.</p></body></html>`,
  ),
  unseen(
    'https://trabajos-norte.example/o/3391',
    {
      puesto: 'Soldador',
      empresa: 'Astilleros Ría',
      ciudad: 'Vigo',
      salario: '1.900 € al mes',
      'fecha_límite:date': '2027-01-15',
    },
    `<!doctype html><html lang="es"><head><title>Soldador en Vigo</title></head><body><h1>Soldador</h1><div
class="ficha">
<div class="fila"><div class="campo">Puesto</div><div class="dato">Soldador</div></div>
<div class="fila"><div class="campo">Empresa</div><div class="dato">Astilleros Ría</div></div>
<div class="fila"><div class="campo">Ciudad</div><div class="dato">Vigo</div></div>
<div class="fila"><div class="campo">Salario</div><div class="dato">1.900 € al mes</div></div>
<div class="fila"><div class="campo">Fecha límite</div><div class="dato">15 de enero de 2027</div></div></div>
</body></html>`,
  ),
  unseen(
    'https://nightowl-review.example/2026/slow-trains',
    {
      headline: 'In praise of slow trains',
      author: 'Imogen Vale',
      'date_published:date': '2026-07-19',
      'tags:list[string]': ['travel', 'rail'],
    },
    `<!doctype html><html lang="en"><head><title>In praise of slow trains — Night Owl Review</title>
<meta property="og:title" content="In praise of slow trains"><meta property="og:site_name" content="Night Owl Review">
<meta property="article:tag" content="travel"><meta property="article:tag" content="rail"></head><body><article>
<h1>In praise of slow trains</h1><div class="byline">Words by <span class="author-name">Imogen Vale</span></div>
<time datetime="2026-07-19">19 July 2026</time><p>The fast train shows you nothing. The slow one stops where the
goats are.</p>
<p>I have taken the line along the estuary eleven times, and have yet to arrive in a hurry.</p></article>
</body></html>`,
  ),
  unseen(
    'https://lejournalduport.example/2026/criee',
    {
      titre: 'La criée change de mains',
      auteur: 'Anouk Le Bris',
      'date:date': '2026-04-02',
      rubrique: 'Économie',
    },
    `<!doctype html><html lang="fr"><head><title>La criée change de mains | Le Journal du Port</title>
<meta property="article:section" content="Économie"><meta property="article:published_time"
content="2026-04-02T08:15:00+02:00">
<meta name="author" content="Anouk Le Bris"></head><body><article><h1>La criée change de mains</h1>
<p>Après quarante ans, la coopérative cède la halle à la commune. Les mareyeurs attendent de voir.</p></article>
</body></html>`,
  ),
  unseen(
    'https://techmemo.example/posts/8841',
    { タイトル: '古い端末を静かにする', 著者: '田辺 亮', '公開日:date': '2026-09-30' },
    `<!doctype html><html lang="ja"><head><title>古い端末を静かにする - TechMemo</title><script type="application/ld+json">
{"@context":"https://schema.org","@type":"BlogPosting","headline":"古い端末を静かにする","author":{"@type":"Person",
"name":"田辺 亮"},"datePublished":"2026-09-30"}</script></head><body><article><h1>古い端末を静かにする</h1>
<p>ファンの音が気になるなら、まず埃を取ります。それでもだめなら回転数を変えます。</p></article></body></html>`,
  ),
  unseen(
    'https://spoonful.example/lentil-stew',
    {
      name: 'Lentil stew',
      total_time: '45 min',
      'servings:integer': 4,
      'ingredients:list[string]': ['300 g lentils', '2 carrots', '1 onion'],
    },
    `<!doctype html><html lang="en"><head><title>Lentil stew | Spoonful</title></head><body><h1>Lentil stew</h1>
<p>Total time: 45 min | Servings: 4</p><h2>Ingredients</h2><ul><li>300 g lentils</li><li>2 carrots</li><li>1
onion</li></ul>
<h2>Method</h2><ol><li>Chop.</li><li>Simmer until soft.</li></ol></body></html>`,
  ),
  unseen(
    'https://kitchen-ja.example/r/nikujaga',
    {
      料理名: '肉じゃが',
      調理時間: '30分',
      人数: '2人分',
      '材料:list[string]': ['牛肉 150g', 'じゃがいも 3個', '玉ねぎ 1個'],
    },
    `<!doctype html><html lang="ja"><head><title>肉じゃがの作り方</title></head><body><h1>肉じゃが</h1><p>料理名：肉じゃが</p>
<p>調理時間：30分</p><p>人数：2人分</p><h2>材料</h2><ul><li>牛肉 150g</li><li>じゃがいも 3個</li><li>玉ねぎ 1個</li></ul></body></html>`,
  ),
  unseen(
    'https://dachdecker-holm.example/kontakt',
    {
      firma: 'Dachdeckerei Holm',
      telefon: '04351 77 88 99',
      email: 'info@dachdecker-holm.example',
      plz: '24340',
    },
    `<!doctype html><html lang="de"><head><title>Kontakt – Dachdeckerei Holm</title></head><body><h1>Kontakt</h1>
<div itemscope itemtype="https://schema.org/RoofingContractor"><strong itemprop="name">Dachdeckerei Holm</strong>
<p itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="streetAddress">Norderstr.
4</span>,
<span itemprop="postalCode">24340</span> <span itemprop="addressLocality">Eckernförde</span></p>
<p>Tel. <span itemprop="telephone">04351 77 88 99</span></p><p>Mail <a itemprop="email"
href="mailto:info@dachdecker-holm.example">info@dachdecker-holm.example</a></p></div></body></html>`,
  ),
  unseen(
    'https://velvet-dental.example/contact-us',
    {
      phone: '(206) 555-0142',
      email: 'smile@velvet-dental.example',
      Monday: '8:00 am – 5:00 pm',
      Friday: '8:00 am – 1:00 pm',
    },
    `<!doctype html><html lang="en"><head><title>Contact Velvet Dental</title></head><body><h1>Contact us</h1>
<p>Call <a href="tel:+12065550142">(206) 555-0142</a> or write to <a href="mailto:smile@velvet-dental.example">
smile@velvet-dental.example</a>.</p><h2>Hours</h2><ul class="hours"><li><span>Monday</span><span>8:00 am – 5:00
pm</span></li>
<li><span>Wednesday</span><span>8:00 am – 5:00 pm</span></li><li><span>Friday</span><span>8:00 am – 1:00
pm</span></li></ul></body></html>`,
  ),
  unseen(
    'https://biografias.example/lucia-ferrer',
    {
      nombre: 'Lucía Ferrer',
      'nacimiento:date': '1934-08-22',
      profesión: 'Arquitecta',
      nacionalidad: 'Española',
    },
    `<!doctype html><html lang="es"><head><title>Lucía Ferrer - Biografías</title></head><body><h1>Lucía Ferrer</h1>
<table class="infobox"><tr><th>Nacimiento</th><td>22 de agosto de 1934, Zaragoza</td></tr><tr><th>Nacionalidad</th>
<td>Española</td></tr>
<tr><th>Profesión</th><td>Arquitecta</td></tr></table><p>Fue la primera mujer en dirigir las obras del canal.</p>
</body></html>`,
  ),
  ...heldMore,
];
