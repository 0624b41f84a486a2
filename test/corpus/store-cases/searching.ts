import { expect } from 'vitest';
import { queryWords } from '../../../lib/ingest/index-words.ts';
import type { FoundPassage, PassageFilters } from '../../../lib/store/corpus/search-passages.ts';
import {
  at,
  day,
  embed,
  find,
  near,
  now,
  page,
  put,
  section,
  shown,
  url,
  urls,
  type StoreCase,
  type StoreUnderTest,
} from './facts.ts';

export const searching: Record<string, StoreCase> = {
  'a passage that holds any of the words is found, and words of a title come first': async ({ open }) => {
    const store = open();
    await put(
      store,
      page('A river has a weir somewhere, and much besides.', { url: at('text'), title: 'Other' }),
      page('Stones across a river.', { url: at('title'), title: 'The weir' }),
      page('Owls hunt by night.', { url: at('none'), title: 'Owls' }),
    );
    expect(urls(await find(store, 'weir'))).toEqual([at('title'), at('text')]);
    expect(urls(await find(store, 'weir owls')).toSorted()).toEqual([at('none'), at('text'), at('title')]);
  },
  'a word is found in its other forms, whatever its case': async ({ open }) => {
    const store = open();
    await put(store, page('The Weirs were rebuilt.'));
    expect([await shown(store, 'weir'), await shown(store, 'REBUILT')]).toEqual([1, 1]);
  },
  'scripts without spaces are found': async ({ open }) => {
    const store = open();
    await put(store, page('水車は川の水で回ります。'), page('水門と車庫。', { url: at('other') }));
    expect(urls(await find(store, '水車'))).toEqual([url]);
  },
  'a question in a script without spaces is found by its words': async ({ open }) => {
    const store = open();
    await put(
      store,
      page('東京都は日本の首都です。今日の天気は晴れです。', { url: at('ja') }),
      page('서울은 한국의 수도입니다.', { url: at('ko') }),
      page('水門と車庫。', { url: at('other') }),
    );
    const ask = async (query: string): Promise<readonly string[]> =>
      urls(await find(store, queryWords(query, 32).join(' ')));
    expect((await ask('東京の天気を教えてください'))[0]).toBe(at('ja'));
    expect(await ask('서울')).toEqual([at('ko')]);
    expect(await ask('한국에서')).toEqual([at('ko')]);
  },
  'letters are found in each of their spellings': async ({ open }) => {
    const store = open();
    await put(store, page('Die Straße misst 40 m². ＡＢＣ', { language: 'de' }));
    for (const word of ['strasse', 'STRASSE', 'm2', 'abc', 'ＡＢＣ'])
      expect([word, await shown(store, word)]).toEqual([word, 1]);
  },
  'a word is found with and without the marks that readers leave out': async ({ open }) => {
    const store = open();
    const pairs = [
      ['الطَّالِبُ', 'الطالب'],
      ['شَاهِــد', 'شاهد'],
      ['שָׁלוֹם', 'שלום'],
      ['βιβλιοθήκη', 'βιβλιοθηκη'],
      ['Μαΐου', 'ΜΑΙΟΥ'],
      ['ΣΟΦΟΣ', 'σοφός'],
      ['naïve', 'naive'],
      ['Việt', 'viet'],
      ['ёлка', 'елка'],
      ['за\u0301мок', 'замок'],
      ['Işık', 'ışık', 'isik', 'IŞIK'],
      ['DİYARBAKIR', 'diyarbakır', 'Diyarbakir'],
      ['Łódź', 'lodz', 'łódź', 'ŁÓDŹ'],
      ['Zażółć', 'zazolc'],
      ['œuvres', 'oeuvres', 'ŒUVRES'],
      ['cœur', 'coeur'],
      ['Ærø', 'aero', 'ærø'],
      ['Đặng', 'dang'],
      ['Þórður', 'thordur', 'ÞÓRÐUR'],
      ['Ħamrun', 'hamrun'],
      ['weiß', 'WEISS', 'weiss'],
    ] as const;
    await put(store, ...pairs.map(([text], index) => page(text, { url: at(String(index)) })));
    for (const [index, spellings] of pairs.entries())
      for (const word of spellings)
        expect([word, urls(await find(store, word))]).toEqual([word, [at(String(index))]]);
  },
  'a word is found by its forms in the language of its page, and by no word of another language': async ({
    open,
  }) => {
    const store = open();
    const pages = [
      ['fr', 'Il a été là', ['été', 'ete']],
      ['fr', 'et encore', []],
      ['de', 'Das Gas und die Öffnungszeiten', ['Gas', 'Öffnungszeit', 'öffnungszeiten', 'offnungszeiten']],
      ['fr', 'Ça va, ga', []],
      ['es', 'Hace años que no más', ['años', 'año', 'anos', 'más', 'mas']],
      ['es-MX', 'El país y las ciudades', ['país', 'ciudad', 'países']],
      ['pt', 'me dê o mês de ma', ['mês']],
      ['pt-BR', 'Mais informações pai', ['informação', 'informações', 'informacao', 'informacoes']],
      ['ru', 'Библиотека', ['библиотеки', 'библиотеку', 'библиотека']],
      ['en', 'The cafés were opened', ['cafés', 'café', 'open', 'opening']],
      ['', 'Ein Straßenfest. Houses', ['straßenfest', 'house']],
    ] as const;
    await put(
      store,
      ...pages.map(([language, text], index) => page(text, { language, url: at(String(index)) })),
    );
    for (const [index, [, , words]] of pages.entries())
      for (const word of words)
        expect([word, urls(await find(store, word))]).toEqual([word, [at(String(index))]]);
  },
  'a word is found in the spellings that its readers write': async ({ open }) => {
    const store = open();
    const pairs = [
      ['ar', 'أحمد', ['احمد', 'أحمد']],
      ['ar', 'مدرسة', ['مدرسه', 'مدرسة']],
      ['ar', '١٢٣٤', ['1234', '۱۲۳۴']],
      ['fa', 'کتابخانه', ['كتابخانه']],
      ['fa', 'می\u200cخواهیم', ['میخواهیم', 'می\u200cخواهیم']],
      ['hi', 'क़िला', ['किला']],
      ['hi', 'हिन्दी', ['हिंदी', 'हिन्दी']],
      ['he', 'צה״ל', ['צה"ל', 'צה״ל', 'צהל']],
    ] as const;
    await put(
      store,
      ...pairs.map(([language, text], index) => page(text, { language, url: at(String(index)) })),
    );
    for (const [index, [, , spellings]] of pairs.entries())
      for (const word of spellings)
        expect([word, urls(await find(store, word))]).toEqual([word, [at(String(index))]]);
  },
  'words that differ in a vowel sign are different words': async ({ open }) => {
    const store = open();
    const words = ['काला', 'केला', 'कला', 'கால்', 'கல்', 'বাড়ি', 'বড়ো', 'мой', 'мои'];
    await put(store, ...words.map((text, index) => page(text, { url: at(String(index)) })));
    for (const [index, word] of words.entries())
      expect([word, urls(await find(store, word))]).toEqual([word, [at(String(index))]]);
  },
  'a word of an address is found where the address is shown': async ({ open }) => {
    const store = open();
    await put(
      store,
      page('See [the gate](https://e.org/quokka) and ![it](/quokka.png).', { url: at('hidden') }),
      page('It is at https://e.org/quokka.', { url: at('bare') }),
      page('```\nrun[i](a/quokka)\n```', { url: at('code') }),
    );
    expect(urls(await find(store, 'quokka')).toSorted()).toEqual([at('bare'), at('code')]);
    expect(urls(await find(store, 'gate'))).toEqual([at('hidden')]);
  },
  'a word with an underscore is a phrase': async ({ open }) => {
    const store = open();
    await put(store, page('Set wal_level to replica.'), page('The level of the wal.', { url: at('other') }));
    expect(urls(await find(store, 'wal_level'))).toEqual([url]);
  },
  'quotes and operators are no language': async ({ open }) => {
    const store = open();
    await put(store, page('weir'));
    for (const words of ["weir' OR '1", 'weir" OR', 'NOT weir', "weir:* & !'", 'NEAR(weir'])
      await find(store, words);
    expect(await shown(store, 'weir')).toBe(1);
  },
  'no more passages than are asked for': async ({ open }) => {
    const store = open();
    await put(store, ...Array.from({ length: 5 }, (_, index) => page('weir', { url: at(String(index)) })));
    expect(await find(store, 'weir', { count: 3 })).toHaveLength(3);
  },
  'of each page no more passages than are asked for, its best ones, by words and by meaning': async ({
    open,
  }) => {
    const store = open();
    const long = Array.from({ length: 30 }, (_, index) => section(`Weir ${index}`, 'gate')).join('\n\n');
    await embed(store, [
      page(long, { url: at('long') }),
      page('A weir.', { url: at('short'), title: 'Other' }),
    ]);
    const all = await find(store, 'weir', { count: 50 });
    expect(all).toHaveLength(31);
    const few = await find(store, 'weir', { count: 50, perPage: 2 });
    const [first, second] = all.filter((each) => each.url === at('long'));
    expect(few.filter((each) => each.url === at('long'))).toEqual([first, second]);
    expect(few).toEqual(all.filter((each) => few.some(({ id }) => id === each.id)));
    expect(urls(await find(store, 'weir', { count: 3, perPage: 1 })).toSorted()).toEqual([
      at('long'),
      at('short'),
    ]);
    expect(urls(await find(store, 'weir', { count: 1, perPage: 1 }))).toEqual([all[0]?.url]);
    const filters = { urlPrefix: at('l') };
    expect(urls(await find(store, 'weir', { perPage: 1, filters }))).toEqual([at('long')]);
    const near1 = urls(await near(store, 'Weir gate', { count: 5, perPage: 1 }));
    expect(near1.toSorted()).toEqual([at('long'), at('short')]);
  },
  'what a page weighs is a part of its score': async ({ open }) => {
    const store = open();
    await put(store, page('weir', { url: at('light'), weight: 0.1 }), page('weir', { url: at('zheavy') }));
    expect(urls(await find(store, 'weir'))).toEqual([at('zheavy'), at('light')]);
  },
};

/** Pages that differ in all that filters look at. */
const differing = [
  page('weir', { url: 'https://e.org/a' }),
  page('weir', { url: 'https://docs.e.org:8080/b', language: 'en-GB', source: 'mills' }),
  page('weir', { url: 'https://note.org/c', language: 'de', group: 'rivers', at: now - 5 * day }),
  page('weir', { url: "https://f.org/it's_100%/d", agency: "o'brien" }),
];
const hosts = (found: readonly FoundPassage[] | null): string[] =>
  urls(found)
    .map((each) => new URL(each).hostname)
    .toSorted();
const filtered: readonly (readonly [PassageFilters, readonly string[]])[] = [
  [{ site: 'e.org' }, ['docs.e.org', 'e.org']],
  [{ site: 'docs.e.org' }, ['docs.e.org']],
  [{ site: 'docs.e.org:8080' }, ['docs.e.org']],
  [{ site: 'docs.e.org:80' }, []],
  [{ sites: ['docs.e.org', 'note.org'] }, ['docs.e.org', 'note.org']],
  [{ sites: ['org'], excludeSites: ['e.org', "it's"] }, ['f.org', 'note.org']],
  [{ excludeSites: ['note.org', 'docs.e.org:80'] }, ['docs.e.org', 'e.org', 'f.org']],
  [{ language: 'en' }, ['docs.e.org', 'e.org', 'f.org']],
  [{ language: 'de' }, ['note.org']],
  [{ source: 'mills' }, ['docs.e.org']],
  [{ group: 'rivers' }, ['note.org']],
  [{ agency: "o'brien" }, ['f.org']],
  [{ urlPrefix: "https://f.org/it's_100%" }, ['f.org']],
  [{ urlPrefix: "' OR 1=1 --" }, []],
  [{ seenBefore: now - 2 * day }, ['note.org']],
  [{ seenAfter: now - day }, ['docs.e.org', 'e.org', 'f.org']],
  [{ site: 'e.org', source: 'mills' }, ['docs.e.org']],
];
export const filtering: Record<string, StoreCase> = Object.fromEntries(
  filtered.map(([filters, wanted]) => [
    `where ${JSON.stringify(filters)}, by words and by meaning`,
    async ({ open }: StoreUnderTest) => {
      const store = open();
      await embed(store, differing);
      expect(hosts(await find(store, 'weir', { filters }))).toEqual(wanted);
      expect(hosts(await near(store, 'weir', { filters }))).toEqual(wanted);
    },
  ]),
);
