import { ask } from './asked-field.ts';
import { dayField, numberField, laterPage, ldScript, textField } from './later-page.ts';
import type { WrittenPage } from './page-in-a-language.ts';

/** Ordinary pages in French, Spanish and Japanese (`later-page.ts`). */
export const laterPagesAbroad: readonly WrittenPage[] = [
  laterPage(
    'recipe-fr',
    'fr',
    'Tarte aux mirabelles',
    `<p>Un dessert de fin d'été, comme on le fait à Nancy.</p>
     <ul><li>Préparation : 25 min</li><li>Cuisson : 40 min</li><li>Portions : 8</li><li>Difficulté : facile</li></ul>
     <h2>Ingrédients</h2><ul><li>800 g de mirabelles</li><li>1 pâte brisée</li><li>60 g de sucre</li></ul>`,
    [
      textField('name', 'Tarte aux mirabelles'),
      textField('difficulty', 'facile'),
      ask('servings', 'integer', 8),
      ask('ingredients', 'list[string]', ['800 g de mirabelles', '1 pâte brisée', '60 g de sucre']),
    ],
    ldScript({
      '@type': 'Recipe',
      name: 'Tarte aux mirabelles',
      recipeYield: '8',
      recipeIngredient: ['800 g de mirabelles', '1 pâte brisée', '60 g de sucre'],
      prepTime: 'PT25M',
      cookTime: 'PT40M',
    }),
  ),
  laterPage(
    'annonce-emploi-fr',
    'fr',
    'Relieur ou relieuse',
    `<table><tbody><tr><td>Employeur</td><td>Atelier du Vieux Port</td></tr><tr><td>Lieu de travail</td>
     <td>Honfleur</td></tr>
     <tr><td>Type de contrat</td><td>CDI</td></tr><tr><td>Date limite</td><td>1er mars 2027</td></tr></tbody></table>
     <p>Vous aimez le papier et le cuir ? Nous aussi.</p>`,
    [
      textField('company', 'Atelier du Vieux Port'),
      textField('location', 'Honfleur'),
      textField('contract_type', 'CDI'),
      dayField('deadline', '2027-03-01'),
    ],
  ),
  laterPage(
    'produit-fr',
    'fr',
    'Lampe de bureau en laiton',
    `<div class="prix">1 249,90 €</div><p>Livraison offerte en France métropolitaine.</p>
     <dl class="caracteristiques"><dt>Marque</dt><dd>Lumière du Nord</dd><dt>Référence</dt><dd>LDN-7</dd>
     <dt>Couleur</dt><dd>laiton brossé</dd><dt>Hauteur</dt><dd>48 cm</dd></dl>`,
    [
      numberField('price', 1249.9),
      textField('brand', 'Lumière du Nord'),
      textField('reference', 'LDN-7'),
      textField('color', 'laiton brossé'),
    ],
  ),
  laterPage(
    'company-ja',
    'ja',
    '会社概要',
    `<table><tr><th>会社名</th><td>株式会社青葉製作所</td></tr><tr><th>設立</th><td>1972年4月1日</td></tr>
     <tr><th>代表者</th><td>代表取締役社長 田中健一</td></tr><tr><th>資本金</th><td>3,000万円</td></tr>
     <tr><th>従業員数</th><td>120名</td></tr><tr><th>所在地</th><td>宮城県仙台市青葉区一番町1-2-3</td></tr>
     <tr><th>電話番号</th><td>022-555-0123</td></tr></table>`,
    [
      textField('company_name', '株式会社青葉製作所'),
      textField('phone', '022-555-0123'),
      dayField('founded', '1972-04-01'),
      textField('address', '宮城県仙台市青葉区一番町1-2-3'),
      ask('employees', 'integer', 120),
    ],
  ),
  laterPage(
    'product-ja',
    'ja',
    '南部鉄器 急須',
    `<p class="price">価格：12,100円（税込）</p><dl><dt>ブランド</dt><dd>岩鋳</dd><dt>商品番号</dt><dd>NT-0465</dd>
     <dt>容量</dt><dd>0.65L</dd><dt>色</dt><dd>黒</dd></dl><p>在庫あり</p>`,
    [
      textField('name', '南部鉄器 急須'),
      numberField('price', 12100),
      textField('brand', '岩鋳'),
      textField('sku', 'NT-0465'),
      textField('color', '黒'),
    ],
  ),
  laterPage(
    'event-ja',
    'ja',
    '秋の古本市',
    `<ul><li>開催日：2026年10月18日</li><li>会場：中央公園</li><li>主催：古書組合</li><li>入場料：無料</li></ul>`,
    [
      textField('name', '秋の古本市'),
      dayField('start_date', '2026-10-18'),
      textField('venue', '中央公園'),
      textField('organizer', '古書組合'),
    ],
  ),
  laterPage(
    'inmueble-es',
    'es',
    'Piso en la calle del Olmo',
    `<div class="precio">Precio: 285.000 €</div><ul><li>Superficie: 92 m²</li><li>Habitaciones: 3</li>
     <li>Baños: 2</li>
     <li>Referencia: OL-118</li></ul><p>Luminoso y tranquilo, a dos pasos del mercado.</p>`,
    [
      numberField('price', 285000),
      ask('bedrooms', 'integer', 3),
      ask('bathrooms', 'integer', 2),
      textField('reference', 'OL-118'),
    ],
  ),
  laterPage(
    'contacto-es',
    'es',
    'Contacto',
    `<p><strong>Teléfono:</strong> <a href="tel:+34955550134">955 55 01 34</a></p>
     <p><strong>Correo electrónico:</strong> <a href="mailto:hola@bench.example">hola@bench.example</a></p>
     <p><strong>Dirección:</strong> Calle de la Feria 21, 41003 Sevilla</p>
     <p><strong>Horario:</strong> lunes a viernes, de 9:00 a 14:00</p>`,
    [
      textField('phone', '955 55 01 34'),
      textField('email', 'hola@bench.example'),
      textField('address', 'Calle de la Feria 21, 41003 Sevilla'),
      textField('opening_hours', 'lunes a viernes, de 9:00 a 14:00'),
    ],
  ),
  laterPage(
    'libro-es',
    'es',
    'La casa de las mareas',
    `<table><tr><th>Autora</th><td>Inés Robledo</td></tr><tr><th>Editorial</th><td>Nocturna</td></tr>
     <tr><th>Páginas</th><td>312</td></tr><tr><th>ISBN</th><td>978-84-123456-7-9</td></tr><tr><th>Precio</th>
     <td>19,90 €</td></tr></table>`,
    [
      textField('title', 'La casa de las mareas'),
      textField('author', 'Inés Robledo'),
      textField('publisher', 'Nocturna'),
      textField('isbn', '978-84-123456-7-9'),
      numberField('price', 19.9),
      ask('pages', 'integer', 312),
    ],
  ),
  laterPage(
    'film-fr',
    'fr',
    'La Dernière Écluse',
    `<table class="infobox"><tr><th>Réalisation</th><td>Claire Monnet</td></tr><tr><th>Durée</th>
     <td>97 minutes</td></tr>
     <tr><th>Sortie</th><td>14 octobre 2026</td></tr><tr><th>Pays</th><td>France</td></tr></table>`,
    [
      textField('title', 'La Dernière Écluse'),
      textField('director', 'Claire Monnet'),
      ask('duration_minutes', 'integer', 97),
      dayField('release_date', '2026-10-14'),
    ],
  ),
  laterPage(
    'receta-es',
    'es',
    'Gazpacho de remolacha',
    `<p>Tiempo de preparación: 15 minutos · Raciones: 4 · Dificultad: fácil</p><h2>Ingredientes</h2>
     <ul><li>500 g de remolacha</li><li>1 pepino</li></ul>`,
    [
      textField('name', 'Gazpacho de remolacha'),
      ask('servings', 'integer', 4),
      textField('difficulty', 'fácil'),
      ask('ingredients', 'list[string]', ['500 g de remolacha', '1 pepino']),
    ],
  ),
  laterPage(
    'job-ja',
    'ja',
    '和菓子職人の募集',
    `<table><tr><th>会社名</th><td>松風堂</td></tr><tr><th>勤務地</th><td>京都市</td></tr><tr><th>雇用形態</th><td>正社員</td></tr>
     <tr><th>応募締切</th><td>2027年2月28日</td></tr></table>`,
    [
      textField('company', '松風堂'),
      textField('location', '京都市'),
      textField('employment_type', '正社員'),
      dayField('application_deadline', '2027-02-28'),
    ],
  ),
];
