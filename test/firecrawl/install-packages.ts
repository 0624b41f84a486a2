import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';

/**
 * Installs packages of the npm registry into a folder of their own, without running their scripts. Answers why not,
 * where the registry is out of reach; null when they are there.
 */
export const installPackages = async (
  folder: string,
  packages: Readonly<Record<string, string>>,
): Promise<string | null> => {
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/package.json`, JSON.stringify({ private: true, dependencies: packages }));
  // What a package could use beside, such as a driver for each database, is left out.
  const args = [
    'install',
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      said += error.message;
      resolve(null);
    });
    child.once('exit', resolve);
  });
  if (code === 0) return null;
  const line = said.split('\n').find((each) => /npm error (?:code|network|.*E[A-Z]+)/.test(each)) ?? said;
  return `npm could not install ${Object.keys(packages).join(', ')}: ${line.trim().slice(0, 200)}`;
};
