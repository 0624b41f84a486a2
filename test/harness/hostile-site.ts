import { execFileSync } from 'node:child_process';
import { serveSite, type TestSite } from './serve-site.ts';

/** A site whose pages do to a browser what pages do: most are harmless. */
export interface HostileSite extends TestSite {
  /** Paths by what their page does. */
  readonly paths: Readonly<Record<string, string>>;
}

const words = 'Words enough for a page that has something to say. '.repeat(12);
const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Page</title></head><body><h1>Page</h1>` +
  `<p>${words}</p>${body}</body></html>`;
const script = (code: string): string => page(`<script>${code}</script>`);

const pages: Readonly<Record<string, string>> = {
  plain: page(''),
  form: page('<form><input><select><option>a</option></select><textarea>b</textarea></form>'),
  'script-built':
    `<!doctype html><title>App</title><div id="root"></div><script>fetch('/data').then((it) => ` +
    `it.json()).then(({ text }) => {
    document.getElementById('root').innerHTML = '<h1>' + text + '</h1><p>${words}</p>'; });</script>`,
  'endless loop': script('for (;;);'),
  'endless loop, later': script('setTimeout(() => { for (;;); }, 300);'),
  dialogs: script("alert(1); confirm(2); prompt(3); onbeforeunload = () => 'stay';"),
  popups: script("for (let i = 0; i < 30; i += 1) { window.open('/plain'); }"),
  polling: script("setInterval(() => fetch('/data'), 40);"),
  reloads: script('setTimeout(() => location.reload(), 30);'),
  workers: script(
    "for (let i = 0; i < 20; i += 1) new Worker(URL.createObjectURL(new Blob(['setInterval(() => 0, 5)'])));",
  ),
  sockets: script(
    "for (const scheme of ['ws', 'wss']) new WebSocket(scheme + '://' + location.host); new EventSource('/stream');",
  ),
  'memory without end': script(
    'const all = []; setInterval(() => { for (let i = 0; i < 4; i += 1) all.push(new Uint8Array(16 << ' +
      '20).fill(1)); }, 1);',
  ),
  'memory at once': script('const all = []; for (;;) all.push(new Array(1 << 20).fill(Math.random()));'),
  'many elements': script(
    "document.body.append(...Array.from({ length: 50_000 }, () => document.createElement('i')));",
  ),
};

/** Kills whatever has this in its command line: a Chromium is known by the address of its proxy. */
const killNamed = (text: string): void => {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  for (const line of lines) {
    if (line.includes('/chromium ') && line.includes(text))
      process.kill(Number(line.trim().split(/\s+/)[0]), 'SIGKILL');
  }
};

/**
 * Serves the pages on a free port.
 *
 * @param ofThis stands in the command line of the browsers that are killed by `crash`, and of no other.
 */
export const serveHostileSite = async (ofThis: string): Promise<HostileSite> => {
  const type = { 'content-type': 'text/html; charset=utf-8' };
  const site = await serveSite((path, response) => {
    const name = decodeURIComponent(path.slice(1));
    if (path === '/robots.txt') return void response.writeHead(404).end();
    if (path === '/data')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"Built"}');
    if (path === '/stream')
      return void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    if (name === 'download') {
      const attachment = { 'content-type': 'application/zip', 'content-disposition': 'attachment' };
      return void response.writeHead(200, attachment).write(Buffer.alloc(200_000));
    }
    if (name === 'never answers') return;
    if (name === 'never ends') {
      response.writeHead(200, type).write('<!--');
      const more = (): void =>
        void (response.destroyed || (response.write(Buffer.alloc(1 << 20, 'x')), setImmediate(more)));
      return more();
    }
    if (name === 'crash') return killNamed(ofThis);
    const body = pages[name];
    response.writeHead(body === undefined ? 404 : 200, type).end(body ?? 'not here');
  });
  const names = [...Object.keys(pages), 'download', 'never answers', 'never ends', 'crash'];
  return { ...site, paths: Object.fromEntries(names.map((name) => [name, `/${encodeURIComponent(name)}`])) };
};
