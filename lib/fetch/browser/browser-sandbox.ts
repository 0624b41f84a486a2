import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Chromium's own sandbox, which keeps code that takes over a page's process from files, network and other processes. It
 * depends on kernel namespaces, which the user has to be allowed to create. Lambda allows them to no process.
 */
export interface BrowserSandbox {
  /** The command through which Chromium is started; empty if it is started directly. */
  readonly through: readonly string[];
}

/**
 * Creates the namespaces that Chromium creates first: of users, processes and network (sandbox/linux/README.md, "User
 * namespaces").
 */
const asChromiumDoes = ['unshare', '--user', '--map-root-user', '--pid', '--net', '--fork', 'true'];

/**
 * Chromium has no sandbox for root. So for root it is started in a user namespace in which root is another user,
 * without further rights; root's files stay its own.
 */
const asNobody = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];

const probeMs = 5_000;

const succeeds = async ([command = '', ...args]: readonly string[]): Promise<boolean> =>
  await promisify(execFile)(command, args, { timeout: probeMs }).then(
    () => true,
    () => false,
  );

/** The properties of the system that decide about namespaces. */
export interface SandboxSystem {
  readonly platform: string;
  readonly isRoot: boolean;
  /** Whether programs need an AppArmor profile to create namespaces (Ubuntu since 23.10); ours has none. */
  readonly wantsProfile: boolean;
}

const readSystem = (): SandboxSystem => {
  let restricted = '0';
  try {
    restricted = readFileSync('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', 'latin1').trim();
  } catch {
    // The kernel does not have this setting.
  }
  return { platform: process.platform, isRoot: process.getuid?.() === 0, wantsProfile: restricted !== '0' };
};

/**
 * Tests whether this system allows this user's Chromium its sandbox. Returns null if not: outside of Linux, where user
 * namespaces are switched off or reserved for programs with a profile, and in most containers.
 */
export const probeBrowserSandbox = async (
  { platform, isRoot, wantsProfile }: SandboxSystem = readSystem(),
  tries: (command: readonly string[]) => Promise<boolean> = succeeds,
): Promise<BrowserSandbox | null> => {
  // `unshare` may have a profile that Chromium lacks, so a test would prove nothing there.
  if (platform !== 'linux' || wantsProfile) return null;
  const through = isRoot ? asNobody : [];
  return (await tries([...through, ...asChromiumDoes])) ? { through } : null;
};
