import { unseen, type UnseenPage } from './unseen-page.ts';
import { jsonLd, wholePage as page } from './whole-page.ts';

/** Shops, homes, software, medicines: by an author who had read none of the readers. */
export const strangersGoods: readonly UnseenPage[] = [
  unseen(
    'https://kettlehouse.example/p/gooseneck-1l',
    {
      name: 'Gooseneck Kettle 1 L',
      'price:number': 64.5,
      currency: 'EUR',
      sku: 'KH-2210',
      brand: 'Aldermoor',
    },
    page(
      'en',
      'Gooseneck Kettle 1 L | Kettlehouse',
      jsonLd(
        '"@type":"Product","name":"Gooseneck Kettle 1 L","sku":"KH-2210","brand":{"@type":"Brand",' +
          '"name":"Aldermoor"},"offers":{"@type":"Offer","price":"64.50","priceCurrency":"EUR"}',
      ),
      `<nav><a href="/">Home</a> <a href="/kettles">Kettles</a></nav><h1>Gooseneck Kettle 1 L</h1><p>€64.50</p>
<p>Pours where you point it.</p><footer>© Kettlehouse</footer>`,
    ),
  ),
  unseen(
    'https://schraubenladen.example/artikel/5519',
    {
      artikelnummer: '5519-A2',
      'preis:number': 12.9,
      material: 'Edelstahl A2',
      hersteller: 'Nordnagel',
      gewicht: '1,2 kg',
    },
    page(
      'de',
      'Holzschrauben 5x60 – Schraubenladen',
      '',
      `<h1>Holzschrauben 5x60</h1><div class="preis">12,90 € <small>inkl. MwSt.</small></div><table>
<tr><td>Artikelnummer</td><td>5519-A2</td></tr><tr><td>Material</td><td>Edelstahl A2</td></tr>
<tr><td>Hersteller</td><td>Nordnagel</td></tr><tr><td>Gewicht</td><td>1,2 kg</td></tr></table>`,
    ),
  ),
  unseen(
    'https://lampes-du-sud.example/p/oriel',
    { nom: 'Lampe Oriel', 'prix:number': 149, marque: 'Atelier Vents', 'en_stock:boolean': true },
    page(
      'fr',
      'Lampe Oriel',
      '',
      `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Lampe Oriel</h1>
<p>Marque : <span itemprop="brand">Atelier Vents</span></p><div itemprop="offers" itemscope
itemtype="https://schema.org/Offer"><span itemprop="price" content="149.00">149,00 €</span>
<link itemprop="availability" href="https://schema.org/InStock"><span>En stock</span></div></div>`,
    ),
  ),
  unseen(
    'https://kissa-doki.example/items/77',
    { 商品名: '有田焼の湯呑み', '価格:integer': 3300, ブランド: '青磁窯', サイズ: '直径7cm' },
    page(
      'ja',
      '有田焼の湯呑み | 喫茶道具店',
      '',
      `<h1>有田焼の湯呑み</h1><p class="price">3,300円（税込）</p><dl><dt>ブランド</dt><dd>青磁窯</dd>
<dt>サイズ</dt><dd>直径7cm</dd></dl><p>一点ずつ手描きです。</p>`,
    ),
  ),
  unseen(
    'https://zapateria-ona.example/botas-risco',
    { nombre: 'Botas Risco', 'precio:number': 1129.95, color: 'Marrón', referencia: 'ON-818' },
    page(
      'es',
      'Botas Risco - Zapatería Ona',
      '<meta property="og:title" content="Botas Risco"><meta property="og:site_name" content="Zapatería Ona">',
      `<h1>Botas Risco</h1><ul><li><strong>Precio:</strong> 1.129,95 €</li><li><strong>Color:</strong> Marrón</li>
<li><strong>Referencia:</strong> ON-818</li></ul>`,
    ),
  ),
  unseen(
    'https://threadbare.example/w/merino-sock',
    { name: 'Merino sock', 'rating:number': 4.6, 'review_count:integer': 212, 'price:number': 18 },
    page(
      'en',
      'Merino sock',
      '',
      `<div vocab="https://schema.org/" typeof="Product"><h1 property="name">Merino sock</h1>
<div property="aggregateRating" typeof="AggregateRating">Rated <span property="ratingValue">4.6</span> by
<span property="reviewCount">212</span> people</div><div property="offers" typeof="Offer">$<span
property="price">18.00</span><meta property="priceCurrency" content="USD"></div></div>`,
    ),
  ),
  unseen(
    'https://hafenmakler.example/objekt/331',
    {
      'kaltmiete:number': 1180,
      'zimmer:number': 3,
      'wohnfläche_m2:number': 84.5,
      'baujahr:integer': 1912,
      verfügbar_ab: '1. März 2027',
    },
    page(
      'de',
      '3-Zimmer-Wohnung in Altona',
      '',
      `<h1>Altbau mit Balkon in Altona</h1><dl><dt>Kaltmiete</dt><dd>1.180,00 €</dd><dt>Zimmer</dt><dd>3</dd>
<dt>Wohnfläche</dt><dd>84,5 m²</dd><dt>Baujahr</dt><dd>1912</dd><dt>Verfügbar ab</dt><dd>1. März 2027</dd></dl>
<h2>Lage</h2><p>Fünf Minuten zur Elbe.</p>`,
    ),
  ),
  unseen(
    'https://larkfield-homes.example/listing/9c2',
    {
      'price:integer': 415000,
      'bedrooms:integer': 4,
      'bathrooms:integer': 2,
      address: '17 Quarry Lane, Larkfield',
      agent: 'Petra Noakes',
    },
    page(
      'en',
      '17 Quarry Lane | Larkfield Homes',
      '',
      `<h1>17 Quarry Lane, Larkfield</h1><p class="price">£415,000</p><table><tr><th>Bedrooms</th><td>4</td></tr>
<tr><th>Bathrooms</th><td>2</td></tr><tr><th>Address</th><td>17 Quarry Lane, Larkfield</td></tr>
<tr><th>Agent</th><td>Petra Noakes</td></tr></table><p>A quiet lane, and a garden that gets the evening sun.</p>`,
    ),
  ),
  unseen(
    'https://immo-garonne.example/annonce/a-77',
    { 'loyer:number': 790, 'surface:number': 46, 'pièces:integer': 2, ville: 'Bordeaux', dpe: 'C' },
    page(
      'fr',
      'Appartement 2 pièces',
      '',
      `<h1>Appartement 2 pièces à Bordeaux</h1><div class="specs">
<div><span class="l">Loyer</span><span class="v">790 €</span></div>
<div><span class="l">Surface</span><span class="v">46 m²</span></div>
<div><span class="l">Pièces</span><span class="v">2</span></div>
<div><span class="l">Ville</span><span class="v">Bordeaux</span></div>
<div><span class="l">DPE</span><span class="v">C</span></div></div>`,
    ),
  ),
  unseen(
    'https://grainsort.example/releases/2.8.0',
    { name: 'Grainsort', version: '2.8.0', 'release_date:date': '2026-10-14', license: 'Apache-2.0' },
    page(
      'en',
      'Grainsort 2.8.0',
      jsonLd(
        '"@type":"SoftwareApplication","name":"Grainsort","softwareVersion":"2.8.0",' +
          '"datePublished":"2026-10-14","license":"Apache-2.0"',
      ),
      `<h1>Grainsort 2.8.0</h1><p>Released on 14 October 2026.</p><ul><li>Sorts twice as fast.</li></ul>`,
    ),
  ),
  unseen(
    'https://pilz-editor.example/download',
    { version: '4.1.2', größe: '38 MB', lizenz: 'GPLv3', 'veröffentlicht:date': '2026-08-30' },
    page(
      'de',
      'Download – Pilz-Editor',
      '',
      `<h1>Pilz-Editor herunterladen</h1><p><b>Version:</b> 4.1.2<br><b>Größe:</b> 38 MB<br><b>Lizenz:</b> GPLv3<br>
<b>Veröffentlicht:</b> 30.08.2026</p><p><a href="/pilz.zip">Jetzt herunterladen</a></p>`,
    ),
  ),
  unseen(
    'https://pharmaleaf.example/m/solvexin',
    {
      name: 'Solvexin 200 mg tablets',
      active_ingredient: 'solvexin hydrochloride',
      manufacturer: 'Marlow Labs',
      dosage_form: 'Tablet',
      'prescription_required:boolean': true,
    },
    page(
      'en',
      'Solvexin 200 mg tablets - Pharmaleaf',
      '',
      `<h1>Solvexin 200 mg tablets</h1><table><tr><th>Active ingredient</th><td>solvexin hydrochloride</td></tr>
<tr><th>Manufacturer</th><td>Marlow Labs</td></tr><tr><th>Dosage form</th><td>Tablet</td></tr>
<tr><th>Prescription required</th><td>Yes</td></tr></table>`,
    ),
  ),
  unseen(
    'https://botica-sol.example/medicamentos/calmarin',
    {
      nombre: 'Calmarín',
      principio_activo: 'Ibuprofeno',
      laboratorio: 'Vega Pharma',
      presentación: '20 comprimidos',
    },
    page(
      'es',
      'Calmarín | Botica Sol',
      '',
      `<h1>Calmarín</h1><dl><dt>Principio activo</dt><dd>Ibuprofeno</dd><dt>Laboratorio</dt><dd>Vega Pharma</dd>
<dt>Presentación</dt><dd>20 comprimidos</dd></dl><p>Lea el prospecto.</p>`,
    ),
  ),
  unseen(
    'https://comb-and-hive.example/honey/lime',
    { name: 'Lime blossom honey', 'price:number': 7.25, description: 'Pale, with a cool finish.' },
    page(
      'en',
      'Lime blossom honey',
      `<meta name="description" content="Pale, with a cool finish."><meta property="og:title"
content="Lime blossom honey"><meta property="product:price:amount" content="7.25">
<meta property="product:price:currency" content="GBP">`,
      '<h1>Lime blossom honey</h1><p>Only in July.</p>',
    ),
  ),
];
