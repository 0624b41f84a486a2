/** What a text says of a number's sign; `either` where only a reader of the whole can tell. */
export type NumberSign = 'plus' | 'minus' | 'either';

const dash = /[-−–]$/;
/** What stands before a minus; behind anything else a dash joins words, a range or a date. */
const beforeMinus = /(?:^|[\s([:|=;,*_~>\\"“„'\p{Sc}])$/u;
/** A number before a dash: `10 -20` may be a range, and `10€-20€` is one. */
const numberBefore = /\d(?:\s?(?:\p{Sc}|%|°\p{L}?))?$/u;

/** Accountants put what is negative into brackets; others put anything there: `($98,000)`. */
const opened = /[(（]$/u;
const closed = /^\s?(?:\p{Sc}|%|\p{L}{1,8})?\s?[)）]/u;
/** Triangles say that a number rose or fell, or, in Japanese accounts, that it is negative. */
const openMark = /(?:\b(?:minus|negative)\s|[▲△▼▽]\s?)$/iu;

/** The south and the west are negative (ISO 6709). An O is the west in Romance languages, and the east in German. */
const southOrWest = /^\s?[°º]\s?(?:S|W|[Ss]outh|[Ww]est)\b/;
const eastOrWest = /^\s?[°º]\s?O\b/;
const ledByWest = /(?:^|[^\p{L}])[SW]\s?$/u;
const bareWest = /^\s?[SW]\b/;
/** A number with fewer decimals and a letter may be of watts or seconds. */
const coordinate = /\.\d{3,}$/;

/** The direction behind the degrees of a coordinate. */
export const compass = /[°º]\s?(?:[NESW]|north|east|south|west)\b/i;

const readDash = (head: string, isBeforeCurrency: boolean): NumberSign => {
  const before = head.slice(0, -1);
  if (numberBefore.test(before)) return 'plus';
  const isSpaced = /\s$/.test(before);
  if (isSpaced && numberBefore.test(before.trimEnd())) return 'either';
  // `Lamp –€20`: writers also part a name from its price so.
  if (isSpaced && isBeforeCurrency && head.endsWith('–') && /\p{L}\s$/u.test(before)) return 'either';
  return beforeMinus.test(before) ? 'minus' : 'plus';
};

/**
 * Returns the sign of a number. `head` is the text before it, without a currency that stands right before the number
 * (`isBeforeCurrency`); `tail` is the text behind it.
 */
export const readSign = (
  head: string,
  written: string,
  tail: string,
  isBeforeCurrency: boolean,
): NumberSign => {
  if (southOrWest.test(tail) || (ledByWest.test(head) && /^\s?[°º]/.test(tail))) return 'minus';
  if (dash.test(head)) return readDash(head, isBeforeCurrency);
  const isOpen =
    (opened.test(head) && closed.test(tail)) ||
    openMark.test(head) ||
    eastOrWest.test(tail) ||
    (coordinate.test(written) && bareWest.test(tail));
  return isOpen ? 'either' : 'plus';
};

const decreases: ReadonlySet<string> = new Set(
  (
    'discount saving save off reduction reduced rebate markdown cut decrease drop decline fall loss deficit expense ' +
    'expenditure cost spending spent outflow deduction debit withdrawal charge fee debt liability tax ' +
    'rabatt ersparnis nachlass verlust ausgabe remise réduction économie perte descuento ahorro pérdida'
  ).split(' '),
);

/** Says whether words name what is taken away: people write it with a minus or without, and mean the same. */
export const nameDecrease = (words: Iterable<string>): boolean => {
  for (const word of words) if (decreases.has(word)) return true;
  return false;
};
