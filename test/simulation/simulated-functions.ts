/** The functions that are simulated, each by the handler that its module exports. */
export const simulatedFunctions = [
  'api',
  'fetch-pages',
  'render-pages',
  'extract-pages',
  'finish-job',
  'deliver-webhooks',
  'bury-dead-letters',
  'heartbeat',
  'manage-keys',
] as const;
export type FunctionName = (typeof simulatedFunctions)[number];
