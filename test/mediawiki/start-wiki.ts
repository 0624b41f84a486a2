import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = '/usr/share/mediawiki';
const run = promisify(execFile);

/** Why no real MediaWiki can be started here; null where one can. */
export const whyNoWiki = (): string | null => {
  if (!existsSync(join(root, 'maintenance/install.php'))) return `there is no MediaWiki in ${root}`;
  try {
    const modules = execFileSync('php', ['-m'], { encoding: 'utf8' });
    return modules.includes('pdo_sqlite') ? null : 'PHP has no SQLite';
  } catch {
    return 'there is no PHP';
  }
};

/** A real MediaWiki on loopback, in German, with its data in a folder of its own. */
export interface RealWiki {
  readonly origin: string;
  readonly host: string;
  /** Entry for the addresses that may be fetched. */
  readonly allow: string;
  /** Makes or replaces pages: titles with their wikitext. */
  importPages(pages: Readonly<Record<string, string>>): Promise<void>;
  removePages(titles: readonly string[]): Promise<void>;
  /** Adds lines of PHP to its settings; answers what takes them back. */
  configure(php: string): Promise<() => Promise<void>>;
  /** Paths that were asked for, with their queries, since the last call. */
  requests(): Promise<string[]>;
  stop(): Promise<void>;
}

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** MediaWiki's own form of an export, which it imports. */
const dumpOf = (pages: Readonly<Record<string, string>>): string => {
  const timestamp = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  const items = Object.entries(pages).map(
    ([title, text]) =>
      `<page><title>${escaped(title)}</title><revision><timestamp>${timestamp}</timestamp>` +
      `<contributor><username>Admin</username></contributor><model>wikitext</model><format>text/x-wiki</format>` +
      `<text xml:space="preserve">${escaped(text)}</text></revision></page>`,
  );
  return (
    `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" ` +
    `xml:lang="de">${items.join('\n')}</mediawiki>`
  );
};

const settings = (base: string, port: number): string =>
  `
$wgServer = 'http://127.0.0.1:${port}';
$wgArticlePath = '/wiki/$1';
$wgUsePathInfo = true;
$wgJobRunRate = 0;
$wgEnableEmail = false;
// It tells versions apart by the second: an article parsed in the second in which a link of its became ` +
  `blue would stay red.
$wgParserCacheType = CACHE_NONE;
if ( file_exists( '${base}/more.php' ) ) { require '${base}/more.php'; }
`;

const waitUntilUp = async (server: ChildProcess, origin: string): Promise<void> => {
  for (let tries = 0; tries < 200; tries += 1) {
    if (server.exitCode !== null) throw new Error(`PHP's server ended with ${server.exitCode}`);
    const answer = await fetch(`${origin}/nothing`).catch(() => null);
    if (answer !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('PHP did not serve the wiki within ten seconds');
};

/** Installs an empty wiki and serves it on a free port. */
export const startWiki = async (): Promise<RealWiki> => {
  const base = await mkdtemp(join(tmpdir(), 'gleaner-wiki-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const log = join(base, 'requests');
  const environment = {
    ...process.env,
    MW_CONFIG_FILE: join(base, 'LocalSettings.php'),
    WIKI_ROOT: root,
    WIKI_REQUESTS: log,
  };
  const maintain = async (script: string, ...args: string[]): Promise<void> => {
    await run('php', [join(root, 'maintenance', script), ...args], { env: environment, cwd: base });
  };
  const install = [
    '--confpath',
    base,
    '--dbtype',
    'sqlite',
    '--dbpath',
    join(base, 'data'),
    '--dbname',
    'wiki',
  ];
  const site = ['--server', origin, '--scriptpath', '/w', '--lang', 'de', '--pass', 'a-password-of-a-test'];
  // The installer refuses to run where settings are named already.
  await run('php', [join(root, 'maintenance/install.php'), ...install, ...site, 'Testwiki', 'Admin'], {
    cwd: base,
  });
  await appendFile(environment.MW_CONFIG_FILE, settings(base, port));
  await writeFile(log, '');
  const router = join(import.meta.dirname, 'router.php');
  const server = spawn('php', ['-S', `127.0.0.1:${port}`, router], {
    env: environment,
    cwd: base,
    stdio: 'ignore',
  });
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    }
    await rm(base, { recursive: true, force: true });
  };
  try {
    await waitUntilUp(server, origin);
  } catch (error) {
    await stop();
    throw error;
  }
  const more = join(base, 'more.php');
  let read = 0;
  return {
    origin,
    host: `127.0.0.1:${port}`,
    allow: `127.0.0.1/32:${port}`,
    importPages: async (pages) => {
      const file = join(base, 'dump.xml');
      await writeFile(file, dumpOf(pages));
      await maintain('importDump.php', '--quiet', file);
      await maintain('runJobs.php', '--quiet');
    },
    removePages: async (titles) => {
      const file = join(base, 'titles');
      await writeFile(file, titles.join('\n'));
      await maintain('deleteBatch.php', '--quiet', file);
    },
    configure: async (php) => {
      await writeFile(more, `<?php\n${php}\n`);
      return async () => await rm(more);
    },
    requests: async () => {
      const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '');
      const fresh = lines.slice(read).filter((line) => line !== '/nothing');
      read = lines.length;
      return fresh;
    },
    stop,
  };
};
