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
  ['price:nummber', 'did you mean number?'],
  ['price:numbr', 'did you mean number?'],
  ['price:Interger:whole', 'did you mean integer?'],
  ['tags:list[strnig]', 'did you mean list[string]?'],
  ['price:float', 'did you mean number?'],
  ['pages:int', 'did you mean integer?'],
  ['tags:list', 'did you mean list[string]?'],
  ['tags:array:what it is about', 'did you mean list[string]?'],
  ['tags:string[]', 'did you mean list[string]?'],
  ['open:bool', 'did you mean boolean?'],
  ['price:currency:in words', 'it is one of string'],
  ['1price', 'expected name:type:description'],
])('--field %s is refused', (text, words) => {
  const read = readField(text);
  expect(read.ok).toBe(false);
  expect(!read.ok && read.message).toContain(words);
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
