import manifest from '../package.json' with { type: 'json' };

/** Version of this engine: stands in every envelope and in the user agent. */
export const { version } = manifest;
