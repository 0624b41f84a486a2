const truths = new Map<string, boolean>([
  ...[
    'yes',
    'true',
    'ja',
    'oui',
    'sí',
    '✓',
    '✔',
    'available',
    'in stock',
    'instock',
    'limitedavailability',
    'onlineonly',
    'instoreonly',
    'lieferbar',
    'auf lager',
    'telecommute',
    'disponible',
    'en stock',
    'in den warenkorb',
    'vorrätig',
    '在庫あり',
  ].map((word): [string, boolean] => [word, true]),
  ...[
    'no',
    'false',
    'nein',
    'non',
    '✗',
    '✘',
    'unavailable',
    'not available',
    'out of stock',
    'outofstock',
    'sold out',
    'soldout',
    'discontinued',
    'nicht lieferbar',
    'nicht verfügbar',
    'nicht auf lager',
    'nicht vorrätig',
    'nicht mehr lieferbar',
    'nicht mehr verfügbar',
    'no longer available',
    'not in stock',
    'non disponible',
    'plus disponible',
    'ya no disponible',
    '販売終了',
    '入荷待ち',
    'ausverkauft',
    'vergriffen',
    'rupture de stock',
    'épuisé',
    'indisponible',
    'agotado',
    'sin existencias',
    'no disponible',
    '在庫切れ',
    '売り切れ',
    '品切れ',
    '完売',
  ].map((word): [string, boolean] => [word, false]),
]);

/** Says whether a text expressly says that something is available now. */
export const saysInStock = (text: string): boolean => {
  const words = text.trim().toLowerCase().replace(/[.!]$/, '');
  return stockWords.has(words) || countLeft.test(words);
};

/** A count of the remaining stock: `12 vorrätig`, `only 3 left in stock`. */
const countLeft =
  /^(?:(?:only|nur(?: noch)?|plus que|solo|残り|あと)\s?)?[1-9]\d{0,3}\s?(?:(?:left|items?|pieces?|stück|exemplaires?|unidades|点)?\s?)(?:in stock|left|available|auf lager|vorrätig|verfügbar|en stock|disponibles?|在庫あり|点)$/u;

/** Says whether a text says in a word that something is free of charge. */
export const saysFree = (text: string): boolean =>
  /^\s*(?:free(?: of charge| entry| admission| to play)?|kostenlos|kostenfrei|gratis|gratuite?|gratuito|無料)[.!]?\s*$/iu.test(
    text,
  );

const stockWords: ReadonlySet<string> = new Set([
  'in stock',
  'auf lager',
  'vorrätig',
  'en stock',
  '在庫あり',
]);

/** A label before the words, or their subject: `Status: sold out`, `This item is sold out`. */
const saidOf = new RegExp(
  String.raw`^(?:(?:status|availability|stock|verfügbarkeit|lager|disponibilité|disponibilidad)\s*[:：]\s*|` +
    String.raw`(?:this|the)\s+(?:item|product|article|title|book|size)\s+is\s+|` +
    String.raw`(?:dieser|dieses|der|das)\s+(?:artikel|produkt)\s+ist\s+|` +
    String.raw`(?:cet|ce|le|l['’])\s*(?:article|produit)\s+est\s+|` +
    String.raw`(?:este|el)\s+(?:artículo|producto)\s+está\s+)`,
  'iu',
);

/** Says whether a text expressly says that something is not available. */
export const saysSoldOut = (text: string): boolean => {
  const words = text.trim().replace(saidOf, '');
  return readTruth(words) === false && words.length > 3;
};

/** Words for how long that holds: `Derzeit ausverkauft`. */
const forNow =
  /^(?:currently|temporarily|sorry,?|leider|derzeit|zurzeit|momentan|aktuell|actuellement|momentanément|actualmente|temporalmente|ただいま|現在)\s*/;

/** Reads a word as yes or no; null if it is neither. */
export const readTruth = (text: string): boolean | null => {
  const words = text.trim().toLowerCase().replace(/[.!]$/, '');
  const value = truths.get(words) ?? truths.get(words.replace(forNow, ''));
  return value ?? null;
};
