/** Characters that fonts of a PDF have for shapes of letters, and the letters that readers and searches mean. */

const pairs = (forms: string, letters: string): (readonly [string, string])[] => {
  const usual = Array.from(letters);
  return Array.from(forms, (form, at) => [form, usual[at] ?? form]);
};

/** Punctuation that a font turns for text that runs downwards, and the usual one (Unicode, vertical forms). */
const turned = pairs(
  '︐︑︒︓︔︕︖︗︘︙︰︱︲︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈',
  '，、。：；！？〖〗…‥—–（）｛｝〔〕【】《》〈〉「」『』［］',
);

/**
 * Radicals, which a font may give the same glyph as the character that they are the radical of, and these characters
 * (Unicode, EquivalentUnifiedIdeograph). NFKC knows the Kangxi radicals, but few of these.
 */
const radicals = [
  ...pairs(
    '⺁⺂⺃⺄⺅⺆⺇⺈⺉⺊⺋⺌⺍⺎⺏⺐⺑⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺟⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺪⺫⺬⺭⺮⺯⺰⺱⺲⺳⺴⺵⺶⺷⺸⺹⺺',
    '厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵旡日月歺母民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀',
  ),
  ...pairs(
    '⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳',
    '聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟',
  ),
];

const meant = new Map([...turned, ...radicals]);

const listed = /[\u2e80-\u2ef3\ufe10-\ufe19\ufe30-\ufe48]/g;

/** Kangxi radicals, and Hebrew and Arabic letters in the shape that their place in the word asks for. */
const shapes = /[\u2f00-\u2fdf\ufb1d-\ufdff\ufe70-\ufefc]+/g;

/** A mark that stands by itself is, to NFKC, one on a space or on a stroke. */
const heldMark = /[ \u0640](?=\p{M})/gu;

/** Returns a text of a PDF with the letters that are meant by the shapes in it, which stand in the order of reading. */
export const usualLetters = (text: string): string =>
  text
    .replace(listed, (form) => meant.get(form) ?? form)
    .replace(shapes, (forms) => forms.normalize('NFKC').replace(heldMark, ''));
