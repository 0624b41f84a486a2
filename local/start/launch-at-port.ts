import { launch, type Launched, type LaunchOptions } from '../launch.ts';

const usualPort = 3_000;

/**
 * Launches at the given port, or at 3000, or at a free one if 3000 is taken.
 *
 * @throws {Error} that says so, when the given port is taken.
 */
export const launchAtPort = async (port: number | undefined, options: LaunchOptions): Promise<Launched> => {
  try {
    return await launch({ ...options, port: port ?? usualPort });
  } catch (error) {
    const { code } = error as Error & { code?: string };
    if (code !== 'EADDRINUSE') throw error;
    if (port !== undefined) {
      const message = `Cannot use port ${port}: another program uses it. Choose another port, or leave --port out`;
      throw new Error(message, { cause: error });
    }
    return await launch({ ...options, port: 0 });
  }
};
