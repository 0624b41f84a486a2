import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shells } from './completion.ts';
import { runCli } from '../run-cli.ts';

let folder: string;
const scripts: Record<string, string> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-completion-'));
  writeFileSync(join(folder, 'urls.txt'), '');
  mkdirSync(join(folder, 'pages'));
  for (const shell of shells) scripts[shell] = (await runCli(['completion', shell])).stdout;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** What bash offers for the last of the words. */
const offered = (...words: string[]): string[] => {
  const script = `${scripts['bash'] ?? ''}
COMP_WORDS=(gleaner ${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}
_gleaner
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.split('\n').filter((line) => line !== '');
};

test.skipIf(!has('bash'))(
  'bash offers commands, options of a command, and values where they are known',
  () => {
    expect(offered('cr')).toEqual(['crawl']);
    expect(offered('')).toContain('watch');
    expect(offered('help', 'red')).toEqual(['redrive']);
    expect(offered('crawl', '--lim')).toEqual(['--limit']);
    expect(offered('crawl', 'https://a.example', '--sitemap', '')).toEqual(['include', 'skip', 'only']);
    expect(offered('crawl', '--output', '')).toEqual(['pages']);
    expect(offered('batch', '--file', 'u')).toEqual(['urls.txt']);
    expect(offered('crawl', '--limit', '')).toEqual([]);
    expect(offered('completion', 'z')).toEqual(['zsh']);
    expect(offered('scrape', '--depth')).toEqual([]);
  },
);

test.skipIf(!has('zsh'))('zsh takes the script', () => {
  const { stderr } = spawnSync('zsh', ['-fnc', scripts['zsh'] ?? ''], { encoding: 'utf8' });
  expect(stderr).toBe('');
});

test.skipIf(!has('fish'))('fish takes the script', () => {
  const { stderr } = spawnSync('fish', ['--no-execute', '-c', scripts['fish'] ?? ''], { encoding: 'utf8' });
  expect(stderr).toBe('');
});

test('every command and option that help names stands in each script', async () => {
  const { stdout: help } = await runCli(['crawl', '--help']);
  const options = [...help.matchAll(/^ {2}--([a-z-]+)/gm)].map((match) => match[1] ?? '');
  expect(options.length).toBeGreaterThan(15);
  for (const option of options) {
    expect(scripts['bash']).toContain(`--${option}`);
    expect(scripts['zsh']).toContain(`--${option}[`);
    expect(scripts['fish']).toContain(` -l ${option} `);
  }
});

test('a shell that is not known is refused with those that are', async () => {
  const run = await runCli(['completion', 'tcsh']);
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('bash, zsh, fish');
});
