import { normalText } from '../schema/normal-text.ts';
import { nameKey } from '../schema/words.ts';
import type { PageFacts } from './page-facts.ts';

const keysIn = (names: string): ReadonlySet<string> => new Set(names.split(', ').map(nameKey));

/** Fields that ask for the name of the page's subject by its kind: the heading gives it. */
const thingKeys: ReadonlySet<string> = keysIn(
  [
    'product, item, product name, course, course name, course title, event, event title',
    'recipe, dish, book, film, movie, museum, club, restaurant, hotel',
    'produkt, artikel, kurs, kursname, kurstitel, veranstaltung, rezept, gericht, buch',
    'verein',
    'produit, formation, cours, événement, recette, plat, livre, musée, association',
    'producto, curso, evento, receta, plato, libro, película, museo, asociación',
    '商品, 講座名, コース名, イベント, 料理名, レシピ, 本, 映画, 美術館',
  ].join(', '),
);

/** Fields that ask for the vacancy on the page of a vacancy. On a person's page they ask for something else. */
const jobKeys: ReadonlySet<string> = keysIn(
  'job, job title, position title, vacancy, stelle, stellenbezeichnung, stellentitel, poste, intitulé du poste, ' +
    'puesto, puesto de trabajo, 職種, 募集職種',
);

/** Labels that only vacancies have. */
const jobLabels: ReadonlySet<string> = keysIn(
  'salary, employer, employment type, contract, contract type, gehalt, arbeitgeber, anstellung, vertragsart, ' +
    'beschäftigungsart, salaire, employeur, contrat, type de contrat, salario, contrato, jornada, 給与, 雇用形態, 勤務地',
);

/** Says whether a field asks for the thing in the page's heading: by its kind, or as the vacancy on a page of one. */
export const asksForThing = (key: string, { pairs }: Pick<PageFacts, 'pairs'>): boolean =>
  thingKeys.has(key) || (jobKeys.has(key) && pairs.some(({ label }) => jobLabels.has(nameKey(label))));

/** Fields that ask for the owner of a site. */
export const houseKeys: ReadonlySet<string> = keysIn(
  [
    'company, company name, business, business name, organization, organisation, organization name, firm, club',
    'museum, museum name, restaurant, hotel, school',
    'firma, firmenname, unternehmen, verein, betrieb, praxis',
    'entreprise, société, raison sociale, association, musée',
    'empresa, nombre de la empresa, asociación, museo',
    '会社名, 社名, 店名, 医院名, 施設名, 団体名',
  ].join(', '),
);

/** Headings that name a page, not a thing. */
const pageNames: ReadonlySet<string> = new Set(
  [
    'contact, contact us, about, about us, imprint, legal notice, privacy, home, welcome, company, our company',
    'visit, visit us, find us, opening hours, hours, service, services, shop, store',
    'blog, press, history, people, events',
    'öffnungszeiten, anfahrt, unternehmen, firma, verein, der verein, leistungen, presse, veranstaltungen',
    'termine, über',
    'horaires, entreprise, services, boutique, événements, agenda, horario, empresa, servicios, tienda, eventos',
    'plan your visit, getting here, sign in, log in, login, search, cart, checkout, page not found, not found',
    'infos pratiques, informations pratiques, accès, venir, tarifs, préparer sa visite',
    'cómo llegar, información, información práctica, anreise, so finden sie uns, anmelden, suche, ihr besuch',
    'アクセス, 店舗情報, 企業情報, 利用案内',
    'team, our team, our partners, faq, news, jobs, careers',
    'kontakt, impressum, über uns, datenschutz, startseite, willkommen, aktuelles, stellenangebote, unser team',
    'contactez nous, nous contacter, à propos, qui sommes nous, mentions légales, accueil',
    'bienvenue, actualités, notre équipe',
    'contacto, contáctenos, escríbanos, sobre nosotros, quiénes somos, aviso legal, inicio, bienvenidos, noticias',
    'お問い合わせ, 会社概要, 会社案内, ホーム, 採用情報, 特定商取引法に基づく表記, お知らせ',
  ]
    .join(', ')
    .split(', ')
    .map(nameKey),
);

/** Says whether a heading names a page, such as `Contact`, and not a thing. */
export const isPageName = (heading: string): boolean => pageNames.has(nameKey(heading));

const partsOf = (title: string): string[] =>
  title.split(/\s+[|｜–—·»-]\s+|\s*｜\s*/).filter((part) => part !== '');

/**
 * Returns the owner of a page with a heading such as `Contact`: the site's name in its `meta` elements, or the rest of
 * its title (`Contact | Hale Bakery`). Returns null if there is neither, or if they disagree.
 */
export const houseName = ({ metadata }: Pick<PageFacts, 'metadata'>): string | null => {
  const { siteName } = metadata.og;
  const parts = partsOf(metadata.title ?? '');
  const others = parts.filter((part) => !isPageName(part));
  const [other] = others;
  const titled = parts.length === 2 && others.length === 1 && other !== undefined ? other : null;
  if (siteName === null) return titled;
  const isSame = titled === null || normalText(titled).text === normalText(siteName).text;
  return isSame ? siteName : null;
};
