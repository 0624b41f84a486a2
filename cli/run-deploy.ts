import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { settingsMetadata, stackName } from '../infra/names.ts';
import { cdkContextIn, parseSettings, settingNames, type DeploySettings } from '../infra/options.ts';
import { sketchStack } from '../local/sketch-stack.ts';
import { emptyBucket } from '../lib/store/account/empty-bucket.ts';
import { emptyVectorBucket } from '../lib/store/account/empty-vector-bucket.ts';
import { readConcurrency } from '../lib/store/account/read-account.ts';
import { isTableProtected, protectTable } from '../lib/store/account/protect-table.ts';
import { readStack } from '../lib/store/account/read-stack.ts';
import { readStackSettings } from '../lib/store/account/read-stack-settings.ts';
import {
  copyStackSecrets,
  deleteStackSecrets,
  openSecretClients,
} from '../lib/store/account/stack-secrets.ts';
import { findDeployTarget } from '../lib/store/deploy-target.ts';
import type { OptionValues } from './command.ts';
import { destroyStack, showDestruction } from './destroy-stack.ts';
import { jsonSettings, optionOfSetting } from './options/deploy-options.ts';
import { readKeptSettings } from './options/kept-settings.ts';
import {
  afterDeploy,
  deploySummary,
  lostSettings,
  nobodyIsTold,
  readTableName,
} from './output/deploy-summary.ts';
import { exitCodes, usageEnding, type CommandEnding } from './exit-code.ts';
import { say, writeOut } from './output/write-output.ts';

const textOf = (values: OptionValues, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** JSON as it stands on a command line: an object, an array or a string. No file is called so. */
const isJsonText = (text: string): boolean => /^\s*[[{"]/.test(text);

/**
 * Returns the value of a setting; for some settings the user may give a file.
 *
 * @throws {Error} that begins with the setting, if its file cannot be read.
 */
const settingOf = (values: OptionValues, setting: string): string | boolean | undefined => {
  const value = values[optionOfSetting(setting)];
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (!jsonSettings.has(setting) || isJsonText(value)) return value;
  const wanted = `${setting}: expected JSON, or a file of JSON`;
  if (value.trim() === '') throw new Error(`${wanted}, found nothing`);
  try {
    return readFileSync(value, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const found =
      code === 'ENOENT'
        ? `there is no file ${JSON.stringify(value)}`
        : `cannot read ${JSON.stringify(value)}: ${message}`;
    throw new Error(`${wanted}: ${found}`, { cause: error });
  }
};

/** Says what is wrong with a setting by the name of its option. */
const withOption = (problem: string): string => {
  const setting = settingNames.find((name) => new RegExp(`^${name}[.:]`).test(problem));
  return setting === undefined ? problem : `--${optionOfSetting(setting)}${problem.slice(setting.length)}`;
};

/** Reads the settings: an option, or else what is kept in the present folder. */
const settingsOf = (values: OptionValues): DeploySettings | { readonly wrong: string } => {
  try {
    const kept = readKeptSettings();
    const given = settingNames.map((name) => [name, settingOf(values, name) ?? kept[name]] as const);
    const read = parseSettings({ ...kept, ...Object.fromEntries(given) });
    return read.ok
      ? { ...read.settings, cdkContext: cdkContextIn(kept) }
      : { wrong: read.problems.map((each) => withOption(each)).join('; ') };
  } catch (error) {
    return { wrong: withOption((error as Error).message) };
  }
};

/** Returns what has to be set before AWS can be called; empty if everything is there. */
const missingIn = async (region: string | undefined): Promise<string[]> => {
  const target = await findDeployTarget();
  const missing: string[] = [];
  if (!target.credentials.ok) {
    missing.push(
      `credentials (${target.credentials.why}): run "aws configure sso" or "aws configure", or set ` +
        `AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    );
  }
  if (region === undefined && target.region === undefined) {
    missing.push('a region: give --region, such as --region eu-central-1, or set AWS_REGION');
  }
  return missing;
};

/** Bundles the functions and synthesises the assembly below a folder, and returns the assembly's folder. */
const build = async (folder: string, settings: DeploySettings): Promise<string> => {
  const { bundleFunctions, bundleFolders: foldersOf } = await import('../infra/bundle.ts');
  const assets = foldersOf(await bundleFunctions({ outdir: join(folder, 'bundles') }));
  const outdir = join(folder, 'cdk.out');
  // It takes two seconds, and the template's own tests have done it.
  process.env['CDK_VALIDATION'] = 'false';
  const { gleanerApp } = await import('../infra/app.ts');
  gleanerApp({ ...settings, assets, outdir }).synth();
  return outdir;
};

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Runs the bundled CDK in this terminal, and returns its exit status. */
const runCdk = async (args: readonly string[]): Promise<number> => {
  const cdk = join(dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json')), 'bin', 'cdk');
  const child = spawn(process.execPath, [cdk, ...args, '--no-notices'], {
    stdio: 'inherit',
    env: { ...process.env, CDK_DISABLE_CLI_TELEMETRY: 'true' },
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
};

const agrees = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
};

const place = (region: string | undefined): string => region ?? 'the region of your AWS settings';

const nobodyToAsk = usageEnding('expected --yes, because this terminal cannot ask you');

const stopped = (what: string): CommandEnding => ({ exitCode: exitCodes.refused, message: what });

const destroy = async (
  values: OptionValues,
  stack: string,
  region: string | undefined,
  outline: string,
): Promise<CommandEnding> =>
  await destroyStack({
    stack,
    place: place(region),
    readStack,
    emptyBucket,
    emptyVectorBucket,
    isProtected: isTableProtected,
    destroy: () => runCdk(['destroy', stack, '--force', '--app', outline]),
    deleteSecrets: async () => await deleteStackSecrets(openSecretClients(), stack),
    agrees: async (question) => values['yes'] === true || (await agrees(question)),
    say,
  });

/**
 * Protects the table after the deployment: a template that protected it could not remove it if its first creation
 * fails.
 */
const protect = async (outputs: unknown, stack: string): Promise<void> => {
  const table = readTableName(outputs, stack);
  try {
    await protectTable(table);
  } catch (error) {
    say(
      `The table is not protected against deletion: ${(error as Error).message}. To protect it:\n  aws dynamodb ` +
        `update-table --table-name ${table} --deletion-protection-enabled`,
    );
  }
};

/** Copies the secrets of a deployment of release 0.1.0, which its upgrade would delete. */
const copySecrets = async (stack: string): Promise<void> => {
  const made = await copyStackSecrets(openSecretClients(), stack, (await readStack(stack)) ?? []);
  for (const name of made) say(`Copied a secret of the deployment to the parameter ${name}.`);
};

const deploy = async (
  folder: string,
  settings: DeploySettings,
  bootstrap: boolean,
): Promise<CommandEnding> => {
  say('Bundling the functions …');
  const assembly = await build(folder, settings);
  if (bootstrap && (await runCdk(['bootstrap', '--app', assembly])) !== 0) {
    return stopped('CDK could not prepare the account. Its own messages are above.');
  }
  const outputs = join(folder, 'outputs.json');
  const stack = stackName(settings.name);
  await copySecrets(stack);
  const args = ['deploy', stack, '--app', assembly, '--outputs-file', outputs];
  if ((await runCdk([...args, '--require-approval', 'never'])) !== 0) {
    return stopped(
      'CDK could not deploy. Its own messages are above. If they ask you to bootstrap the environment, ' +
        'add --bootstrap.',
    );
  }
  const made = readJson(outputs);
  if ((settings.environment ?? 'production') === 'production') await protect(made, stack);
  const told = nobodyIsTold(readJson(join(assembly, `${stack}.template.json`)));
  await writeOut(`\n${afterDeploy(made, settings.name)}\n${told}`);
  return { exitCode: exitCodes.completed };
};

/**
 * Adds the account's quota of concurrent executions to the settings. In a small account callers come back instead of
 * waiting in executions that others need.
 */
const withConcurrency = async (settings: DeploySettings): Promise<DeploySettings> => {
  if (settings.accountConcurrency !== undefined) return settings;
  try {
    return { ...settings, accountConcurrency: await readConcurrency() };
  } catch (error) {
    say(
      `Cannot read the quota of Lambda: ${(error as Error).message}. If it is small, add --account-concurrency.`,
    );
    return settings;
  }
};

const checked = async (
  values: OptionValues,
  folder: string,
  given: DeploySettings,
): Promise<CommandEnding> => {
  const region = textOf(values, 'region') ?? process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'];
  const isDryRun = values['dry-run'] === true;
  const isDestroying = values['destroy'] === true;
  // What a deployment would create is read from the code; what would be destroyed, from the account.
  const missing = isDryRun && !isDestroying ? [] : await missingIn(region);
  if (missing.length > 0) {
    const list = missing.map((what) => `  ${what}`).join('\n');
    return {
      exitCode: exitCodes.unreachable,
      message: `Cannot deploy. Nothing was done. Missing:\n${list}`,
    };
  }
  const stack = stackName(given.name);
  if (isDryRun && isDestroying)
    return await showDestruction({
      stack,
      place: place(region),
      readStack,
      isProtected: isTableProtected,
      show: writeOut,
    });
  const settings = isDryRun ? given : await withConcurrency(given);
  const outline = await sketchStack(join(folder, 'sketch'), settings);
  const mayAsk = values['yes'] === true || process.stdin.isTTY;
  if (isDestroying) return mayAsk ? await destroy(values, stack, region, outline) : nobodyToAsk;
  const summary = deploySummary(readJson(join(outline, `${stack}.template.json`)), stack);
  if (isDryRun) {
    if (values['bootstrap'] === true) await writeOut('First CDK prepares the account and region.\n');
    await writeOut(`${summary}\n`);
    return { exitCode: exitCodes.completed };
  }
  say(summary);
  const lost = lostSettings(await readStackSettings(stack, settingsMetadata), settings);
  if (lost !== '') say(lost);
  if (!mayAsk) return nobodyToAsk;
  if (values['yes'] !== true && !(await agrees(`Deploy it to ${place(region)}?`)))
    return stopped('Nothing was done.');
  return await deploy(folder, settings, values['bootstrap'] === true);
};

/** Whether an AWS client threw an error: it notes its tries in `$metadata`, and a provider of credentials its next. */
const isOfAws = (error: unknown): error is Error =>
  error instanceof Error && ('$metadata' in error || 'tryNextLink' in error);

/** Runs `gleaner deploy`: a module of its own, because it loads the CDK, only on Node 24. */
export const runDeploy = async (values: OptionValues): Promise<CommandEnding> => {
  const settings = settingsOf(values);
  if ('wrong' in settings) return usageEnding(settings.wrong);
  const profile = textOf(values, 'profile');
  const region = textOf(values, 'region');
  // Sets the variables in which the AWS SDK and the CDK look for profile and region.
  if (profile !== undefined) process.env['AWS_PROFILE'] = profile;
  if (region !== undefined) Object.assign(process.env, { AWS_REGION: region, AWS_DEFAULT_REGION: region });
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-deploy-'));
  try {
    return await checked(values, folder, settings);
  } catch (error) {
    if (!isOfAws(error)) throw error;
    const aim = values['destroy'] === true ? 'take the stack down' : 'deploy';
    return stopped(`Cannot ${aim}: ${error.message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
