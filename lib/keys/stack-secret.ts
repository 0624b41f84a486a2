/** The secrets of a stack: parameters of Systems Manager below its name, which CloudFormation does not know. */
export const stackSecrets = ['key-secret', 'header-secret', 'model-keys', 'fetcher-keys'] as const;

export type StackSecret = (typeof stackSecrets)[number];

/** Returns the name of a secret's parameter. */
export const secretName = (stack: string, secret: StackSecret): string => `/${stack}/${secret}`;
