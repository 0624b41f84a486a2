import { say } from '../cli/output/write-output.ts';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildMonitor } from '../infra/build-monitor.ts';
import type { Settings } from '../infra/options.ts';
import { developmentKey, installKey } from './development-key.ts';
import type { OnNotice } from './runtime/notice.ts';
import type { ModelKeys } from '../lib/extract/llm/model-keys.ts';
import type { FetcherKeys } from '../lib/fetch/remote/fetcher-settings.ts';
import { moduleExtension } from '../lib/module-extension.ts';
import { installFetcherKeys, installModelKeys } from './install-model-keys.ts';
import { replaceFile } from './replace-file.ts';
import { startRuntime, type Runtime } from './runtime/start-runtime.ts';
import { synthesiseStack } from './synthesise.ts';

export interface LaunchOptions {
  readonly dataDir: string;
  /** Port of the API; 0, the default, takes a free one. */
  readonly port?: number | undefined;
  /** Settings of a deployment: delay, allowed addresses, hosts. */
  readonly options?: Settings | undefined;
  readonly key?: string | undefined;
  /** Keys of models; none by default. */
  readonly modelKeys?: ModelKeys | undefined;
  /** Keys of services that fetch pages; none by default. */
  readonly fetcherKeys?: FetcherKeys | undefined;
  readonly inproc?: boolean | undefined;
  readonly poolSize?: number | undefined;
  /** Executions of all functions together, as an account limits them. */
  readonly concurrency?: number | undefined;
  /** Waits after a crash as long as AWS does, and freezes sandboxes between events. */
  readonly asAws?: boolean | undefined;
  readonly dynamodb?: string | undefined;
  /** Keeps notices (crashes, warnings) off the terminal. */
  readonly quiet?: boolean | undefined;
  readonly onNotice?: OnNotice | undefined;
}

/** Gleaner's own stack, running. */
export interface Launched extends Pick<
  Runtime,
  'url' | 'endpoints' | 'credentials' | 'invoke' | 'plan' | 'kill' | 'executions'
> {
  readonly key: string;
  stop(): Promise<void>;
}

/**
 * Bundles, synthesises and runs Gleaner on this machine, with a development key. `DIR/instance.json` tells the command
 * line the address.
 *
 * @throws {Error} that says what to do, when the data directory or the port is in use, or DynamoDB cannot be started.
 */
export const launch = async (launchOptions: LaunchOptions): Promise<Launched> => {
  const dataDir = resolve(launchOptions.dataDir);
  const { port = 0, options = {}, inproc, poolSize, concurrency, asAws, dynamodb, quiet } = launchOptions;
  const show = launchOptions.onNotice ?? say;
  // Functions that run from their sources have no bundle with the monitor beside it (functions/handlers/monitor.ts).
  if (inproc === true && moduleExtension === '.ts')
    await buildMonitor(resolve(import.meta.dirname, '../dist/monitor'));
  const runtime = await startRuntime({
    assembly: () =>
      synthesiseStack(dataDir, {
        ...(concurrency === undefined ? {} : { accountConcurrency: concurrency }),
        ...options,
      }),
    dataDir,
    port,
    inproc,
    poolSize,
    concurrency,
    asAws,
    dynamodb,
    onNotice: quiet === true ? () => {} : show,
  });
  const instance = join(dataDir, 'instance.json');
  try {
    const key = await developmentKey(dataDir, launchOptions.key);
    await installKey(runtime, key);
    await installModelKeys(runtime, launchOptions.modelKeys ?? {});
    await installFetcherKeys(runtime, launchOptions.fetcherKeys ?? {});
    // What made the keys is not needed again.
    runtime.retireIdle();
    const facts = { url: runtime.url, key, pid: process.pid };
    replaceFile(instance, `${JSON.stringify(facts, null, 2)}\n`);
    return {
      ...runtime,
      key,
      stop: async () => {
        await rm(instance, { force: true });
        await runtime.stop();
      },
    };
  } catch (error) {
    await runtime.stop();
    throw error;
  }
};
