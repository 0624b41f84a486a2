import packageJson from '../package.json' with { type: 'json' };

export const { version } = packageJson;

/** How the command line names itself to the API. */
export const userAgent = `gleaner-cli/${version}`;
