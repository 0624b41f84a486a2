import { expect, test } from 'vitest';
import { explainAnswer } from '../job/explain-answer.ts';
import { readField } from './extract-request.ts';

test.each([
  ['price', 'string', ''],
  ['price:number', 'number', ''],
  ['price:number|null:without tax', 'number', 'without tax'],
  ['price:number | null', 'number', ''],
  ['tags:list[string]:what it is about: all of it', 'list[string]', 'what it is about: all of it'],
  ['price:the price without tax', 'string', 'the price without tax'],
  ['owner:person', 'string', 'person'],
  ['price::without tax', 'string', 'without tax'],
])('--field %s is understood', (text, type, description) => {
  const name = text.split(':')[0];
  expect(readField(text)).toEqual({ ok: true, value: { name, type, description } });
});

test.each([
  ['price:nummber', 'Did you mean number?'],
  ['price:numbr', 'Did you mean number?'],
  ['price:Interger:whole', 'Did you mean integer?'],
  ['tags:list[strnig]', 'Did you mean list[string]?'],
  ['price:float', 'Did you mean number?'],
  ['pages:int', 'Did you mean integer?'],
  ['tags:list', 'Did you mean list[string]?'],
  ['tags:array:what it is about', 'Did you mean list[string]?'],
  ['tags:string[]', 'Did you mean list[string]?'],
  ['open:bool', 'Did you mean boolean?'],
  ['x:nubmer', 'found the type "nubmer". Did you mean number?'],
  ['price:nubmer|null', 'Did you mean number?'],
  ['price: nubmer', 'Did you mean number?'],
  ['price:number?', 'Did you mean number?'],
  ['price:list<number>', 'Did you mean list[number]?'],
  ['price:[number]', 'Did you mean list[number]?'],
  ['price:list[number', 'Did you mean list[number]?'],
  ['tags:string[] | null', 'Did you mean list[string]?'],
  ['dates:list[date]', 'found the type "list[date]"'],
  ['published:date|null', 'found the type "date|null"'],
  ['price:currency:in words', 'found the type "currency"'],
  ['1price', 'expected name:type:description'],
])('--field %s is refused', (text, words) => {
  const read = readField(text);
  expect(read.ok).toBe(false);
  expect(!read.ok && read.message).toContain(words);
});

test.each(['x:nubmer', 'x:nubmer:text', 'x:list[date]', 'x:currency:in words'])(
  'the refusal of the type in --field %s names every type, and how a description is told from a type',
  (text) => {
    const read = readField(text);
    expect(!read.ok && read.message).toContain(
      'expected one of string, number, integer, boolean, list[string], list[number], list[boolean], list[object]',
    );
    expect(!read.ok && read.message).toContain('x::TEXT');
  },
);

test('a description that resembles a type is taken behind two colons', () => {
  const value = { name: 'owner', type: 'string', description: 'member' };
  expect(readField('owner::member')).toEqual({ ok: true, value });
});

test('an answer is explained field by field: where it stands, and why the others lost', () => {
  const evidence = (url: string): object => ({ url, kind: 'key-value', where: 'table', quote: 'Price: 39' });
  const candidate = (value: number, confidence: number, url: string, more: object = {}): object => ({
    candidate: { value, confidence, grounded: 'grounded', evidence: evidence(url), ...more },
  });
  const alternatives = [{ value: 49, kind: 'json-ld', where: null, why: 'it is struck out' }];
  const lines = explainAnswer({
    data: { price: 39, mood: null },
    warning: 'Open: mood. LLM_REFUSED: no',
    sources: {
      price: {
        value: 39,
        from: candidate(39, 0.9, 'https://a.example/', { alternatives }),
        losing: [candidate(12, 0.8, 'https://b.example/')],
      },
    },
  });
  expect(lines).toEqual([
    'price: 39',
    '  from https://a.example/ (key-value, grounded, confidence 0.9) at table',
    '  as written: "Price: 39"',
    '  not 49 (json-ld): it is struck out',
    '  not 12 from https://b.example/ (key-value, grounded, confidence 0.8): it is less sure',
    'mood: open',
    '  no page answers it',
    'Warning: Open: mood. LLM_REFUSED: no',
  ]);
});

test('a list is explained item by item: each with where it stands', () => {
  const item = (value: string, url: string): object => ({
    value,
    confidence: 0.9,
    grounded: 'grounded',
    evidence: { url, kind: 'text', where: null, quote: `made of ${value}` },
  });
  const items = [item('oak', 'https://a.example/'), item('ash', 'https://b.example/')];
  const lines = explainAnswer({
    data: { woods: ['oak', 'ash'] },
    sources: { woods: { value: ['oak', 'ash'], from: { candidate: items[0] }, items } },
  });
  expect(lines).toEqual([
    'woods: ["oak","ash"]',
    '  "oak"',
    '    from https://a.example/ (text, grounded, confidence 0.9)',
    '    as written: "made of oak"',
    '  "ash"',
    '    from https://b.example/ (text, grounded, confidence 0.9)',
    '    as written: "made of ash"',
  ]);
});
