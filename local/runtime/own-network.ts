import { spawnSync } from 'node:child_process';

const script = 'ip link set lo up && exec "$0" "$@"';

/** The command that runs another one in a network of its own, which has only loopback. */
const unshare = (): readonly string[] => [
  'unshare',
  // Root does not need a user namespace for it.
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--net',
  '--',
  'sh',
  '-c',
  script,
];

let isPossible: boolean | undefined;

/**
 * Puts a command into a network of its own, so that only its own processes reach what it listens on. Returns null if
 * the system does not allow it: outside of Linux, without `ip`, or where user namespaces are switched off.
 */
export const inOwnNetwork = (
  command: string,
  args: readonly string[],
): { readonly command: string; readonly args: readonly string[] } | null => {
  const [name = '', ...before] = unshare();
  isPossible ??=
    process.platform === 'linux' &&
    spawnSync(name, [...before, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0;
  return isPossible ? { command: name, args: [...before, command, ...args] } : null;
};
