import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Chromium's own sandbox, which keeps what takes a page's process over from files, network and other processes. It
 * stands on namespaces of the kernel, which a user has to be allowed to make. Lambda lets no process do so.
 */
export interface BrowserSandbox {
  /** The command that Chromium is started by; none where it can be started as it is. */
  readonly through: readonly string[];
}

/**
 * What Chromium does first: namespaces of users, processes and network (sandbox/linux/README.md, "User namespaces").
 */
const asChromiumDoes = ['unshare', '--user', '--map-root-user', '--pid', '--net', '--fork', 'true'];

/**
 * Chromium has no sandbox for root. So root's is started in a namespace of users in which it is another user, with no
 * rights beyond it; files of root stay its own.
 */
const asNobody = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];

const probeMs = 5_000;

const succeeds = async ([command = '', ...args]: readonly string[]): Promise<boolean> =>
  await promisify(execFile)(command, args, { timeout: probeMs }).then(
    () => true,
    () => false,
  );

/** The system as far as it decides about namespaces. */
export interface SandboxSystem {
  readonly platform: string;
  readonly isRoot: boolean;
  /** Programs need a profile of AppArmor that lets them make namespaces (Ubuntu since 23.10); ours has none. */
  readonly wantsProfile: boolean;
}

const readSystem = (): SandboxSystem => {
  let restricted = '0';
  try {
    restricted = readFileSync('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', 'latin1').trim();
  } catch {
    // A kernel that knows of no such thing.
  }
  return { platform: process.platform, isRoot: process.getuid?.() === 0, wantsProfile: restricted !== '0' };
};

/**
 * Tries whether this system lets a Chromium of this user have its sandbox; null where it does not: outside of Linux,
 * where namespaces of users are switched off or kept for programs with a profile, and in most containers.
 */
export const probeBrowserSandbox = async (
  { platform, isRoot, wantsProfile }: SandboxSystem = readSystem(),
  tries: (command: readonly string[]) => Promise<boolean> = succeeds,
): Promise<BrowserSandbox | null> => {
  // With a profile `unshare` may do what Chromium may not, so trying it says nothing there.
  if (platform !== 'linux' || wantsProfile) return null;
  const through = isRoot ? asNobody : [];
  return (await tries([...through, ...asChromiumDoes])) ? { through } : null;
};
