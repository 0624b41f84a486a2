/**
 * Milliseconds of processor time that this thread has taken: what work costs, however busy the machine is with others.
 */
export const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * Least milliseconds of processor time that the work takes in three rounds: the first is for the compiler, and a
 * machine that others keep busy slows some down. Bounds are still ten times what a slow machine takes, or more: they
 * tell work that grows with its input from work that grows with its square.
 */
export const leastCpuMs = (act: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 3 }, () => {
      const before = cpuMs();
      act();
      return cpuMs() - before;
    }),
  );
