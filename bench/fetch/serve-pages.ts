import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The site of the benchmark, a process of its own: `/plain/N` is an article of 20 KB with its links, `/app/N` the
 * same one written by a script that asks for it. Prints its origin, and ends with its standard input.
 */
const sentence =
  'The quick brown fox jumps over the lazy dog while the river flows slowly through the valley. ';
const articleOf = (page: number): string =>
  Array.from(
    { length: 24 },
    (_, index) =>
      `<h2>Part ${index} of ${page}</h2><p>${sentence.repeat(8)}<a href="/plain/${page + index}">next</a></p>`,
  ).join('');
const head = (title: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
  `<style>body{font:16px/1.5 sans-serif;max-width:70ch}</style></head>`;

const server = createServer((request, response) => {
  const [, kind, number] = (request.url ?? '').split('/');
  const page = Number(number);
  if (kind === 'plain')
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`${head(`Page ${page}`)}<body><main><h1>Page ${page}</h1>${articleOf(page)}</main></body></html>`);
  if (kind === 'app')
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `${head('App')}<body><div id="root"></div><script>fetch('/data/${page}').then((it) => ` +
          `it.json()).then(({ html }) => { document.getElementById('root').innerHTML = html; document.title ` +
          `= 'Page ${page}'; });</script></body></html>`,
      );
  if (kind === 'data')
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ html: `<main><h1>Page ${page}</h1>${articleOf(page)}</main>` }));
  response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.resume().on('end', () => process.exit(0));
