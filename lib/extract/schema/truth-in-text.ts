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

/** Whether a text says that something can be had now, in so many words. */
export const saysInStock = (text: string): boolean =>
  stockWords.has(text.trim().toLowerCase().replace(/[.!]$/, ''));

const stockWords: ReadonlySet<string> = new Set([
  'in stock',
  'auf lager',
  'vorrätig',
  'en stock',
  '在庫あり',
]);

/** Whether a text says that something cannot be had, in so many words. */
export const saysSoldOut = (text: string): boolean => readTruth(text) === false && text.trim().length > 3;

/** For how long that is so: `Derzeit ausverkauft`. */
const forNow =
  /^(?:currently|temporarily|sorry,?|leider|derzeit|zurzeit|momentan|aktuell|actuellement|momentanément|actualmente|temporalmente|ただいま|現在)\s*/;

/** A word as yes or no; null where it is neither. */
export const readTruth = (text: string): boolean | null => {
  const words = text.trim().toLowerCase().replace(/[.!]$/, '');
  const value = truths.get(words) ?? truths.get(words.replace(forNow, ''));
  return value ?? null;
};
