import { expect, test } from 'vitest';
import { chooseLanguage, detectLanguage } from './language.ts';

/** The first article of the Universal Declaration of Human Rights, and a little of others. */
const texts: readonly (readonly [string, string | null, string])[] = [
  [
    'Belarusian',
    'be',
    'Млын стаяў на беразе ракі і не працаваў ужо даўно, але як толькі прыйшла вясна, на яго зноў глядзелі з сяла. ' +
      'За ракой жыў стары млынар, і ён не меў ні сына, ні дачкі, а для людзей быў як бацька. Па вечарах ён сядзеў на ' +
      'ганку і глядзеў на ваду, бо не ўмеў жыць без працы, і за гэта яго ўсе паважалі, але не разумелі.',
  ],
  [
    'Galician',
    'gl',
    'Todos os seres humanos nacen libres e iguais en dignidade e dereitos e, dotados como están de ' +
      'razón e conciencia, ' +
      'débense comportar fraternalmente uns cos outros. Toda persoa ten os dereitos e liberdades proclamados nesta ' +
      'Declaración, sen distinción ningunha de raza, cor, sexo, lingua, relixión ou doutra condición. ' +
      'Ademais, non se ' +
      'fará distinción ningunha baseada na condición política dun país, nin unha persoa será máis que outra.',
  ],
  [
    'Afrikaans',
    'af',
    'Alle menslike wesens word vry, met gelyke waardigheid en regte, gebore. Hulle het rede en ' +
      "gewete en behoort in 'n " +
      'gees van broederskap teenoor mekaar op te tree. Elkeen het die reg op al die regte en vryhede wat in hierdie ' +
      "Verklaring uiteengesit is, sonder 'n onderskeid van enige aard, en dit is nie van die ras van " +
      "'n mens afhanklik nie.",
  ],
  [
    'Yiddish',
    'yi',
    'יעדער מענטש װערט געבױרן פֿרײַ און גלײַך אין כּבֿוד און רעכט. יעדער װערט באַשאָנקן מיט פֿאַרשטאַנד און געװיסן; ' +
      'יעדער זאָל זיך פֿירן מיט אַ צװײטן אין אַ געמיט פֿון ברודערשאַפֿט.',
  ],
  [
    'Azerbaijani',
    'az',
    'Bütün insanlar ləyaqət və hüquqlarına görə azad və bərabər doğulurlar. Onların şüurları və vicdanları var və ' +
      'bir-birlərinə münasibətdə qardaşlıq ruhunda davranmalıdırlar. Hər kəs bu Bəyannamədə elan ' +
      'olunmuş bütün hüquq və ' +
      'azadlıqlara malikdir və bu da hər bir insan üçün bir olaraq çox vacibdir, ama daha çox.',
  ],
  [
    'Serbian in Latin',
    'sr',
    'Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su obdarena ' +
      'razumom i svešću i treba ' +
      'jedni prema drugima da postupaju u duhu bratstva. Svaki čovek ima pravo na život u ovom svetu, ' +
      'i gde god da je, ' +
      'on je uvek i na svakom mestu jednak. Niko ne sme biti mučen ni posle ni pre toga, a što je reč zakona, to važi.',
  ],
  [
    'Croatian',
    'hr',
    'Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su obdarena razumom i sviješću i ' +
      'trebaju jedna prema drugima postupati u duhu bratstva. Svaki čovjek ima pravo na život u ovom svijetu, i gdje ' +
      'god da je, on je uvijek i na svakom mjestu jednak. Nitko ne smije biti mučen ni poslije ni prije toga.',
  ],
  [
    'Chinese with Japanese titles',
    'zh',
    '宫崎骏是日本的动画导演，他的作品《となりのトトロ》和《千と千尋の神隠し》受到了很多观众的喜爱。这些电影在世界各地上映，' +
      '他们说这是最好的动画。《もののけ姫》也是他的作品，我们在这里介绍这些作品的故事。',
  ],
  [
    'Japanese with many names',
    'ja',
    '東京都千代田区霞が関一丁目、大阪府大阪市北区中之島、京都府京都市中京区上本能寺前町にある。' +
      '各地方自治体の本庁舎所在地の一覧を以下に示す。愛知県庁は名古屋市中区三の丸三丁目にある。',
  ],
];

test.each(texts)('%s is told from its neighbours, as %s', (_name, language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test('a name of another language in a text leaves it in its own', () => {
  const ukrainian =
    'Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і повинні ' +
    'діяти у відношенні один до одного в дусі братерства. Янка Купала писав у газеті «Наша Ніва» про ' +
    'Ўсход і про те, що є.';
  expect(detectLanguage(ukrainian)).toBe('uk');
  const dutch =
    'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met ' +
    'verstand en geweten, en ' +
    "behoren zich jegens elkander in een geest van broederschap te gedragen, wat voor 'n mens het ook is, en van wie.";
  expect(detectLanguage(dutch)).toBe('nl');
});

test('a claim of a language stands against one that is near it', () => {
  for (const [, language, text] of texts)
    if (language !== null) expect(chooseLanguage(language, `${text}\n${text}`)).toBe(language);
});
