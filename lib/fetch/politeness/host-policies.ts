import * as z from 'zod';
import { timeWindowSchema } from '../../frontier/time-window.ts';
import { expectedWords } from '../../expected-words.ts';

/**
 * A deployment's settings about the hosts that it fetches from (docs/hosts.md): groups of hosts with a weight, single
 * hosts that differ, and the MediaWiki sites among them. It is one document, validated as a whole when it is written
 * and when it is read.
 */

/** `host` or `host:port`, as a URL spells it: lower case, no scheme, no path, no port that is the scheme's own. */
const hostSchema = z
  .string()
  .refine((text) => /^[^/?#@\s]+$/.test(text) && URL.parse(`http://${text}/`)?.host === text, {
    error: 'expected a host such as example.com or example.com:8080',
  });

const pacing = {
  /** Seconds between two requests. */
  delay: z.number().min(0).max(3_600).optional(),
  /** Requests in flight at the same time. */
  concurrency: z.number().int().min(1).max(100).optional(),
  /** The one tier that fetches its pages. */
  tier: z.enum(['api', 'http', 'browser']).optional(),
  /** Times of day at which scheduled runs ask it. */
  window: timeWindowSchema.optional(),
};

const hostPolicySchema = z.strictObject(pacing);

/** The settings of one host that differ from the defaults. */
export type HostPolicy = z.infer<typeof hostPolicySchema>;

const groupSchema = z.strictObject({
  /** For people. */
  description: z.string().optional(),
  /** The worth of the group's pages compared with those of others: 1 if missing, 0 last. */
  weight: z.number().min(0).max(1).default(1),
  hosts: z.array(hostSchema).min(1),
  ...pacing,
});

const endpointSchema = z.url({ protocol: /^https?$/, error: 'expected the URL of an api.php' });

const wikiSchema = z.preprocess(
  (given) => (typeof given === 'string' ? { endpoint: given } : given),
  z.strictObject({
    /** The wiki's `api.php`, on the host whose pages it answers. */
    endpoint: endpointSchema,
    /** Path of an article, with `$1` in place of its title; if absent, the wiki's own statement. */
    articlePath: z
      .string()
      .regex(/^\/[^$]*\$1$/, 'expected a path such as /wiki/$1')
      .optional(),
    /** Numbers of the namespaces that links are followed into; 0 is that of the articles. */
    namespaces: z.array(z.number().int().min(0)).min(1).default([0]),
  }),
);

/** A host whose pages are fetched through its MediaWiki API. */
export type Wiki = z.output<typeof wikiSchema>;

type Shape = z.output<typeof shapeSchema>;

const shapeSchema = z.strictObject({
  groups: z.record(z.string().min(1).max(64), groupSchema).default({}),
  hosts: z.record(hostSchema, hostPolicySchema).default({}),
  mediawiki: z.record(hostSchema, wikiSchema).default({}),
});

type Problem = readonly [path: (string | number)[], message: string];

const inTwoGroups = ({ groups }: Shape): Problem[] => {
  const first = new Map<string, string>();
  return Object.entries(groups).flatMap(([name, { hosts }]) =>
    hosts.flatMap((host, index): Problem[] => {
      const other = first.get(host);
      first.set(host, name);
      return other === undefined
        ? []
        : [[['groups', name, 'hosts', index], `expected a host of one group, is in ${other} as well`]];
    }),
  );
};

const withForeignEndpoint = ({ mediawiki }: Shape): Problem[] =>
  Object.entries(mediawiki).flatMap(([host, { endpoint }]): Problem[] =>
    new URL(endpoint).host === host
      ? []
      : [[['mediawiki', host, 'endpoint'], `expected an endpoint on ${host}, whose pace its requests keep`]],
  );

const withoutApi = ({ groups, hosts, mediawiki }: Shape): Problem[] => {
  const isWiki = (host: string): boolean => Object.hasOwn(mediawiki, host);
  const ofGroups = Object.entries(groups).flatMap(([name, group]): Problem[] =>
    group.tier === 'api' && !group.hosts.every(isWiki)
      ? [[['groups', name, 'tier'], 'expected every host of the group under mediawiki']]
      : [],
  );
  const ofHosts = Object.entries(hosts).flatMap(([host, { tier }]): Problem[] =>
    tier === 'api' && !isWiki(host)
      ? [[['hosts', host, 'tier'], `expected an endpoint for ${host} under mediawiki`]]
      : [],
  );
  return [...ofGroups, ...ofHosts];
};

const checkedSchema = shapeSchema.superRefine((hosts, context) => {
  const problems = [...inTwoGroups(hosts), ...withForeignEndpoint(hosts), ...withoutApi(hosts)];
  for (const [path, message] of problems) context.addIssue({ code: 'custom', path, message });
});

/**
 * Says whether a key is a host name: it has a dot or a port, or is `localhost`; `groups`, `hosts` and `mediawiki` have
 * none.
 */
const isHostName = (name: string): boolean => /[.:]/.test(name) || name === 'localhost';

/** Lets a document that only names hosts leave out `hosts`: `{"example.com": {"delay": 2}}`. */
const withHostsNamed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  return names.length > 0 && names.every(isHostName) ? { hosts: value } : value;
};

export const hostsDocumentSchema = z.preprocess(withHostsNamed, checkedSchema);

export type HostsDocument = z.output<typeof hostsDocumentSchema>;

const shownCharactersMax = 80;

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown => {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
};

const foundAt = (root: unknown, issue: z.core.$ZodIssue): string => {
  // For a name that is no host, the message shows the name.
  if (issue.code === 'invalid_key') return JSON.stringify(String(issue.path.at(-1)));
  const value = valueAt(root, issue.path);
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, shownCharactersMax);
};

/** Reads a document of hosts, or returns its faults: for each place the expected and the actual value. */
export const readHostsDocument = (
  given: unknown,
):
  | { readonly ok: true; readonly document: HostsDocument }
  | { readonly ok: false; readonly problems: readonly string[] } => {
  const value = withHostsNamed(given);
  const parsed = checkedSchema.safeParse(value);
  if (parsed.success) return { ok: true, document: parsed.data };
  const problems = parsed.error.issues.map(
    (issue) =>
      `${issue.path.join('.') || 'the document'}: ${expectedWords(issue)}; found ${foundAt(value, issue)}`,
  );
  return { ok: false, problems };
};

export const noHosts: HostsDocument = { groups: {}, hosts: {}, mediawiki: {} };

/** What is known of a host besides its pace. */
export interface HostGroup {
  readonly name: string;
  readonly weight: number;
}

/** A deployment's settings of hosts, which a worker asks host by host. */
export interface ConfiguredHosts {
  readonly hasGroups: boolean;
  readonly hasWikis: boolean;
  readonly policyOf: (host: string) => HostPolicy;
  readonly wikiOf: (host: string) => Wiki | undefined;
  readonly groupOf: (host: string) => HostGroup | undefined;
}

/**
 * Makes a document of hosts ready for questions. A host's own entry goes before its group's, field by field; entries of
 * `overrides` go before both.
 */
export const createHosts = (
  document: HostsDocument,
  overrides: Readonly<Record<string, HostPolicy>> = {},
): ConfiguredHosts => {
  const groups = new Map<string, HostGroup>();
  const policies = new Map<string, HostPolicy>();
  for (const [name, { hosts, weight, description: _, ...policy }] of Object.entries(document.groups)) {
    for (const host of hosts) {
      groups.set(host, { name, weight });
      policies.set(host, policy);
    }
  }
  for (const [host, policy] of [...Object.entries(document.hosts), ...Object.entries(overrides)])
    policies.set(host, { ...policies.get(host), ...policy });
  const wikis = new Map(Object.entries(document.mediawiki));
  return {
    hasGroups: groups.size > 0,
    hasWikis: wikis.size > 0,
    policyOf: (host) => policies.get(host) ?? {},
    wikiOf: (host) => wikis.get(host),
    groupOf: (host) => groups.get(host),
  };
};
