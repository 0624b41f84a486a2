import { collapsed, elementsWithin, findAncestor } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { countPrices } from '../kind/evidence/price.ts';
import { holdsGuardedData } from '../kind/guarded.ts';
import { isHeading, isLeaf } from './leaf-blocks.ts';
import { standsFirst } from './stands-first.ts';

/** Whole headings over other goods on a product's page, in the languages of most shops. */
const headings = [
  '(?:customers?|people|shoppers|others?) (?:who|also) .*|(?:this is )?what (?:other )?customers (?:who|also) .*|' +
    '(?:often|frequently|usually) (?:bought|purchased).*|(?:bought|buy) (?:it )?together|' +
    'you (?:may|might|could) (?:also )?(?:like|love|enjoy|be interested).*|' +
    "you[’']ll (?:also )?love.*|(?:related|similar|recommended|suggested|sponsored|other|more) " +
    '(?:products?|items?|listings?)(?: .*)?|(?:your )?recently viewed.*|recommended (?:for you|with this).*|' +
    'inspired by your .*|top picks(?: .*)?|best ?sellers?|compare (?:with|to) similar .*|' +
    '(?:complete|finish) (?:the|your) (?:look|set|order|outfit)|(?:pairs|goes) (?:well |great |perfectly )?with.*|' +
    "keep shopping for.*|shop (?:the look|similar)|(?:see )?(?:the )?seller[’']?s other items|" +
    'more (?:from|like) this.*',
  '(?:ähnliche|passende|weitere|verwandte|empfohlene) (?:produkte|artikel)|(?:wird )?(?:oft|häufig) zusammen ' +
    '(?:gekauft|bestellt).*|kunden(?:, die)? .*(?:kauften|gekauft|angesehen|interessierten|sahen).*|das könnte ' +
    '(?:dir|ihnen|sie|dich) .*|dazu passt.*|zuletzt (?:angesehen|gesehen).*',
  'ils vont bien ensemble|vous aimerez (?:aussi|peut-être).*|(?:produits?|articles?) (?:similaires|associés|' +
    'complémentaires|recommandés)|(?:fréquemment|souvent) achetés ensemble.*|les clients (?:ont|qui) .*|' +
    '(?:pour )?compléte[rz] votre .*|récemment (?:vus|consultés)|vus récemment',
  'productos (?:relacionados|similares|recomendados)|también te (?:puede|podría) .*|(?:los )?clientes (?:que|también)' +
    ' .*|(?:comprados|se compran) (?:juntos|frecuentemente).*|vistos recientemente|completa tu .*',
  'produtos (?:relacionados|semelhantes|recomendados)|(?:você )?(?:também )?(?:pode|vai) (?:também )?gostar.*|quem ' +
    '(?:viu|comprou) .*|comprados? juntos?.*|vistos recentemente',
  'prodotti (?:correlati|simili|consigliati)|potrebbe(?:ro)? (?:anche )?(?:interessarti|piacerti).*|(?:i )?clienti ' +
    '(?:che|hanno) .*|(?:spesso )?(?:acquistati|comprati) insieme.*|visti di recente',
  '(?:gerelateerde|vergelijkbare|bijpassende|aanbevolen) (?:producten|artikelen)|(?:vaak )?samen gekocht.*|anderen ' +
    '(?:bekeken|kochten) .*|klanten (?:kochten|bekeken) .*|(?:recent|laatst) bekeken.*',
  '(?:relaterade|liknande|relaterede|lignende|relaterte) produkter|andra köpte också|kunder ' +
    '(?:köpte|købte|kjøpte) .*|köps ofta tillsammans|senast visade.*',
  '(?:podobne|powiązane|polecane) produkty|klienci (?:kupili|oglądali) .*|często kupowane razem|ostatnio oglądane',
  '(?:похожие|сопутствующие|рекомендуемые) (?:товары|продукты)|с этим товаром .*|вместе с этим .*|вы смотрели|' +
    'недавно просмотренные.*',
  '関連(?:する)?商品|おすすめ商品|この商品を(?:見た|買った).*|よく一緒に購入.*|最近(?:チェック|見た).*|相关(?:商品|产品)|' +
    '相似(?:商品|产品)|推荐(?:商品|产品)|猜你喜欢|看了又看|相關(?:商品|產品)|您可能(?:也|还|還)?(?:喜欢|喜歡).*|관련 ?상품|' +
    '추천 ?상품|함께 (?:구매|본).*|최근 ?본 ?상품',
];
const heading = new RegExp(`^(?:${headings.join('|')})\\s*[:.…!]*$`, 'iu');

const headingNames = ['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'strong'];
const headingCharactersMax = 80;
/** A larger share of the text is no strip of other goods. */
const shareMax = 0.5;
/** How far up from its heading a section is looked for. */
const climbMax = 12;
/** How many blocks behind a heading are taken for its section. */
const blocksMax = 60;

const isOverGoods = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  if (length === 0 || length > headingCharactersMax || !isLeaf(element)) return false;
  return heading.test(collapsed(element.textContent));
};

const isWhole = ({ localName }: DomElement): boolean => /^(?:body|main|article)$/.test(localName);

/** Returns the largest element that begins with a heading. */
const boxOf = (element: DomElement, root: DomElement): DomElement => {
  const lengthMax = shareMax * summarizeText(root).length;
  let box = element;
  for (let up = 0; up < climbMax; up += 1) {
    const around = box.parentNode;
    if (around === null || around === root || isWhole(around) || !standsFirst(box)) break;
    if (summarizeText(around).length > lengthMax || holdsAny(around, ['h1'])) break;
    box = around;
  }
  return box;
};

const levelOf = ({ localName }: DomElement): number => Number(localName.slice(1));

/** Returns what stands behind a heading in its parent, until one of its level. */
const behind = (element: DomElement): DomElement[] => {
  const level = levelOf(element);
  const ends = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].slice(0, level);
  const found: DomElement[] = [];
  for (let next = element.nextElementSibling; next !== null; next = next.nextElementSibling) {
    if (ends.includes(next.localName) || holdsAny(next, ends) || found.length >= blocksMax) break;
    found.push(next);
  }
  return found;
};

const linksMin = 2;
const linkShareMin = 0.5;
const pricesMin = 2;

/** Says whether blocks show goods: they lead to several, and are mostly links or have prices. */
const showGoods = (blocks: readonly DomElement[]): boolean => {
  const links = blocks.reduce((sum, block) => sum + elementsWithin(block, ['a'], linksMin).length, 0);
  if (links < linksMin || blocks.some((block) => holdsGuardedData(block, true))) return false;
  const summaries = blocks.map((block) => summarizeText(block));
  const length = summaries.reduce((sum, one) => sum + one.length, 0);
  const linkLength = summaries.reduce((sum, one) => sum + one.linkLength, 0);
  if (linkLength >= linkShareMin * length) return true;
  return blocks.reduce((sum, block) => sum + countPrices(block.textContent, pricesMin), 0) >= pricesMin;
};

/** Most characters of all sections that are looked at: sections may be nested, and each is read anew. */
const readCharactersMax = 1_000_000;

/**
 * Finds sections of other goods on a product's page by their headings: "Customers also bought". A section is the box
 * that begins with the heading, or what stands behind the heading.
 */
export const recommendedGoods = (root: DomElement): DomElement[] => {
  const found = new Set<DomElement>();
  let read = 0;
  for (const element of elementsWithin(root, headingNames)) {
    if (!isOverGoods(element) || findAncestor(element, (outer) => found.has(outer)) !== null) continue;
    const box = boxOf(element, root);
    const isBox = summarizeText(box).length > summarizeText(element).length;
    const section = isBox ? [box] : isHeading(element) ? [element, ...behind(element)] : [];
    read += section.reduce((sum, block) => sum + summarizeText(block).length, 0);
    if (read > readCharactersMax) break;
    if (section.length > 0 && showGoods(section)) for (const block of section) found.add(block);
  }
  return [...found];
};
