import { physicalNames } from '../../local/template/physical-names.ts';
import { resolver } from '../../local/template/intrinsics.ts';
import { findResources, type Assembly } from '../../local/template/template.ts';

/** A statement of a policy, with the ARNs that its resources have on the laptop. */
export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

export interface Policy {
  readonly Version: string;
  readonly Statement: readonly Statement[];
}

/** The policies of a synthesised stack. */
export interface StackPolicies {
  /** Statements of each function's role, by the function's name. */
  readonly functions: ReadonlyMap<string, readonly Statement[]>;
  /** Policies of buckets and queues, by ARN. */
  readonly resources: ReadonlyMap<string, Policy>;
}

const named = (value: unknown): readonly string[] =>
  (value as readonly { readonly Ref?: string; readonly 'Fn::GetAtt'?: readonly string[] }[]).map(
    (it) => it.Ref ?? it['Fn::GetAtt']?.[0] ?? '',
  );

/** Reads each function's policies, and those of the resources, out of a template; physical names are the laptop's. */
export const readPolicies = (assembly: Assembly): StackPolicies => {
  const { template } = assembly;
  const names = physicalNames(assembly);
  const resolve = resolver({ template, names, cloudUrl: 'http://127.0.0.1' });
  const roleOf = (logicalId: string): string =>
    named([template.Resources[logicalId]?.Properties?.['Role'] ?? {}])[0] ?? '';
  const policies = findResources(template, 'AWS::IAM::Policy').map(([id, { Properties: it = {} }]) => ({
    roles: named(it['Roles']),
    document: resolve(it['PolicyDocument'], id) as Policy,
  }));
  const functions = findResources(template, 'AWS::Lambda::Function').map(([id]) => {
    const own = policies.filter(({ roles }) => roles.includes(roleOf(id)));
    return [names[id] ?? id, own.flatMap(({ document }) => document.Statement)] as const;
  });
  const buckets = findResources(template, 'AWS::S3::BucketPolicy').map(([id, { Properties: it = {} }]) => {
    const [bucket = ''] = named([it['Bucket']]);
    return [`arn:aws:s3:::${names[bucket]}`, resolve(it['PolicyDocument'], id) as Policy] as const;
  });
  const queues = findResources(template, 'AWS::SQS::QueuePolicy').flatMap(([id, { Properties: it = {} }]) =>
    named(it['Queues']).map(
      (queue) =>
        [
          String(resolve({ 'Fn::GetAtt': [queue, 'Arn'] }, id)),
          resolve(it['PolicyDocument'], id) as Policy,
        ] as const,
    ),
  );
  return { functions: new Map(functions), resources: new Map([...buckets, ...queues]) };
};
