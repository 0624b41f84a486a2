import { expect, test } from 'vitest';
import { detectLanguage, chooseLanguage } from './language.ts';

/**
 * The first article of the Universal Declaration of Human Rights and a little of the second, which everybody
 * translated.
 */
const articles: readonly (readonly [string, string])[] = [
  [
    'en',
    'All human beings are born free and equal in dignity and rights. They are endowed with reason and ' +
      'conscience and should act towards one another in a spirit of brotherhood. Everyone is entitled to ' +
      'all the rights and freedoms set forth in this Declaration.',
  ],
  [
    'de',
    'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen ' +
      'begabt und sollen einander im Geist der Brüderlichkeit begegnen. Jeder hat Anspruch auf die in ' +
      'dieser Erklärung verkündeten Rechte und Freiheiten ohne irgendeinen Unterschied.',
  ],
  [
    'fr',
    'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et ' +
      'de conscience et doivent agir les uns envers les autres dans un esprit de fraternité. Chacun peut se ' +
      'prévaloir de tous les droits et de toutes les libertés.',
  ],
  [
    'es',
    'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón ' +
      'y conciencia, deben comportarse fraternalmente los unos con los otros. Toda persona tiene los ' +
      'derechos y libertades proclamados en esta Declaración, sin distinción alguna de raza.',
  ],
  [
    'pt',
    'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de ' +
      'consciência, devem agir uns para com os outros em espírito de fraternidade. Todos os seres humanos ' +
      'podem invocar os direitos e as liberdades proclamados na presente Declaração, sem distinção alguma.',
  ],
  [
    'it',
    'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e ' +
      'di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza. Ad ogni individuo ' +
      'spettano tutti i diritti e tutte le libertà enunciate nella presente Dichiarazione.',
  ],
  [
    'nl',
    'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand ' +
      'en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen. Een ieder ' +
      'heeft aanspraak op alle rechten en vrijheden, in deze Verklaring opgesomd.',
  ],
  [
    'pl',
    'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni ' +
      'rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa. Każdy człowiek posiada ' +
      'wszystkie prawa i wolności zawarte w niniejszej Deklaracji bez względu na różnice, które są.',
  ],
  [
    'ru',
    'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и ' +
      'совестью и должны поступать в отношении друг друга в духе братства. Каждый человек должен обладать ' +
      'всеми правами и всеми свободами, провозглашенными настоящей Декларацией, без какого бы то ни было различия.',
  ],
  [
    'uk',
    'Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю ' +
      'і повинні діяти у відношенні один до одного в дусі братерства. Кожна людина повинна мати всі права і ' +
      'всі свободи, проголошені цією Декларацією, незалежно від раси, що є.',
  ],
  [
    'ja',
    'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。',
  ],
  [
    'zh',
    '人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。人人有资格享有本宣言所载的一切权利和自由,不分种族、肤色、性别、语言、宗教、政治或其他见解。',
  ],
  [
    'ar',
    'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا ' +
      'بروح الإخاء. لكل إنسان حق التمتع بكافة الحقوق والحريات الواردة في هذا الإعلان، دون أي تمييز، من كل ' +
      'ما لا يكون على أساس ذلك.',
  ],
  [
    'tr',
    'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve ' +
      'birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler. Herkes, ırk, renk, cinsiyet, dil, ' +
      'din gibi bir fark gözetilmeksizin bu Beyannamede ilan olunan tekmil haklardan ve bütün ' +
      'hürriyetlerden istifade edebilir.',
  ],
];

test.each(articles)('two sentences are enough to tell %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each([
  '',
  'OK',
  '12 34 56 78',
  'Lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor',
])('what is no sentence of a language is none: %s', (text) => {
  expect(detectLanguage(text)).toBe(null);
});

const textIn = (language: string): string => {
  const text = articles.find(([of]) => of === language)?.[1] ?? '';
  return `${text}\n${text}`;
};

test('a page in another language than it claims has that of its text', () => {
  expect(chooseLanguage('en', textIn('de'))).toBe('de');
  expect(chooseLanguage('fr', textIn('en'))).toBe('en');
  expect(chooseLanguage(null, textIn('pl'))).toBe('pl');
});

test('a claim stands against a short text, against one that cannot be told, and against a close or unknown language', () => {
  expect(chooseLanguage('en', 'Alle Menschen sind frei und gleich an Würde und Rechten geboren.')).toBe('en');
  expect(chooseLanguage('en', 'const a = b; return a; '.repeat(50))).toBe('en');
  expect(chooseLanguage('nb', textIn('en'))).toBe('en');
  expect(chooseLanguage('gl', textIn('pt'))).toBe('gl');
  expect(chooseLanguage('be', textIn('ru'))).toBe('be');
});

test('keywords in capitals and lists of single letters are in no language', () => {
  const keywords = 'A AL IN CON DA DI SE SI NON LA LO UN TRA DEL reserved (can be function or type) '.repeat(
    10,
  );
  expect(detectLanguage('A AL IN CON DA DI SE SI NON LA LO UN TRA DEL '.repeat(20))).toBeNull();
  expect(detectLanguage(keywords)).not.toBe('it');
  expect(detectLanguage('iPhone A, iPhone S, iPhone V, iPhone Z, iPhone O, iPhone I '.repeat(20))).toBeNull();
});
