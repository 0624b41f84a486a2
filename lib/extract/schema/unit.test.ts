import { expect, test } from 'vitest';
import { coerced, type Written } from './coerce.ts';
import { readFieldIntent } from './field-intent.ts';
import { unitsAsked } from './unit.ts';

const number = (text: string, name: string, description = '', more: Partial<Written> = {}): unknown => {
  const { words, units } = readFieldIntent({ name, description });
  const written = { text, kind: 'number' as const, ...more };
  return (
    coerced({ type: 'number', schema: { type: 'number' } }, written, {
      words,
      units,
      language: 'en',
      baseUrl: 'https://a.example/',
    })?.value ?? null
  );
};

test('a unit that is asked for has to be the one that is said: nothing is converted', () => {
  expect(number('1.2 kg', 'weight_kg')).toBe(1.2);
  expect(number('1.2 kg', 'weight', 'in kilograms')).toBe(1.2);
  expect(number('1200 g', 'weight_kg')).toBeNull();
  expect(number('1.2', 'weight_kg')).toBeNull();
  expect(number('1.2', 'weight_kg', '', { units: ['kg'] })).toBe(1.2);
  expect(number('1.2 kg', 'weight')).toBe(1.2);
  expect(number('3 to 5 kg', 'weight')).toBeNull();
});

test('durations are told in the unit that is asked for', () => {
  expect(number('PT1H30M', 'cook_time_minutes', '', { kind: 'duration' })).toBe(90);
  expect(number('1 h 30 min', 'time', 'in hours', { kind: 'duration' })).toBe(1.5);
  expect(number('PT1H30M', 'cook_time', '', { kind: 'duration' })).toBeNull();
});

test('money is in no other currency than the one that is asked for, and not nothing', () => {
  expect(number('19.90 EUR', 'price', '', { kind: 'money' })).toBe(19.9);
  expect(number('19.90', 'price', 'in euros', { kind: 'money', currency: 'EUR' })).toBe(19.9);
  expect(number('19.90', 'price', 'in dollars', { kind: 'money', currency: 'EUR' })).toBeNull();
  expect(number('0.00', 'price', '', { kind: 'money' })).toBeNull();
  expect(number('1.299', 'price', '', { kind: 'money' })).toBeNull();
});

test('a word is a unit only where it stands as one', () => {
  expect([...unitsAsked('weight_g', '')]).toEqual(['g']);
  expect([...unitsAsked('g', 'grams of fat')]).toEqual(['g']);
  expect([...unitsAsked('second_author', 'min. one, in the text')]).toEqual([]);
  expect([...unitsAsked('duration', 'in minutes')]).toEqual(['min']);
});
