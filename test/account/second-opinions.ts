import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { launch } from '../../local/launch.ts';
import { callRoute } from '../harness/call-api.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { treeSite } from '../harness/serve-site.ts';
import { synthesise } from '../infra/synthesise.ts';

/**
 * `npm run check:account:python`: asks two Python programs, where they are installed (`pip install cfn-lint
 * 'moto[server]'`), what they make of the template and of our calls to DynamoDB. Neither is needed for anything else.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** Of what is not there, pyenv's stand-in says so with 127. `moto_server` has no `--version`. */
const isInstalled = (command: string): boolean => spawnSync(command, ['--help']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'gleaner-opinions-'));

const lintTemplate = (): boolean => {
  if (!isInstalled('cfn-lint')) {
    say('cfn-lint: not installed, not asked');
    return true;
  }
  const file = join(folder, 'template.json');
  writeFileSync(file, JSON.stringify(synthesise()));
  const { status, stdout } = spawnSync('cfn-lint', ['--non-zero-exit-code', 'error', file], {
    encoding: 'utf8',
  });
  say(`cfn-lint: ${status === 0 ? 'no errors' : stdout}`);
  return status === 0;
};

const freePort = async (): Promise<number> =>
  await new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const pagesMax = 31;

/** A crawl whose table is moto's: it refuses what DynamoDB refuses of expressions, keys and transactions. */
const crawlOverMoto = async (): Promise<boolean> => {
  if (!isInstalled('moto_server')) {
    say('moto: not installed, not asked');
    return true;
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const moto = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const site = await treeSite(pagesMax);
  try {
    for (let tries = 0; tries < 300 && (await fetch(url).catch(() => null)) === null; tries += 1)
      await pause(100);
    const options = { allow: [site.allow], hosts: onlyHosts({ [site.host]: { delay: 0 } }) };
    const gleaner = await launch({ dataDir: join(folder, 'data'), quiet: true, dynamodb: url, options });
    try {
      const asked = { url: `${site.origin}/`, limit: pagesMax };
      const { body } = await callRoute(gleaner, 'POST', '/v2/crawl', asked);
      for (let tries = 0; tries < 600; tries += 1) {
        const { body: told } = await callRoute(gleaner, 'GET', `/v2/crawl/${String(body['id'])}`);
        if (told['status'] !== 'scraping') {
          say(
            `moto: the crawl is ${String(told['status'])}, ${String(told['completed'])} of ${pagesMax} pages`,
          );
          return told['status'] === 'completed' && told['completed'] === pagesMax;
        }
        await pause(500);
      }
      say('moto: the crawl did not end');
      return false;
    } finally {
      await gleaner.stop();
    }
  } finally {
    moto.kill();
    await site.close();
  }
};

try {
  const opinions = [lintTemplate(), await crawlOverMoto()];
  process.exitCode = opinions.every((isGood) => isGood) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
