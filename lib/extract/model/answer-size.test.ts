import { expect, test } from 'vitest';
import { answerSizeId, nextAnswerSize, type AnswerSize } from './answer-size.ts';

const learn = (outputs: readonly number[], from: AnswerSize | null = null, expected = 50): AnswerSize =>
  outputs.reduce<AnswerSize | null>(
    (known, outputTokens) => nextAnswerSize(known, { expected, outputTokens }),
    from,
  ) ?? expect.fail();
const times = (count: number, tokens: number): number[] => Array.from({ length: count }, () => tokens);

test('the size of answers comes close to what they take, from whatever was expected', () => {
  for (const expected of [1, 50, 500])
    for (const tokens of [20, 400, 3_000]) {
      const known = learn(times(60, tokens), null, expected).tokens;
      expect(known / tokens, `${expected} expected, ${tokens} taken`).toBeGreaterThan(0.6);
      expect(known / tokens, `${expected} expected, ${tokens} taken`).toBeLessThan(1.6);
    }
});

test('one answer of another size moves it little, however long or short', () => {
  const known = learn(times(40, 100));
  expect(learn([8_192], known).tokens).toBeLessThan(1.5 * known.tokens);
  expect(learn([0], known).tokens).toBeGreaterThan(0.9 * known.tokens);
});

test('it rises to longer answers faster than it falls to shorter ones', () => {
  const known = learn(times(40, 100));
  const [up, down] = [learn(times(10, 200), known).tokens - 100, 100 - learn(times(10, 50), known).tokens];
  expect(up / 100).toBeGreaterThan(0.6);
  expect(down / 50).toBeLessThan(0.4);
});

test('a size that somebody made as low as can be rises with every answer that is longer', () => {
  let known: AnswerSize = { tokens: 1, answers: 32 };
  for (let answer = 1; answer <= 40; answer += 1) {
    const next = learn([500], known);
    expect(next.tokens).toBeGreaterThan(known.tokens);
    known = next;
  }
  expect(known.tokens).toBeGreaterThan(450);
});

test('a team, a model at an address, and a schema in whatever order of its members have one size', () => {
  const choice = { baseUrl: 'http://a.test', model: 'm' };
  const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } };
  const turned = { properties: { b: { type: 'number' }, a: { type: 'string' } }, type: 'object' };
  const id = answerSizeId('team', { choice, schema });
  expect(answerSizeId('team', { choice, schema: turned })).toBe(id);
  const others = [
    answerSizeId('other', { choice, schema }),
    answerSizeId('team', { choice: { ...choice, model: 'n' }, schema }),
    answerSizeId('team', { choice: { ...choice, baseUrl: 'http://b.test' }, schema }),
    answerSizeId('team', { choice, schema: { type: 'object' } }),
  ];
  expect(new Set([id, ...others]).size).toBe(5);
});
