import { expect, test } from 'vitest';
import { costOfUnits, noModel } from './cost.ts';

test('a million of each unit costs its list price', () => {
  const million = 1e6;
  const of = (units: Parameters<typeof costOfUnits>[0]) => costOfUnits(units);
  expect(of({ wru: million }).dynamodb).toBe(0.625);
  expect(of({ rru: million }).dynamodb).toBe(0.125);
  expect(of({ sqs: million }).sqs).toBe(0.4);
  expect(of({ puts: million }).s3).toBe(5);
  expect(of({ gets: million }).s3).toBe(0.4);
  expect(of({ http: million }).apiGateway).toBe(3.5);
  expect(of({ runs: million }).lambda).toBe(0.2);
  // A gigabyte for three months.
  expect(of({ kbDays: 1_024 * 1_024 * 90 }).s3).toBe(0.069);
  // 1,000 seconds of a function of 2,048 MB.
  expect(of({ finishMs: million }).lambda).toBeCloseTo(2_000 * 0.0000133334, 9);
  expect(of({ renderMs: million }).lambda).toBeCloseTo(2_000 * 0.0000166667, 9);
});

test('the total is the sum of the services and the model', () => {
  const cost = costOfUnits(
    { wru: 100, sqs: 3, puts: 7, fetchMs: 5_000, http: 1 },
    { ...noModel, dollars: 0.25 },
  );
  const { lambda, dynamodb, sqs, s3, apiGateway, llm } = cost;
  expect(cost.total).toBeCloseTo(lambda + dynamodb + sqs + s3 + apiGateway + (llm ?? 0), 8);
  expect(llm).toBe(0.25);
});

test('where a model has no known price, neither it nor the total is told as nothing', () => {
  const cost = costOfUnits({ wru: 1 }, { inputTokens: 10, outputTokens: 1, calls: 1, dollars: null });
  expect([cost.llm, cost.total]).toEqual([null, null]);
  expect(cost.units.inputTokens).toBe(10);
});
