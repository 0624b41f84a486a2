/** An ending, what stands instead of it, and how many letters are before it at least. */
type Ending = readonly [ending: string, instead: string, lettersBefore: number];

/** Of each step the first ending counts that a word has; steps follow one another. */
interface Rules {
  readonly steps: readonly (readonly Ending[])[];
  /** Words with their accents that have no such ending, although they seem to. */
  readonly whole?: RegExp;
}

/** Reads endings from a text: `ces>z` stands for one that is replaced. */
const endings = (written: string, lettersBefore: number): Ending[] =>
  written.split(' ').map((each) => {
    const [ending = '', instead = ''] = each.split('>');
    return [ending, instead, lettersBefore];
  });

const spanish: Rules = {
  steps: [[...endings('ces>z ses>s', 2), ...endings('os as es o a e', 4), ...endings('s', 3)]],
  whole: /[áéíóú]s$|^(?:dios|tras|pues|menos|antes|lunes|martes|jueves|viernes)$/,
};
const portuguese: Rules = {
  steps: [
    [...endings('oes>ao aes>ao ns>m zes>z', 2), ...endings('ais>al eis>el ois>ol uis>ul res>r s', 3)],
    [...endings('ao>ao', 0), ...endings('a e o', 4)],
  ],
  whole: /[áéíóúâêô]s$|^(?:mais|dois|pois|seis|deus|jesus|menos|antes|depois)$/,
};
const french: Rules = {
  steps: [
    [...endings('eaux>eau', 2), ...endings('aux>al', 3), ...endings('eux>eu', 1), ...endings('s', 4)],
    endings('ee>e', 4),
    endings('e', 5),
  ],
  whole: /[èêàùôî]s$/,
};
const italian: Rules = {
  steps: [endings('ie he hi ii ia io a e i o', 4)],
  whole: /[àèéìòù]$/,
};
const german: Rules = { steps: [endings('nen en es er se n e r s', 4)] };
const dutch: Rules = {
  steps: [
    [...endings('heden>heid', 3), ...endings('en s e', 4)],
    // `bibliotheken` has one vowel, `bibliotheek` two.
    ['aa', 'ee', 'oo', 'uu'].flatMap((vowel) =>
      Array.from('bdfgklmnprstz').map((end): Ending => [`${vowel}${end}`, `${vowel[0]}${end}`, 2]),
    ),
  ],
};
const swedish: Rules = {
  steps: [
    [...endings('arnas ernas ornas arna erna orna ens ets ar er or an en et', 3), ...endings('as a e s', 4)],
  ],
};
const danish: Rules = {
  steps: [[...endings('ernes enes erne ene ers ens ets er en et', 3), ...endings('es e s', 4)]],
};
const russian: Rules = {
  steps: [
    [
      ...endings('иями оями', 3),
      ...endings('иям иях оях ями оям ами его ему ими ого ому ыми оев', 3),
      ...endings('ая яя ях юю ах ею их ия ию ою ую ям ых ея ам ем ей ев ий им ое ой ом ов ые ый ым ми ии', 3),
      ...endings('а е и о у й ы я ь', 3),
    ],
    endings('ь и', 3),
  ],
};

/** Words with accents have come from elsewhere, and only their plural is English: `cafés`. */
const english: Rules = { steps: [endings('s', 4)] };

const rulesOf: ReadonlyMap<string, Rules> = new Map([
  ['en', english],
  ['es', spanish],
  ['pt', portuguese],
  ['fr', french],
  ['it', italian],
  ['de', german],
  ['nl', dutch],
  ['sv', swedish],
  ['da', danish],
  ['no', danish],
  ['nb', danish],
  ['nn', danish],
  ['ru', russian],
]);

/** Languages whose endings are known; those with the same rules are named once. */
export const stemmedLanguages: readonly string[] = [
  ...new Map([...rulesOf].map(([language, rules]) => [rules, language])).values(),
];

/**
 * Returns a word without the endings of its number, gender and case: words with the same stem are one word to the
 * index. The rules are few and leave four letters of most words, so that they seldom make one word of two (J. Savoy,
 * Light Stemming Approaches for the French, Portuguese, German and Hungarian Languages, 2006).
 *
 * @param folded The word in small letters, without accents.
 * @param written The same with its accents: `país` is no plural.
 * @param language Primary subtag. Of English, words with accents are meant, since an index stems the others. A
 *   word of a language without rules stays as it is.
 */
export const lightStem = (folded: string, written: string, language: string): string => {
  const rules = rulesOf.get(language);
  if (rules === undefined || rules.whole?.test(written) === true) return folded;
  return rules.steps.reduce((word, step) => {
    const found = step.find(
      ([ending, , lettersBefore]) => word.length - ending.length >= lettersBefore && word.endsWith(ending),
    );
    return found === undefined ? word : word.slice(0, -found[0].length) + found[1];
  }, folded);
};
