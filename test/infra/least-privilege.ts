import { ofType, type Template } from './synthesise.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** Prefixes of objects under which a grant may end in a wildcard: keys hold dates and hashes. */
const openPrefixes = [
  '/staged/*',
  '/kept/*',
  '/drafts/*',
  '/reread/*',
  '/captures/*',
  '/uploads/*',
  '/results/*',
  '/requests/*',
  '/corpora/*',
  // Of a bucket of vectors.
  '/index/*',
  '/manifests/*',
  '/snapshots/*',
  '/headers/*',
  '/changes/*',
  '/audit/*',
];

/** An ARN as text, with `<LogicalId.Arn>` where CloudFormation fills one in. */
const text = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join, 'Fn::GetAtt': attribute, Ref: ref } = value as Record<string, unknown>;
  if (Array.isArray(join)) return (join[1] as unknown[]).map(text).join(String(join[0]));
  if (Array.isArray(attribute)) return `<${attribute.join('.')}>`;
  return `<${String(ref)}>`;
};

const isOpen = (resource: string): boolean =>
  resource.includes('*') &&
  !openPrefixes.some((prefix) => /^<\w+\.(?:VectorBucket)?Arn>$/.test(resource.replace(prefix, '')));

/**
 * Every action and resource of an identity policy that says more than one thing by a wildcard, unless it is on the
 * list.
 */
export const wildcards = (template: Template): string[] =>
  ofType(template, 'AWS::IAM::Policy').flatMap(([id, { Properties }]) =>
    (Properties['PolicyDocument'].Statement as Statement[]).flatMap((statement) => [
      ...list(statement.Action)
        .filter((action) => action.includes('*'))
        .map((action) => `${id}: ${action}`),
      ...list(statement.Resource)
        .map(text)
        .filter(isOpen)
        .map((resource) => `${id}: ${resource}`),
    ]),
  );

/** What a role may do: `action resource`, sorted. */
export const permissionsOfRole = (template: Template, role: string): string[] =>
  ofType(template, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) =>
      (Properties['Roles'] as { Ref: string }[]).some(({ Ref }) => Ref === role),
    )
    .flatMap(([, { Properties }]) => Properties['PolicyDocument'].Statement as Statement[])
    .flatMap((statement) =>
      list(statement.Action).flatMap((action) =>
        list(statement.Resource).map((resource) => `${action} ${text(resource)}`),
      ),
    )
    .sort();
