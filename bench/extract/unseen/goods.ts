import { unseen, type UnseenPage } from './unseen-page.ts';

/** Ordinary pages of shops and of what can be bought or rented. */
export const goods: readonly UnseenPage[] = [
  unseen(
    'https://harbour-supply.example/products/canvas-tote',
    {
      name: 'Canvas Tote',
      'price:number': 48,
      vendor: 'Harbour Supply',
      'in_stock:boolean': true,
      sku: 'HS-TOTE-01',
    },
    `<!doctype html><html lang="en"><head><title>Canvas Tote – Harbour Supply</title>
<meta property="og:site_name" content="Harbour Supply"><meta property="og:type" content="product">
<meta property="og:title" content="Canvas Tote"><meta property="product:price:amount" content="48.00">
<meta property="product:price:currency" content="USD"></head><body>
<div class="announcement-bar">Free shipping over $75</div>
<header><a href="/">Harbour Supply</a><nav><a href="/collections/bags">Bags</a><a href="/cart">Cart
(0)</a></nav></header>
<main><div class="product__media"><img src="/cdn/tote.jpg" alt="Canvas Tote in natural"></div>
<div class="product__info"><p class="product__vendor">Vendor: Harbour Supply</p><h1>Canvas Tote</h1>
<div class="price"><span class="visually-hidden">Regular price</span><span class="price-item">$48.00</span></div>
<p class="product__sku"><span>SKU:</span> HS-TOTE-01</p>
<form action="/cart/add"><button type="submit" name="add">Add to cart</button></form>
<div class="product__description"><p>Twelve-ounce canvas, cut and sewn in our harbour workshop. Washes well.</p></div>
</div></main><footer><p>© 2026 Harbour Supply</p></footer></body></html>`,
  ),
  unseen(
    'https://lichthaus.example/produkt/tischlampe-elmo',
    {
      name: 'Tischlampe „Elmo“',
      'price:number': 69,
      sku: 'WC-4471',
      category: 'Tischlampen',
      'in_stock:boolean': true,
      brand: null,
    },
    `<!doctype html><html lang="de-DE"><head><title>Tischlampe „Elmo“ – Lichthaus</title></head>
<body class="single-product woocommerce"><header><p>Lichthaus</p><nav><ul><li><a href="/shop">Shop</a></li></ul>
</nav></header>
<main><div class="product type-product instock sale"><span class="onsale">Angebot!</span>
<div class="summary entry-summary"><h1 class="product_title entry-title">Tischlampe „Elmo“</h1>
<p class="price"><del aria-hidden="true"><span class="woocommerce-Price-amount
amount"><bdi>89,00&nbsp;€</bdi></span></del>
<ins><span class="woocommerce-Price-amount amount"><bdi>69,00&nbsp;€</bdi></span></ins></p>
<p class="stock in-stock">12 vorrätig</p><form class="cart"><button type="submit">In den Warenkorb</button></form>
<div class="product_meta"><span class="sku_wrapper">Artikelnummer: <span class="sku">WC-4471</span></span>
<span class="posted_in">Kategorie: <a href="/kat/tischlampen" rel="tag">Tischlampen</a></span></div></div>
<section class="tabs"><h2>Beschreibung</h2><p>Schirm aus Leinen, Fuß aus geölter Eiche. Mit Textilkabel.</p></section>
</div></main><footer>Alle Preise inkl. MwSt.</footer></body></html>`,
  ),
  unseen(
    'https://librairie-du-quai.example/livre/9782070000012',
    {
      title: 'La Dernière Écluse',
      author: 'Hélène Marchand',
      publisher: 'Éditions du Canal',
      isbn: '9782070000012',
      'pages:integer': 312,
      'price:number': 21.5,
    },
    `<!doctype html><html lang="fr"><head><title>La Dernière Écluse - Librairie du Quai</title></head><body>
<div id="top"><a href="/">Librairie du Quai</a> <a href="/panier">Panier</a></div>
<div id="fiche"><h1>La Dernière Écluse</h1>
<div class="carac"><span class="lib">Auteur</span><span class="val">Hélène Marchand</span></div>
<div class="carac"><span class="lib">Éditeur</span><span class="val">Éditions du Canal</span></div>
<div class="carac"><span class="lib">ISBN</span><span class="val">9782070000012</span></div>
<div class="carac"><span class="lib">Nombre de pages</span><span class="val">312</span></div>
<div class="carac"><span class="lib">Prix</span><span class="val">21,50 €</span></div>
<p class="resume">Une éclusière attend un bateau qui ne vient pas. Premier roman de l'auteure, couronné à Nantes.</p>
</div>
<div id="bas">Mentions légales</div></body></html>`,
  ),
  unseen(
    'https://ferreteria-luna.example/taladro-percutor-750',
    {
      name: 'Taladro percutor 750 W',
      brand: 'Bravor',
      model: 'TP-750',
      'weight_kg:number': 2.1,
      'price:number': 64.95,
      warranty: '3 años',
    },
    `<!doctype html><html lang="es"><head><title>Taladro percutor 750 W | Ferretería Luna</title></head><body>
<main id="maincontent"><h1 class="page-title">Taladro percutor 750 W</h1>
<div class="price-box"><span class="price-label">Precio</span> <span class="price">64,95 €</span></div>
<table class="data table additional-attributes"><caption>Más información</caption><tbody>
<tr><th class="col label" scope="row">Marca</th><td class="col data">Bravor</td></tr>
<tr><th class="col label" scope="row">Modelo</th><td class="col data">TP-750</td></tr>
<tr><th class="col label" scope="row">Peso</th><td class="col data">2,1 kg</td></tr>
<tr><th class="col label" scope="row">Garantía</th><td class="col data">3 años</td></tr></tbody></table>
<p>Con maletín y juego de brocas para pared.</p></main></body></html>`,
  ),
  unseen(
    'https://mori-bunguya.example/item/fude-12',
    { 商品名: '竹軸の筆 12号', 'price:integer': 3300, sku: 'FD-12', brand: '森文具屋', 素材: '竹・馬毛' },
    `<!doctype html><html lang="ja"><head><title>竹軸の筆 12号｜森文具屋</title></head><body><main>
<h1>竹軸の筆 12号</h1><table><tr><th>商品名</th><td>竹軸の筆 12号</td></tr><tr><th>価格</th><td>3,300円（税込）</td></tr>
<tr><th>商品番号</th><td>FD-12</td></tr><tr><th>メーカー</th><td>森文具屋</td></tr><tr><th>素材</th><td>竹・馬毛</td></tr></table>
<p>職人が一本ずつ仕上げた、書きやすい筆です。</p></main></body></html>`,
  ),
  unseen(
    'https://kitchenworks.example/p/cast-iron-pan-26',
    {
      product_name: 'Cast Iron Pan 26 cm',
      'price:number': 59.9,
      currency: 'GBP',
      brand: 'Kitchenworks',
      'rating:number': 4.7,
      'review_count:integer': 214,
      availability: 'InStock',
    },
    `<!doctype html><html lang="en-GB"><head><title>Cast Iron Pan 26 cm</title></head><body>
<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Cast Iron Pan 26 cm</h1>
<span itemprop="brand" itemscope itemtype="http://schema.org/Brand"><span itemprop="name">Kitchenworks</span></span>
<div itemprop="aggregateRating" itemscope itemtype="http://schema.org/AggregateRating">
Rated <span itemprop="ratingValue">4.7</span>/5 by <span itemprop="reviewCount">214</span> customers</div>
<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="priceCurrency" content="GBP">
£<span itemprop="price" content="59.90">59.90</span><link itemprop="availability" href="http://schema.org/InStock">In
stock</div>
<p itemprop="description">Seasoned by hand, for gas, induction and open fire.</p></div></body></html>`,
  ),
  unseen(
    'https://oakandvale.example/homes/14-mill-lane',
    {
      address: '14 Mill Lane, Ashford',
      'price:number': 425000,
      'bedrooms:integer': 3,
      'bathrooms:integer': 2,
      tenure: 'Freehold',
      council_tax_band: 'D',
    },
    `<!doctype html><html lang="en"><head><title>3 bedroom house for sale - 14 Mill Lane | Oak & Vale</title></head>
<body>
<header>Oak & Vale Estate Agents</header><main><h1>14 Mill Lane, Ashford</h1>
<ul class="key-facts"><li><span>Price</span> <strong>£425,000</strong></li><li><span>Address</span>
<strong>14 Mill Lane, Ashford</strong></li><li><span>Bedrooms</span> <strong>3</strong></li>
<li><span>Bathrooms</span> <strong>2</strong></li><li><span>Tenure</span> <strong>Freehold</strong></li>
<li><span>Council tax band</span> <strong>D</strong></li></ul>
<p>A light and well kept house near the river, with a south-facing garden and a shed.</p></main></body></html>`,
  ),
  unseen(
    'https://wohnen-nord.example/expose/88231',
    {
      Kaltmiete: '780 €',
      'rooms:number': 2.5,
      Wohnfläche: '64 m²',
      Baujahr: '1998',
      Objektnummer: '88231',
      Heizungsart: 'Fernwärme',
    },
    `<!doctype html><html lang="de"><head><title>2,5-Zimmer-Wohnung in Kiel | Wohnen Nord</title></head><body>
<h1>Helle 2,5-Zimmer-Wohnung mit Balkon</h1><dl class="expose"><dt>Objektnummer</dt><dd>88231</dd><dt>Kaltmiete</dt>
<dd>780 €</dd><dt>Zimmer</dt><dd>2,5</dd><dt>Wohnfläche</dt><dd>64 m²</dd><dt>Baujahr</dt><dd>1998</dd>
<dt>Heizungsart</dt><dd>Fernwärme</dd></dl><p>Die Wohnung liegt im dritten Stock eines gepflegten Hauses.</p>
</body></html>`,
  ),
  unseen(
    'https://velo-ausee.example/gravel-3',
    {
      name: 'Gravelrad Ausee 3',
      'price:number': 1899,
      'model_year:integer': 2026,
      Rahmenmaterial: 'Aluminium',
      'gears:integer': 12,
      'weight_kg:number': 9.8,
    },
    `<!doctype html><html lang="de-AT"><head><title>Gravelrad Ausee 3 – Velo Ausee</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Gravelrad Ausee 3",
"offers":{"@type":"Offer","price":"1899.00","priceCurrency":"EUR"}}</script></head><body><h1>Gravelrad Ausee 3</h1>
<p class="preis">€ 1.899,–</p><h2>Technische Daten</h2><table><tr><td>Modelljahr</td><td>2026</td></tr>
<tr><td>Rahmenmaterial</td><td>Aluminium</td></tr><tr><td>Gänge</td><td>12</td></tr><tr><td>Gewicht</td><td>9,8
kg</td></tr>
</table></body></html>`,
  ),
  unseen(
    'https://secondround.example/listing/5521',
    {
      title: 'Upright piano, walnut',
      'price:number': 650,
      condition: 'Used - good',
      location: 'Leeds',
      seller: 'marta_k',
    },
    `<!doctype html><html lang="en"><head><title>Upright piano, walnut - SecondRound</title>
<meta property="og:title" content="Upright piano, walnut"></head><body><main><h1>Upright piano, walnut</h1>
<div class="price-tag">£650</div><div class="attrs"><p><b>Condition:</b> Used - good</p><p><b>Location:</b> Leeds</p>
<p><b>Seller:</b> marta_k</p></div><p>Tuned last spring. Collection only, ground floor, two people needed.</p></main>
</body></html>`,
  ),
  unseen(
    'https://autohaus-feld.example/fahrzeuge/golf-8',
    {
      Erstzulassung: '03/2021',
      'mileage_km:integer': 48200,
      Kraftstoff: 'Benzin',
      'price:number': 19450,
      Getriebe: 'Schaltgetriebe',
      Farbe: 'Blau metallic',
    },
    `<!doctype html><html lang="de"><head><title>Golf 8 1.5 TSI</title></head><body><h1>Golf 8 1.5 TSI</h1>
<div class="row"><div class="label">Preis</div><div class="value">19.450 €</div></div>
<div class="row"><div class="label">Erstzulassung</div><div class="value">03/2021</div></div>
<div class="row"><div class="label">Kilometerstand</div><div class="value">48.200 km</div></div>
<div class="row"><div class="label">Kraftstoff</div><div class="value">Benzin</div></div>
<div class="row"><div class="label">Getriebe</div><div class="value">Schaltgetriebe</div></div>
<div class="row"><div class="label">Farbe</div><div class="value">Blau metallic</div></div></body></html>`,
  ),
  unseen(
    'https://hotel-miramar.example/habitaciones/doble',
    {
      name: 'Habitación doble con vistas al mar',
      'price:number': 118,
      Capacidad: '2 personas',
      Superficie: '24 m²',
    },
    `<!doctype html><html lang="es"><head><title>Habitación doble con vistas al mar - Hotel Miramar</title>
<meta property="og:title" content="Habitación doble con vistas al mar"></head><body>
<h1>Habitación doble con vistas al mar</h1><ul><li>Capacidad: 2 personas</li><li>Superficie: 24 m²</li>
<li>Precio por noche: 118 €</li></ul><p>Con balcón, baño completo y desayuno en la terraza.</p></body></html>`,
  ),
  unseen(
    'https://plantroom.example/monstera',
    {
      name: 'Monstera deliciosa',
      'price:number': 24.5,
      'height_cm:number': 60,
      light: 'Bright, indirect',
      'in_stock:boolean': false,
    },
    `<!doctype html><html lang="en"><head><title>Monstera deliciosa | Plantroom</title></head><body><main>
<h1>Monstera deliciosa</h1><p class="price">€24.50</p><p class="availability">Out of stock</p>
<h3>Care</h3><dl><div><dt>Light</dt><dd>Bright, indirect</dd></div><div><dt>Height</dt><dd>60 cm</dd></div></dl>
<button disabled>Notify me</button></main></body></html>`,
  ),
  unseen(
    'https://vins-du-causse.example/vin/cahors-2022',
    {
      nom: 'Cahors « Les Terrasses » 2022',
      'prix:number': 14.8,
      Cépage: 'Malbec',
      "Degré d'alcool": '13,5 %',
      Appellation: 'AOC Cahors',
      'millésime:integer': 2022,
    },
    `<!doctype html><html lang="fr"><head><title>Cahors « Les Terrasses » 2022 | Vins du Causse</title></head><body>
<h1>Cahors « Les Terrasses » 2022</h1><p><span class="prix-actuel">14,80 €</span> la bouteille</p>
<table class="fiche"><thead><tr><th>Caractéristique</th><th>Valeur</th></tr></thead><tbody>
<tr><td>Appellation</td><td>AOC Cahors</td></tr><tr><td>Millésime</td><td>2022</td></tr><tr><td>Cépage</td>
<td>Malbec</td></tr>
<tr><td>Degré d'alcool</td><td>13,5 %</td></tr></tbody></table></body></html>`,
  ),
];
