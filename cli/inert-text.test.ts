import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inertJson, inertOnTerminal, inertText } from './inert-text.ts';

const all = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join('');
const codes = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);
const isObeyed = (code: number): boolean =>
  code < 32 || (code >= 127 && code < 160) || (code >= 0x202a && code <= 0x202e);

describe.each([
  ['in a pipe', inertText],
  ['on a terminal', inertOnTerminal],
])('text %s', (_name, inert) => {
  test('holds nothing that a terminal obeys, and everything that it shows', () => {
    expect(codes(inert(all)).filter(isObeyed)).toEqual([9, 10]);
    for (const mark of ['\u202e', '\u2066', '\u2069']) expect(inert(`a${mark}b`)).toBe('ab');
    expect(inert('\u001b]0;PWNED\u0007\u001b[31mred\u001b[2J\u009b31m\u202egnp.exe')).toBe(
      ']0;PWNED[31mred[2J31mgnp.exe',
    );
    expect(inert('Größe 漢字 עברית 😀')).toBe('Größe 漢字 עברית 😀');
  });
});

test('a terminal gets no marks of direction either; in a pipe they are part of the text', () => {
  for (const mark of ['\u061c', '\u200e', '\u200f']) {
    expect(inertOnTerminal(`a${mark}b`)).toBe('ab');
    expect(inertText(`a${mark}b`)).toBe(`a${mark}b`);
  }
});

test('JSON says the same, in characters that nobody obeys', () => {
  const value = { [all]: [all, 1, null], 'ü😀': true };
  for (const indent of [undefined, 2]) {
    expect(codes(inertJson(value, indent)).filter((code) => isObeyed(code) && code !== 10)).toEqual([]);
    expect(JSON.parse(inertJson(value, indent))).toEqual(value);
  }
});

/** Writers to a terminal, by file, that take no text of pages: what stands in them is ours. */
const ofOurs: ReadonlySet<string> = new Set([
  // The one place where results are written: `writeOut` has made them inert, colours are painted after that.
  'cli/output/write-output.ts: text',
  'local/start/run.ts: `Gleaner is up at ${running.url} after ${seconds} s\\n`',
  'local/start.ts: usage',
  'local/start.ts: `${parsed.message}\\nSee: npm start -- --help\\n`',
]);

test('no command writes to a terminal what was not made inert', () => {
  const root = join(import.meta.dirname, '..');
  const files = ['cli', 'local/start', 'local'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== 'local', encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  );
  const written = files
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|run-test-stack/.test(path))
    .flatMap((path) =>
      [
        ...readFileSync(join(root, path), 'utf8').matchAll(
          /(?:process\.std(?:out|err)\.write|console\.\w+)\(\s*([\s\S]*?),?\s*\)(?:;|\)|\s\w)/g,
        ),
      ].map(([, said = '']) => ({ path, said })),
    );
  expect(written.length).toBeGreaterThan(5);
  const raw = written.filter(
    ({ said }) => !/inert/.test(said) && !/^'[^']*'(?:\s*\+\s*'[^']*')*$/.test(said),
  );
  expect(raw.map(({ path, said }) => `${path}: ${said}`).filter((row) => !ofOurs.has(row))).toEqual([]);
});
