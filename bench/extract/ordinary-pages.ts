import { ask, type AskedField } from './asked-field.ts';
import { forms, setRows, type Form, type LabelRow, type WrittenPage } from './page-in-a-language.ts';

/**
 * Ordinary pages of five languages: shops, firms, jobs, events and recipes, each set in several ways. What is asked
 * for and what a person
 * reads there was written down with the page, before anything was run over it. Names of fields are English, as
 * callers write them.
 */

/** A field with the label of each language; `date` fields want ISO 8601. */
interface Column {
  readonly field: string;
  readonly type: 'string' | 'number' | 'integer' | 'date';
  readonly labels: Readonly<Record<string, string>>;
}

const column = (field: string, type: Column['type'], labels: string): Column => {
  const [en = '', de = '', fr = '', es = '', ja = ''] = labels.split(' | ');
  return { field, type, labels: { en, de, fr, es, ja } };
};

const columns: Readonly<Record<string, readonly Column[]>> = {
  product: [
    column('price', 'number', 'Price | Preis | Prix | Precio | 価格'),
    column('brand', 'string', 'Brand | Marke | Marque | Marca | ブランド'),
    column('color', 'string', 'Colour | Farbe | Couleur | Color | 色'),
    column('sku', 'string', 'SKU | Artikelnummer | Référence | Referencia | 商品番号'),
  ],
  firm: [
    column('phone', 'string', 'Telephone | Telefon | Téléphone | Teléfono | 電話番号'),
    column('email', 'string', 'Email | E-Mail | Courriel | Correo electrónico | メールアドレス'),
    column('city', 'string', 'City | Ort | Ville | Ciudad | 市区町村'),
    column('postal_code', 'string', 'Postcode | PLZ | Code postal | Código postal | 郵便番号'),
  ],
  job: [
    column('company', 'string', 'Company | Arbeitgeber | Employeur | Empresa | 会社名'),
    column(
      'employment_type',
      'string',
      'Employment type | Anstellungsart | Type de contrat | Tipo de contrato | 雇用形態',
    ),
    column(
      'application_deadline',
      'date',
      'Closing date | Bewerbungsfrist | Date limite | Fecha límite | 応募締切',
    ),
  ],
  event: [
    column('start_date', 'date', 'Start date | Beginn | Date de début | Fecha de inicio | 開催日'),
    column('venue', 'string', 'Venue | Veranstaltungsort | Lieu | Lugar | 会場'),
    column('organizer', 'string', 'Organiser | Veranstalter | Organisateur | Organizador | 主催'),
  ],
  book: [
    column('author', 'string', 'Author | Autor | Auteur | Autor | 著者'),
    column('publisher', 'string', 'Publisher | Verlag | Éditeur | Editorial | 出版社'),
    column('isbn', 'string', 'ISBN | ISBN | ISBN | ISBN | ISBN'),
    column(
      'pages',
      'integer',
      'Number of pages | Seitenzahl | Nombre de pages | Número de páginas | ページ数',
    ),
    column(
      'published_date',
      'date',
      'Published | Erschienen | Date de publication | Fecha de publicación | 発売日',
    ),
  ],
};

/**
 * Heading, then for each column what the page writes; after ` = ` what a person reads, where that is written
 * otherwise.
 */
type Written = readonly [kind: string, language: string, heading: string, ...values: string[]];

const written: readonly Written[] = [
  ['product', 'en', 'Oak Desk Lamp', '£49.00 = 49', 'Luxo', 'Warm white', 'ODL-100'],
  ['product', 'en', 'Canvas Rucksack', '$1,299.50 = 1299.5', 'Field & Co', 'Olive', 'CR-77'],
  ['product', 'en', 'Steel Kettle', '39.95 EUR = 39.95', 'Boilwell', 'Black', 'K-2201'],
  ['product', 'de', 'Eichenlampe', '49,00 € = 49', 'Leuchtwerk', 'Schwarz', 'EL-4711'],
  ['product', 'de', 'Wanderstiefel', '1.299,00 € = 1299', 'Bergziege', 'Braun', 'WS-88'],
  ['product', 'de', 'Teekanne aus Steingut', 'CHF 79.90 = 79.9', 'Töpferei Aare', 'Blau', '10-334'],
  ['product', 'fr', 'Lampe de chêne', '49,90 € = 49.9', 'Lumière & Fils', 'Noir', 'LC-204'],
  ['product', 'fr', 'Sac de voyage', '1 249,00 € = 1249', 'Bagagerie du Nord', 'Rouge', 'SV-9'],
  ['product', 'fr', 'Théière en fonte', '65,00 € = 65', 'Fonderie Roche', 'Gris', 'TF-31'],
  ['product', 'es', 'Lámpara de roble', '49,95 € = 49.95', 'Luz Clara', 'Negro', 'LR-12'],
  ['product', 'es', 'Mochila de lona', '1.199,00 € = 1199', 'Camino', 'Verde', 'ML-60'],
  ['product', 'es', 'Tetera de hierro', '38,50 € = 38.5', 'Forja Sur', 'Rojo', 'TH-5'],
  ['product', 'ja', '木の卓上ランプ', '¥12,800 = 12800', '灯り工房', '黒', 'KR-1001'],
  ['product', 'ja', '帆布のリュック', '15,400円 = 15400', '帆布堂', '緑', 'HR-20'],
  ['product', 'ja', '南部鉄瓶', '¥38,500 = 38500', '盛岡鋳造', '茶', 'NT-7'],
  [
    'firm',
    'en',
    'Harbour Joinery Ltd',
    '+44 20 7946 0958',
    'office@harbour-joinery.example',
    'Bristol',
    'BS1 4RW',
  ],
  ['firm', 'en', 'Pine Street Dental', '(555) 010-4477', 'hello@pinedental.example', 'Portland', '97205'],
  ['firm', 'de', 'Schreinerei Aareblick', '+41 31 555 22 10', 'info@aareblick.example', 'Bern', '3011'],
  ['firm', 'de', 'Bäckerei Kornblume', '030 5550 1234', 'laden@kornblume.example', 'Berlin', '10115'],
  [
    'firm',
    'fr',
    'Menuiserie du Port',
    '+33 1 55 01 02 03',
    'contact@menuiserie-port.example',
    'Nantes',
    '44000',
  ],
  ['firm', 'fr', 'Boulangerie Lavande', '04 55 12 34 56', 'bonjour@lavande.example', 'Avignon', '84000'],
  [
    'firm',
    'es',
    'Carpintería del Puerto',
    '+34 955 01 02 03',
    'info@carpinteria-puerto.example',
    'Cádiz',
    '11001',
  ],
  ['firm', 'es', 'Panadería Espiga', '955 123 456', 'hola@espiga.example', 'Sevilla', '41001'],
  ['firm', 'ja', '港木工所', '03-5550-1234', 'info@minato-mokko.example', '港区', '105-0011'],
  ['firm', 'ja', '麦の花ベーカリー', '075-555-0110', 'ten@muginohana.example', '京都市', '600-8001'],
  ['job', 'en', 'Bridge Inspector', 'County Works', 'Full-time', '15 March 2027 = 2027-03-15'],
  ['job', 'en', 'Night Baker', 'Pine Street Bakery', 'Part-time', 'June 30, 2027 = 2027-06-30'],
  ['job', 'de', 'Brückenprüferin', 'Tiefbauamt Aarau', 'Vollzeit', '15. März 2027 = 2027-03-15'],
  ['job', 'de', 'Nachtbäcker', 'Bäckerei Kornblume', 'Teilzeit', '30.06.2027 = 2027-06-30'],
  ['job', 'fr', 'Inspectrice de ponts', 'Voirie de Lyon', 'CDI', '15 mars 2027 = 2027-03-15'],
  ['job', 'fr', 'Boulanger de nuit', 'Boulangerie Lavande', 'CDD', '30 juin 2027 = 2027-06-30'],
  ['job', 'es', 'Inspectora de puentes', 'Obras de Cádiz', 'Indefinido', '15 de marzo de 2027 = 2027-03-15'],
  ['job', 'es', 'Panadero de noche', 'Panadería Espiga', 'Temporal', '30 de junio de 2027 = 2027-06-30'],
  ['job', 'ja', '橋梁点検員', '土木サービス株式会社', '正社員', '2027年3月15日 = 2027-03-15'],
  ['job', 'ja', '夜間パン職人', '麦の花ベーカリー', 'アルバイト', '2027年6月30日 = 2027-06-30'],
  [
    'event',
    'en',
    'Harbour Choir in Concert',
    '12 May 2027 = 2027-05-12',
    'Old Customs House',
    'Harbour Choir',
  ],
  ['event', 'en', 'Seed Swap', 'October 3, 2027 = 2027-10-03', 'Village Hall', 'Allotment Society'],
  ['event', 'de', 'Konzert des Hafenchors', '12. Mai 2027 = 2027-05-12', 'Altes Zollhaus', 'Hafenchor e. V.'],
  ['event', 'de', 'Saatguttausch', '03.10.2027 = 2027-10-03', 'Gemeindesaal', 'Gartenverein Süd'],
  ['event', 'fr', 'Concert du chœur du port', '12 mai 2027 = 2027-05-12', 'Ancienne douane', 'Chœur du port'],
  [
    'event',
    'fr',
    'Troc de graines',
    '3 octobre 2027 = 2027-10-03',
    'Salle des fêtes',
    'Les Jardiniers du Sud',
  ],
  [
    'event',
    'es',
    'Concierto del coro del puerto',
    '12 de mayo de 2027 = 2027-05-12',
    'Antigua aduana',
    'Coro del puerto',
  ],
  [
    'event',
    'es',
    'Intercambio de semillas',
    '3 de octubre de 2027 = 2027-10-03',
    'Casa de cultura',
    'Huertos del Sur',
  ],
  ['event', 'ja', '港の合唱団コンサート', '2027年5月12日 = 2027-05-12', '旧税関ホール', '港合唱団'],
  ['event', 'ja', '種の交換会', '2027年10月3日 = 2027-10-03', '公民館', '南菜園の会'],
  [
    'book',
    'en',
    'The Fen Walkers',
    'Ada Reed',
    'Marsh Press',
    '978-1-4028-9462-6',
    '312',
    '4 February 2026 = 2026-02-04',
  ],
  [
    'book',
    'de',
    'Die Moorgänger',
    'Lena Rohr',
    'Verlag am Moor',
    '978-3-16-148410-0',
    '288',
    '4. Februar 2026 = 2026-02-04',
  ],
  [
    'book',
    'fr',
    'Les marcheurs du marais',
    'Louise Roseau',
    'Éditions du Marais',
    '978-2-1234-5680-3',
    '304',
    '4 février 2026 = 2026-02-04',
  ],
  [
    'book',
    'es',
    'Los caminantes del pantano',
    'Lucía Junco',
    'Ediciones Laguna',
    '978-84-376-0494-7',
    '296',
    '4 de febrero de 2026 = 2026-02-04',
  ],
  [
    'book',
    'ja',
    '湿原を歩く人',
    '葦原まこと',
    '沼地書房',
    '978-4-1234-5678-0',
    '256',
    '2026年2月4日 = 2026-02-04',
  ],
];

const prose: Readonly<Record<string, string>> = {
  en:
    'Here is all there is to know about it, in the order in which people usually ask. Write to us if ' +
    'anything is missing.',
  de:
    'Hier steht alles, was man darüber wissen muss, in der Reihenfolge, in der gefragt wird. Schreiben Sie ' +
    'uns, wenn etwas fehlt.',
  fr: 'Voici tout ce qu’il faut savoir, dans l’ordre où l’on nous le demande. Écrivez-nous s’il manque quelque chose.',
  es: 'Aquí está todo lo que hay que saber, en el orden en que se suele preguntar. Escríbanos si falta algo.',
  ja: 'よく尋ねられる順に、必要なことをすべてまとめました。足りないことがあればお知らせください。',
};

const truthOf = ({ type }: Column, value: string): unknown =>
  type === 'number' || type === 'integer' ? Number(value) : value;

const askOf = (each: Column, value: string): AskedField =>
  each.type === 'date'
    ? { name: each.field, schema: { type: 'string', format: 'date' }, truth: value }
    : ask(each.field, each.type, truthOf(each, value));

/** What no such page says: nothing may be answered for it. */
const absent: Readonly<Record<string, readonly AskedField[]>> = {
  product: [ask('warranty_years', 'integer', null), ask('shipping_cost', 'number', null)],
  firm: [ask('ceo', 'string', null), ask('vat_number', 'string', null)],
  job: [ask('salary', 'number', null), ask('hiring_manager', 'string', null)],
  event: [ask('ticket_price', 'number', null), ask('dress_code', 'string', null)],
  book: [ask('price', 'number', null), ask('translator', 'string', null)],
};

/** Forms of a row of the table above: of each three, beginning with another one each time. */
const formsOf = (at: number): readonly Form[] =>
  [0, 1, 2].map((step) => forms[(at + step) % forms.length] ?? 'rows');

export const ordinaryPages: readonly WrittenPage[] = written.flatMap(
  ([kind, language, heading, ...values], at) => {
    const all = columns[kind] ?? [];
    const both = values.map((value) => value.split(' = '));
    const rows = all.map((each, index): LabelRow => [each.labels[language] ?? '', both[index]?.[0] ?? '']);
    const asked = all.map((each, index) => askOf(each, both[index]?.at(-1) ?? ''));
    return formsOf(at).map((form) => ({
      name: `${kind}-${language}-${at}-${form}`,
      language,
      heading,
      head: '',
      body: `<p>${prose[language] ?? ''}</p>${setRows(rows, form)}`,
      asked: [...asked, ask('title', 'string', heading), ...(absent[kind] ?? [])],
    }));
  },
);
