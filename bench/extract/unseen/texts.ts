import { unseen, type UnseenPage } from './unseen-page.ts';

/** Ordinary pages of articles and recipes. */
export const writings: readonly UnseenPage[] = [
  unseen(
    'https://tidewater-post.example/2026/11/ferry-line-returns',
    {
      title: 'The night ferry returns after nine years',
      author: 'Colm Brady',
      'published_date:date': '2026-11-12',
      description: 'The first sailing left the east quay on Wednesday with forty passengers.',
      section: 'Travel',
      language: 'en',
    },
    `<!doctype html><html lang="en"><head><title>The night ferry returns after nine years - Tidewater Post</title>
<meta name="author" content="Colm Brady"><meta property="article:published_time" content="2026-11-12T06:30:00Z">
<meta name="description" content="The first sailing left the east quay on Wednesday with forty passengers.">
<meta property="article:section" content="Travel"><meta property="og:title" content="The night ferry returns after
nine years">
<meta property="og:site_name" content="Tidewater Post"></head><body><article><h1>The night ferry returns after nine
years</h1>
<p>The first sailing left the east quay on Wednesday. Forty people stood at the rail, and a band played badly.</p>
<p>Nine years ago the line was closed because nobody would pay for the pier. The pier has since been mended.</p>
</article></body></html>`,
  ),
  unseen(
    'https://smallgarden.example/blog/pruning-late',
    { title: 'Why I prune late', author: 'Ruth Okafor', 'date:date': '2026-02-21' },
    `<!doctype html><html lang="en"><head><title>Why I prune late | Small Garden</title></head><body><main><article>
<header><h1 class="entry-title">Why I prune late</h1><p class="byline">By <a rel="author" href="/about">Ruth
Okafor</a> on
<time class="entry-date published" datetime="2026-02-21">February 21, 2026</time></p></header>
<p>Every book says January. My roses have not read those books, and neither has the frost in our valley.</p>
<p>I wait until the forsythia blooms, and then I take the saw. It has worked for eleven years.</p></article></main>
</body></html>`,
  ),
  unseen(
    'https://courrier-des-monts.example/article/pont-rouvert',
    {
      titre: 'Le pont de Sarrans est rouvert',
      auteur: 'Luc Tessier',
      'date_de_publication:date': '2026-10-30',
      langue: 'fr',
    },
    `<!doctype html><html lang="fr"><head><title>Le pont de Sarrans est rouvert | Courrier des Monts</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle",
"headline":"Le pont de Sarrans est rouvert","author":[{"@type":"Person","name":"Luc Tessier"}],
"datePublished":"2026-10-30T18:02:00+01:00","inLanguage":"fr"}</script></head><body><article>
<h1>Le pont de Sarrans est rouvert</h1><p>Après deux ans de travaux, les voitures passent de nouveau sur le pont.</p>
</article></body></html>`,
  ),
  unseen(
    'https://talbote.example/lokales/schule-neubau',
    { Titel: 'Neue Schule wächst schneller als gedacht', Autor: 'Jonas Wirth', 'Datum:date': '2026-09-08' },
    `<!doctype html><html lang="de"><head><title>Neue Schule wächst schneller als gedacht - Talbote</title></head><body>
<article><h1>Neue Schule wächst schneller als gedacht</h1><div class="article-meta"><span class="author">Von Jonas
Wirth</span>
<span class="date">8. September 2026</span></div><p>Die Bauleute sind sechs Wochen vor dem Plan. Das liegt am
trockenen Sommer.</p>
<p>Im nächsten Jahr sollen hier zweihundert Kinder lernen, sagt die Bürgermeisterin.</p></article></body></html>`,
  ),
  unseen(
    'https://notas.example/reloj-de-sol',
    { título: 'Cómo leer un reloj de sol', autor: 'Inés Prado', 'fecha:date': '2026-06-01' },
    `<!doctype html><html lang="es"><head><title>Cómo leer un reloj de sol</title><meta name="author" content="Inés
Prado">
<meta property="article:published_time" content="2026-06-01"></head><body><h1>Cómo leer un reloj de sol</h1>
<p>La sombra no miente, pero hay que saber en qué época del año se mira. Por eso los buenos relojes llevan una
tabla.</p></body></html>`,
  ),
  unseen(
    'https://hibino-kiroku.example/entry/kasa',
    { タイトル: '傘の直し方', 著者: '中村 さくら', '公開日:date': '2026-05-14' },
    `<!doctype html><html lang="ja"><head><title>傘の直し方 | 日々の記録</title></head><body><article><h1>傘の直し方</h1>
<p>著者：中村 さくら</p><p>公開日：2026年5月14日</p><p>骨が一本折れただけなら、自分で直せます。必要なのは針金とペンチだけです。</p>
</article></body></html>`,
  ),
  unseen(
    'https://oldmill-bakes.example/recipes/seed-cake',
    {
      name: 'Caraway seed cake',
      prep_time: '20 minutes',
      cook_time: '50 minutes',
      'servings:integer': 8,
      'ingredients:list[string]': [
        '200 g butter',
        '200 g sugar',
        '4 eggs',
        '250 g flour',
        '2 tsp caraway seeds',
      ],
    },
    `<!doctype html><html lang="en"><head><title>Caraway seed cake - Old Mill Bakes</title></head><body><h1>Caraway
seed cake</h1>
<div class="wprm-recipe-container"><h2 class="wprm-recipe-name">Caraway seed cake</h2>
<div class="wprm-block"><span class="wprm-label">Prep Time:</span> <span>20</span> <span>minutes</span></div>
<div class="wprm-block"><span class="wprm-label">Cook Time:</span> <span>50</span> <span>minutes</span></div>
<div class="wprm-block"><span class="wprm-label">Servings:</span> <span>8</span></div>
<h3>Ingredients</h3><ul><li>200 g butter</li><li>200 g sugar</li><li>4 eggs</li><li>250 g flour</li>
<li>2 tsp caraway seeds</li></ul><h3>Instructions</h3><ol><li>Beat butter and sugar.</li><li>Add the rest and
bake.</li></ol>
</div></body></html>`,
  ),
  unseen(
    'https://cuisine-de-lea.example/soupe-potiron',
    {
      nom: 'Soupe de potiron',
      temps_de_préparation: '15 min',
      temps_de_cuisson: '30 min',
      'ingrédients:list[string]': ['1 kg de potiron', '2 oignons', '20 cl de crème'],
      auteur: 'Léa',
    },
    `<!doctype html><html lang="fr"><head><title>Soupe de potiron</title></head><body><div itemscope
itemtype="https://schema.org/Recipe"><h1 itemprop="name">Soupe de potiron</h1><p>Par <span
itemprop="author">Léa</span></p>
<p>Préparation : <time itemprop="prepTime" datetime="PT15M">15 min</time></p>
<p>Cuisson : <time itemprop="cookTime" datetime="PT30M">30 min</time></p><ul>
<li itemprop="recipeIngredient">1 kg de potiron</li><li itemprop="recipeIngredient">2 oignons</li>
<li itemprop="recipeIngredient">20 cl de crème</li></ul></div></body></html>`,
  ),
  unseen(
    'https://backstube.example/rezepte/zimtschnecken',
    {
      Rezept: 'Zimtschnecken',
      Schwierigkeit: 'mittel',
      Arbeitszeit: '40 Minuten',
      'Portionen:integer': 12,
      'kcal:integer': 310,
    },
    `<!doctype html><html lang="de"><head><title>Zimtschnecken - Backstube</title></head><body><h1>Zimtschnecken</h1>
<table><tr><td>Rezept</td><td>Zimtschnecken</td></tr><tr><td>Schwierigkeit</td><td>mittel</td></tr>
<tr><td>Arbeitszeit</td><td>40 Minuten</td></tr><tr><td>Portionen</td><td>12</td></tr><tr><td>kcal</td><td>310</td>
</tr></table>
<p>Der Teig darf über Nacht gehen.</p></body></html>`,
  ),
];
