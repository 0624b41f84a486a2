import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makePdf } from '../../lib/fetch/make-pdf.fixture.ts';
import { runCli } from '../run-cli.ts';

const html =
  '<html lang="en"><head><title>Mill</title></head><body><main><nav><a href="/">Home</a></nav>' +
  '<h1>Mill</h1><p>It grinds <b>rye</b>, see <a href="wheel.html">the wheel</a>.</p></main></body></html>';

test('content --json prints an object for each file, gzipped or not, and goes on after one that is missing', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gleaner-content-'));
  const [plain, packed] = [join(folder.path, 'a.html'), join(folder.path, 'b.html.gz')];
  writeFileSync(plain, html);
  writeFileSync(packed, gzipSync(html));
  const run = await runCli([
    'content',
    plain,
    join(folder.path, 'none.html'),
    packed,
    '--json',
    '--base-url',
    'https://a.test/m/',
  ]);
  const lines = run.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map((line) => line['source'])).toEqual([plain, join(folder.path, 'none.html'), packed]);
  expect(lines[2]).toMatchObject({
    title: 'Mill',
    markdown: '# Mill\n\nIt grinds **rye**, see [the wheel](https://a.test/m/wheel.html).',
    text: 'It grinds rye, see the wheel.',
    metadata: { language: 'en' },
    links: [
      { url: 'https://a.test/' },
      { url: 'https://a.test/m/wheel.html', text: 'the wheel', isInternal: true },
    ],
    structuredData: [],
  });
  expect(lines[1]).toMatchObject({ error: { code: 'UNREADABLE' } });
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toContain('read 2 of 3; 1 could not be read, 0 had no text');
});

test('content reads PDFs and feeds as a crawl does', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gleaner-content-'));
  const [pdf, feed, broken] = ['a.pdf', 'a.xml', 'b.pdf'].map((name) => join(folder.path, name));
  writeFileSync(pdf ?? '', makePdf([[['The mill grinds rye.', 12]]]));
  writeFileSync(
    feed ?? '',
    '<rss version="2.0"><channel><title>News</title><item><title>Mill</title><link>/m</link></item></channel></rss>',
  );
  writeFileSync(broken ?? '', '%PDF-1.7 and nothing');
  expect((await runCli(['content', pdf ?? ''])).stdout).toContain('The mill grinds rye.');
  const read = await runCli(['content', feed ?? '', '--base-url', 'https://a.test/feed']);
  expect(read.stdout).toContain('## [Mill](https://a.test/m)');
  const failed = await runCli(['content', broken ?? '']);
  expect([failed.exitCode, failed.stderr]).toEqual([5, expect.stringContaining('its PDF is broken')]);
});

test('content reads a page from the web, and explains what it left out', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    expect((await runCli(['content', url])).stdout).toContain(`[the wheel](${url}wheel.html)`);
    const explained = await runCli(['content', url, '--explain']);
    expect(explained.stdout).toContain('navigation: 1 elements, 4 characters; leads elsewhere');
    expect((await runCli(['content', url, '--without', 'navigation'])).stdout).toContain('Home');
  } finally {
    server.close();
  }
});

test('a pass that does not exist cannot be left out', async () => {
  const run = await runCli(['content', 'page.html', '--without', 'nothing']);
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain('call-outs');
});

test('a page without text is told, and the exit status says so', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gleaner-content-'));
  const empty = join(folder.path, 'empty.html');
  const full = join(folder.path, 'full.html');
  writeFileSync(empty, '<html><body><script>x()</script></body></html>');
  writeFileSync(full, html);
  const alone = await runCli(['content', empty]);
  expect(alone).toMatchObject({ exitCode: 5, stdout: '\n' });
  expect(alone.stderr).toContain('has no text');
  const both = await runCli(['content', empty, folder.path, full]);
  expect(both.exitCode).toBe(1);
  expect(both.stdout).toContain('It grinds **rye**');
  expect(both.stderr).toContain('read 1 of 3; 1 could not be read, 1 had no text');
});

test('content --compare shows all of the page and what its main content leaves out, plain in a pipe', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gleaner-content-'));
  const file = join(folder.path, 'a.html');
  writeFileSync(file, html);
  const { stdout, exitCode } = await runCli(['content', file, '--compare']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^the main content keeps 100\.0 % .* leaves out 2 lines \(-\) and adds 0 \(>\)\n\n {2}# Mill\n/,
  );
  expect(stdout).toContain('\n- <!-- page frame -->\n');
  expect(stdout).toContain('- [Home](');
  expect(stdout).not.toContain('\u001B');
});
