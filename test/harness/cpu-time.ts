/**
 * Milliseconds of processor time that this thread has taken: what work costs, however busy the machine is with others.
 */
export const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
