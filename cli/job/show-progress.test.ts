import { expect, test } from 'vitest';
import { cliStatusSchema } from './job-status.ts';
import { showJobProgress } from './show-progress.ts';

const written = (status: object, isTTY = false): string => {
  const lines: string[] = [];
  const write = (text: string): boolean => lines.push(text) > 0;
  const stream = { isTTY, columns: 400, hasColors: () => false, write };
  const progress = showJobProgress(stream as unknown as NodeJS.WriteStream, 'extract', {});
  progress.update(cliStatusSchema.parse(status));
  return lines.join('');
};

const extraction = { fieldsAnswered: 7, fieldsFree: 5, inputTokens: 900, outputTokens: 100, dollars: 0.0123 };
const running = { status: 'processing', completed: 3, total: 12, cost: extraction };

test('the progress of an extraction says pages, fields found, tokens and dollars', () => {
  const line = written(running);
  for (const part of ['3', '12', '7 fields', '1000 tokens', '$0.0123']) expect(line).toContain(part);
});

test('what has not been spent, and what has no price that is known, is not shown as money', () => {
  const free = { ...extraction, inputTokens: 0, outputTokens: 0, dollars: 0 };
  expect(written({ ...running, cost: free })).not.toMatch(/token|\$/);
  const unpriced = { ...extraction, dollars: null };
  expect(written({ ...running, cost: unpriced })).toMatch(/1000 tokens(?!.*\$)/);
});

test('a job that waits for a model says why, since when and until when', () => {
  const waiting = {
    code: 'LLM_RATE_LIMITED',
    reason: 'every key rests',
    since: '2026-11-22T10:00:00Z',
    until: '2026-11-22T10:30:00Z',
  };
  const said = written({ ...running, waiting });
  expect(said).toContain('LLM_RATE_LIMITED: every key rests');
  expect(said).toContain('waiting since 10:00:00, until 10:30:00 UTC');
});

test.each([false, true])('words of a provider do nothing to the screen (a terminal: %s)', (isTTY) => {
  const hostile = '\u001B]0;owned\u0007\u001B[2J\u009B2J\u202Ekey\nSaved to /etc';
  const waiting = {
    code: `LLM_RATE_LIMITED${hostile}`,
    reason: `slow ${hostile}`,
    since: '2026-11-22T10:00:00Z',
    until: '2026-11-22T10:30:00Z',
  };
  const said = written({ ...running, waiting }, isTTY);
  expect(said).toContain('slow ]0;owned[2J2Jkey Saved to /etc\n');
  // What remains is our own: a line is cleared, and drawn again.
  const foreign = ['\r', '\u001B[K', '\n'].reduce((text, own) => text.replaceAll(own, ''), said);
  expect(foreign).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
});

test('a job that is followed again, after a restart, is told with the rate, time and rest of the whole job', () => {
  const createdAt = Date.parse('2026-11-24T10:00:00Z');
  const lines: string[] = [];
  const stream = { isTTY: false, write: (text: string): boolean => lines.push(text) > 0 };
  const clock = (): number => createdAt + 120_000;
  const progress = showJobProgress(stream as unknown as NodeJS.WriteStream, 'crawl', {}, clock);
  const status = { status: 'scraping', completed: 600, total: 900, createdAt: '2026-11-24T10:00:00Z' };
  progress.update(cliStatusSchema.parse(status));
  expect(lines.join('')).toContain('600/900  5.0 pages/s  2:00  1:00 left');
});
