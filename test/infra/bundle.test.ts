import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { japanese, makeUnembeddedPdf, utf16Hex } from '../../lib/fetch/pdf/unembedded-pdf.fixture.ts';
import { bundleFunctions, bundleFolders, measureOutput } from '../../infra/bundle.ts';

// Inside the repository, so that what the entries import is found.
const folder = mkdtempSync(resolve(import.meta.dirname, '../../node_modules/.gleaner-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(
  join(folder, 'one.ts'),
  `import * as z from 'zod';\nexport const handler = (): string => z.string().parse('one');\n`,
);
writeFileSync(
  join(folder, 'two.ts'),
  `import { SQSClient } from '@aws-sdk/client-sqs';\nimport TurndownService from 'turndown';\nimport { ` +
    `parseHTML } from 'linkedom';\n` +
    `export const client = new SQSClient({});\n` +
    `export const handler = (): string => new TurndownService().turndown(parseHTML('<html><body>` +
    `<h1>Two</h1></body></html>').document.body as never);\n`,
);
writeFileSync(
  join(folder, 'throws.ts'),
  `import * as z from 'zod';\n\nconst refuse = (said: string): boolean => {\n  throw new Error(said);\n};\n` +
    `const ask = (): boolean => refuse(process.argv.join()) || refuse('again');\n` +
    `export const handler = (): unknown => z.custom(ask).parse('one');\n` +
    `export { mapStack } from '../../lib/map-stack.ts';\n`,
);
writeFileSync(
  join(folder, 'logs.ts'),
  `import middy from '@middy/core';\nimport { logContext } from '../../functions/edge/logger.ts';\n\n` +
    `export const handler = middy()\n  .use(logContext())\n  .handler(() => {\n` +
    `    throw new Error('thrown', { cause: new Error('its cause') });\n  });\n` +
    `export const later = (): unknown =>\n  setTimeout(() => {\n    throw new Error('uncaught');\n  });\n`,
);
const bundle = (outdir: string) =>
  bundleFunctions({ outdir: join(folder, outdir), sources: folder, only: ['one', 'two'] });

test('a function without a file fails the build, by its name', async () => {
  await expect(
    bundleFunctions({ outdir: join(folder, 'none'), sources: folder, only: ['one', 'three'] }),
  ).rejects.toThrow(/functions without a file: .*three\.ts/);
});

test('each function is one ES module that runs from its folder, beside its source map and nothing else', async () => {
  const bundles = await bundle('run');
  expect(Object.keys(bundleFolders(bundles))).toEqual(['one', 'two']);
  for (const [name, said] of [
    ['one', 'one'],
    ['two', 'Two\n==='],
  ] as const) {
    expect(readdirSync(bundles[name].folder).sort()).toEqual(['index.mjs', 'index.mjs.map']);
    const url = pathToFileURL(join(bundles[name].folder, 'index.mjs')).href;
    const { handler } = (await import(/* @vite-ignore */ url)) as { handler: () => string };
    expect(handler()).toBe(said);
  }
  const map = JSON.parse(readFileSync(join(bundles.one.folder, 'index.mjs.map'), 'utf8')) as object;
  expect(map).not.toHaveProperty('sourcesContent');
});

/** What a program prints that imports the bundle of a function, to its output and then to its errors. */
const printed = async (name: 'throws' | 'logs', program: string): Promise<string> => {
  const bundles = await bundleFunctions({ outdir: join(folder, 'stack'), sources: folder, only: [name] });
  const url = pathToFileURL(join(bundles[name].folder, 'index.mjs')).href;
  const argv = ['--input-type=module', '--eval', `const bundle = await import('${url}');\n${program}`];
  return await promisify(execFile)(process.execPath, argv).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { readonly stdout: string; readonly stderr: string }) => error.stdout + error.stderr,
  );
};
const filesOf = (text: string): readonly (string | undefined)[] =>
  text
    .split('\n')
    .filter((line) => /^ +at .*\.gleaner-bundle-/.test(line))
    .map((line) => /([\w.]+:\d+):\d+\)?$/.exec(line)?.[1]);

test('a stack names our own files and lines, and gives frames of packages as those of the bundle', async () => {
  const files = filesOf(
    await printed(
      'throws',
      'try { bundle.handler(); } catch ({ stack }) { console.log(bundle.mapStack(stack)); }',
    ),
  );
  expect(files[0]).toBe('throws.ts:4');
  expect(files[1]).toBe('throws.ts:6');
  expect(files.at(-1)).toBe('throws.ts:7');
  const between = files.slice(2, -1);
  expect(between.length).toBeGreaterThan(0);
  for (const file of between) expect(file).toMatch(/^index\.mjs:/);
  const map = join(folder, 'stack/throws/index.mjs.map');
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] };
  expect(sources.toSorted()).toEqual(['../../../../lib/map-stack.ts', '../../throws.ts']);
});

test('what a handler throws names our own files and lines, with its causes, and so does what nothing catches', async () => {
  const handled = 'await bundle.handler({}, {}).catch((error) => { console.log(error); });';
  const thrown = filesOf(await printed('logs', handled));
  expect(thrown).toContain('logs.ts:7');
  expect(thrown.filter((file) => file === 'logs.ts:7')).toHaveLength(2);
  expect(filesOf(await printed('logs', 'bundle.later();'))).toEqual(['logs.ts:11']);
});

test('the same sources give the same bytes, whatever lay in the folder before', async () => {
  const read = ({ folder: of }: { readonly folder: string }) => readFileSync(join(of, 'index.mjs'), 'utf8');
  const first = await bundle('same');
  const before = [read(first.one), read(first.two)];
  writeFileSync(join(first.one.folder, 'stale.txt'), 'left over');
  const second = await bundle('same');
  expect([read(second.one), read(second.two)]).toEqual(before);
  expect(readdirSync(second.one.folder)).not.toContain('stale.txt');
});

test('a thread lies beside the bundle that starts it, and no part of it is in there', async () => {
  const bundles = await bundleFunctions({ outdir: join(folder, 'threads'), only: ['fetch-pages'] });
  const { folder: of, bytes } = bundles['fetch-pages'];
  expect(readdirSync(of).filter((file) => file.endsWith('.mjs'))).toEqual([
    'data-worker.mjs',
    'index.mjs',
    'pdf-worker.mjs',
  ]);
  expect(readFileSync(join(of, 'index.mjs'), 'utf8')).not.toContain('PasswordException');
  expect(bytes).toBeLessThan(2_500_000);
  const words = 'Words that a thread reads from its bundle.';
  // The table by which it is read lies beside the bundle.
  const pdf = makeUnembeddedPdf(japanese, [utf16Hex('図書館')], [words]);
  const worker = new Worker(join(of, 'pdf-worker.mjs'), {
    workerData: { bytes: pdf, pagesMax: 10, charactersMax: 1_000 },
  });
  try {
    const [answer] = (await once(worker, 'message')) as [{ kind: string }];
    expect(answer.kind).toBe('read');
    expect(JSON.stringify(answer)).toContain('図書館');
  } finally {
    await worker.terminate();
  }
});

test('of package.json a bundle holds the version alone, so another version of a tool makes no other bundle', async () => {
  const bundles = await bundleFunctions({ outdir: join(folder, 'version'), only: ['manage-sources'] });
  const code = readFileSync(join(bundles['manage-sources'].folder, 'index.mjs'), 'utf8');
  const { version } = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
  ) as { readonly version: string };
  expect([code.includes(`version:"${version}"`), code.includes('oxlint')]).toEqual([true, false]);
});

test('what only describes the API is left out of its bundle, and lies beside it as its description', async () => {
  const { api } = await bundleFunctions({ outdir: join(folder, 'words'), only: ['api'] });
  const sentence = 'Every page counts once, and the job always ends.';
  const read = (file: string): string => readFileSync(join(api.folder, file), 'utf8');
  expect(read('index.mjs')).not.toContain(sentence);
  expect(read('index.mjs')).toContain('expected at least 1 page');
  expect(read('openapi.json')).toContain(sentence);
  const url = pathToFileURL(join(api.folder, 'render-page.mjs')).href;
  const { renderPage } = (await import(/* @vite-ignore */ url)) as {
    renderPage: (document: unknown) => string;
  };
  expect(renderPage(JSON.parse(read('openapi.json')))).toContain(sentence);
});

test('bytes of the AWS SDK and of what only it needs are told apart', async () => {
  const { one, two } = await bundle('measured');
  expect(one.bytesWithoutSdk).toBe(one.bytes);
  expect(two.bytes - two.bytesWithoutSdk).toBeGreaterThan(150_000);
  const input = (bytesInOutput: number) => ({ bytesInOutput });
  const inputs = { 'node_modules/@smithy/core/a.js': input(600), 'lib/failure.ts': input(300) };
  expect(measureOutput({ bytes: 1_000, inputs, imports: [], exports: [] })).toEqual({
    bytes: 1_000,
    bytesWithoutSdk: 400,
  });
});
