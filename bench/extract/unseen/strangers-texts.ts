import { unseen, type UnseenPage } from './unseen-page.ts';
import { jsonLd, wholePage as page } from './whole-page.ts';

/** Recipes, articles, books, films, notices and tenders, by the author of `strangers-goods.ts`. */
export const strangersTexts: readonly UnseenPage[] = [
  unseen(
    'https://ofenwarm.example/rezepte/zwiebelkuchen',
    {
      titel: 'Zwiebelkuchen',
      zubereitungszeit: '50 Minuten',
      'portionen:integer': 8,
      'zutaten:list[string]': ['1 kg Zwiebeln', '200 g Speck', '3 Eier'],
    },
    page(
      'de',
      'Zwiebelkuchen | Ofenwarm',
      '',
      `<h1>Zwiebelkuchen</h1><p>Zubereitungszeit: 50 Minuten</p><p>Portionen: 8</p><h2>Zutaten</h2><ul>
<li>1 kg Zwiebeln</li><li>200 g Speck</li><li>3 Eier</li></ul><h2>So geht's</h2><p>Zwiebeln schneiden.</p>`,
    ),
  ),
  unseen(
    'https://cuisine-vive.example/tarte-poireaux',
    {
      nom: 'Tarte aux poireaux',
      auteur: 'Lise Morvan',
      temps_de_cuisson: '35 min',
      'ingrédients:list[string]': ['4 poireaux', '1 pâte brisée', '20 cl de crème'],
    },
    page(
      'fr',
      'Tarte aux poireaux',
      jsonLd(
        '"@type":"Recipe","name":"Tarte aux poireaux","author":{"@type":"Person","name":"Lise Morvan"},' +
          '"recipeIngredient":["4 poireaux","1 pâte brisée","20 cl de crème"]',
      ),
      '<h1>Tarte aux poireaux</h1><p>Temps de cuisson : 35 min</p><p>Faites revenir les poireaux.</p>',
    ),
  ),
  unseen(
    'https://masa-y-sal.example/pan-de-maiz',
    { título: 'Pan de maíz', raciones: '6', dificultad: 'Fácil', tiempo_total: '1 h 10 min' },
    page(
      'es',
      'Pan de maíz - Masa y Sal',
      '',
      `<h1>Pan de maíz</h1><ul class="datos"><li>Raciones: 6</li><li>Dificultad: Fácil</li>
<li>Tiempo total: 1 h 10 min</li></ul><p>Mezcla la harina con la leche.</p>`,
    ),
  ),
  unseen(
    'https://thetidewatch.example/2026/11/ferry-strike',
    { headline: 'Ferry crews vote to strike', author: 'Maureen Oakes', 'date_published:date': '2026-11-03' },
    page(
      'en',
      'Ferry crews vote to strike - The Tidewatch',
      '<meta property="og:type" content="article">',
      `<article><h1>Ferry crews vote to strike</h1><p class="byline">By Maureen Oakes</p><p><time
datetime="2026-11-03T06:40:00Z">3 November 2026</time></p><p>Crews on the island route voted on Monday to stop work
for two days next month, the union said. The company had offered three per cent.</p></article>`,
    ),
  ),
  unseen(
    'https://regioblatt.example/kultur/orgel',
    {
      überschrift: 'Die Orgel klingt wieder',
      autor: 'Jens Mahlke',
      'datum:date': '2026-09-12',
      rubrik: 'Kultur',
    },
    page(
      'de',
      'Die Orgel klingt wieder | Regioblatt',
      jsonLd(
        '"@type":"NewsArticle","headline":"Die Orgel klingt wieder","author":[{"@type":"Person",' +
          '"name":"Jens Mahlke"}],"datePublished":"2026-09-12T09:00:00+02:00","articleSection":"Kultur"',
      ),
      `<h1>Die Orgel klingt wieder</h1><p>Nach drei Jahren in der Werkstatt ist das Instrument zurück in der
Kirche. Am Sonntag spielt es zum ersten Mal.</p>`,
    ),
  ),
  unseen(
    'https://presse-des-monts.example/eau',
    { titre: "L'eau revient au hameau", auteur: 'Bruno Salvi', 'date:date': '2026-06-21' },
    page(
      'fr',
      "L'eau revient au hameau",
      '<meta name="author" content="Bruno Salvi"><meta name="date" content="2026-06-21">',
      `<h1>L'eau revient au hameau</h1><p>Les habitants ont attendu quatre semaines. La pompe neuve tourne depuis
mardi, et la mairie promet une seconde citerne.</p>`,
    ),
  ),
  unseen(
    'https://kumo-news.example/a/5150',
    { 見出し: '港の灯台に光が戻る', 記者: '森田 葵', '公開日:date': '2026-05-18' },
    page(
      'ja',
      '港の灯台に光が戻る｜くもニュース',
      '',
      `<article><h1>港の灯台に光が戻る</h1><p>記者：森田 葵</p><p>公開日：2026年5月18日</p>
<p>台風で壊れた灯台の修理が終わり、十八日の夜に明かりがともった。</p></article>`,
    ),
  ),
  unseen(
    'https://quillpost.example/b/the-glass-orchard',
    {
      title: 'The Glass Orchard',
      author: 'Nadia Brook',
      publisher: 'Farrow & Lisle',
      'pages:integer': 344,
      isbn: '9781861972712',
    },
    page(
      'en',
      'The Glass Orchard | Quillpost',
      jsonLd(
        '"@type":"Book","name":"The Glass Orchard","author":{"@type":"Person","name":"Nadia Brook"},' +
          '"publisher":{"@type":"Organization","name":"Farrow & Lisle"},"numberOfPages":344,"isbn":"9781861972712"',
      ),
      '<h1>The Glass Orchard</h1><p>by Nadia Brook</p>',
    ),
  ),
  unseen(
    'https://bokusho.example/book/112',
    { 書名: '雨の図書館', 著者: '高瀬 由紀', 出版社: '銀河書房', 'ページ数:integer': 256 },
    page(
      'ja',
      '雨の図書館',
      '',
      `<h1>雨の図書館</h1><table><tr><th>著者</th><td>高瀬 由紀</td></tr><tr><th>出版社</th><td>銀河書房</td></tr>
<tr><th>ページ数</th><td>256ページ</td></tr></table>`,
    ),
  ),
  unseen(
    'https://lesesaal.example/katalog/7781',
    {
      titel: 'Moorwege',
      verfasser: 'Gesa Thamm',
      'jahr:integer': 2019,
      signatur: 'Hb 4411',
      verlag: 'Reetverlag',
    },
    page(
      'de',
      'Moorwege – Katalog der Stadtbibliothek',
      '',
      `<h1>Moorwege</h1><dl><dt>Verfasser</dt><dd>Gesa Thamm</dd><dt>Jahr</dt><dd>2019</dd><dt>Signatur</dt>
<dd>Hb 4411</dd><dt>Verlag</dt><dd>Reetverlag</dd></dl>`,
    ),
  ),
  unseen(
    'https://cine-alba.example/ficha/la-orilla',
    {
      título: 'La orilla',
      director: 'Marta Ruano',
      'año:integer': 2024,
      duración: '112 min',
      género: 'Drama',
    },
    page(
      'es',
      'La orilla | Cine Alba',
      '',
      `<h1>La orilla</h1><table><tr><td>Director</td><td>Marta Ruano</td></tr><tr><td>Año</td><td>2024</td></tr>
<tr><td>Duración</td><td>112 min</td></tr><tr><td>Género</td><td>Drama</td></tr></table>`,
    ),
  ),
  unseen(
    'https://reelhouse.example/f/low-tide',
    { title: 'Low Tide', director: 'Ingmar Foss', 'year:integer': 2021, 'rating:number': 7.8 },
    page(
      'en',
      'Low Tide (2021) - Reelhouse',
      '',
      `<div itemscope itemtype="https://schema.org/Movie"><h1 itemprop="name">Low Tide</h1><p>Directed by
<span itemprop="director">Ingmar Foss</span>, <span itemprop="dateCreated">2021</span></p><div
itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating"><b itemprop="ratingValue">7.8</b>/<i
itemprop="bestRating">10</i></div></div>`,
    ),
  ),
  unseen(
    'https://council.marrow.example/notices/24-118',
    {
      reference: '24/118',
      'date:date': '2026-10-09',
      applicant: 'Mr T. Gledhill',
      location: 'Old Dairy, Marrow',
      status: 'Pending',
    },
    page(
      'en',
      'Planning notice 24/118',
      '',
      `<h1>Planning notice</h1><p>Reference: 24/118</p><p>Date: 9 October 2026</p><p>Applicant: Mr T. Gledhill</p>
<p>Location: Old Dairy, Marrow</p><p>Status: Pending</p><p>Comments are welcome at the town hall.</p>`,
    ),
  ),
  unseen(
    'https://vergabe.example/ausschreibung/551',
    {
      auftraggeber: 'Stadtwerke Emsau',
      'frist:date': '2027-01-15',
      vergabenummer: 'EM-2026-551',
      'auftragswert:number': 240000,
    },
    page(
      'de',
      'Ausschreibung EM-2026-551',
      '',
      `<h1>Erneuerung der Pumpen</h1><table><tr><th>Auftraggeber</th><td>Stadtwerke Emsau</td></tr>
<tr><th>Frist</th><td>15.01.2027</td></tr><tr><th>Vergabenummer</th><td>EM-2026-551</td></tr>
<tr><th>Auftragswert</th><td>240.000 €</td></tr></table>`,
    ),
  ),
  unseen(
    'https://marches-publics.example/avis/88',
    {
      acheteur: 'Commune de Saint-Rive',
      'date_limite:date': '2026-12-18',
      référence: 'SR-88',
      lieu: 'Saint-Rive',
    },
    page(
      'fr',
      'Avis de marché SR-88',
      '',
      `<h1>Avis de marché</h1><ul><li>Acheteur : Commune de Saint-Rive</li><li>Date limite : 18 décembre 2026</li>
<li>Référence : SR-88</li><li>Lieu : Saint-Rive</li></ul>`,
    ),
  ),
];
