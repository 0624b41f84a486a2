import { resourceTreatment } from './ignored-types.ts';
import type { StackTemplate, TemplateResource } from './template.ts';

export const localAccount = '000000000000';
export const localRegion = 'us-east-1';

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::AccountId': localAccount,
  'AWS::Partition': 'aws',
  'AWS::Region': localRegion,
  'AWS::StackId': `arn:aws:cloudformation:${localRegion}:${localAccount}:stack/local/local`,
  'AWS::StackName': 'local',
  'AWS::URLSuffix': 'amazonaws.com',
};

const arnOf = (service: string, resource: string): string =>
  `arn:aws:${service}:${localRegion}:${localAccount}:${resource}`;

/**
 * Returns the ARN of a resource on the laptop. Types that are not run get one too, because policies and alarms mention
 * them.
 */
const arnOfResource = (type: string, name: string): string => {
  switch (type) {
    case 'AWS::SQS::Queue':
      return arnOf('sqs', name);
    case 'AWS::Lambda::Function':
      return arnOf('lambda', `function:${name}`);
    case 'AWS::DynamoDB::Table':
    case 'AWS::DynamoDB::GlobalTable':
      return arnOf('dynamodb', `table/${name}`);
    case 'AWS::S3::Bucket':
      return `arn:aws:s3:::${name}`;
    case 'AWS::SecretsManager::Secret':
      return arnOf('secretsmanager', `secret:${name}`);
    case 'AWS::Events::Rule':
      return arnOf('events', `rule/${name}`);
    case 'AWS::Scheduler::Schedule':
      return arnOf('scheduler', `schedule/default/${name}`);
    default:
      return arnOf((type.split('::')[1] ?? 'unknown').toLowerCase(), name);
  }
};

interface Attributes {
  readonly template: StackTemplate;
  readonly names: Readonly<Record<string, string>>;
  /** Where the queues are served: `http://127.0.0.1:<port>`. */
  readonly cloudUrl: string;
}

/** Resolves a value of the template; `where` names the resource and property, for error messages. */
export type ResolveIntrinsic = (value: unknown, where: string) => unknown;

const knownResource = (template: StackTemplate, logicalId: string, where: string): TemplateResource => {
  const resource = template.Resources[logicalId];
  if (!resource)
    throw new Error(`Cannot resolve ${where}: it names ${logicalId}, which the template does not have`);
  if (resourceTreatment(resource.Type) === 'unknown') {
    throw new Error(
      `Cannot resolve ${where}: it names ${logicalId}, a ${resource.Type}, which the laptop does not run`,
    );
  }
  return resource;
};

const reference = (attributes: Attributes, logicalId: string, where: string): string => {
  const pseudo = pseudoParameters[logicalId];
  if (pseudo !== undefined) return pseudo;
  const { Type: type, Properties: properties } = knownResource(attributes.template, logicalId, where);
  const name = attributes.names[logicalId] ?? logicalId;
  switch (type) {
    case 'AWS::SQS::Queue':
      return `${attributes.cloudUrl}/${localAccount}/${name}`;
    case 'AWS::SecretsManager::Secret':
    case 'AWS::SNS::Topic':
      return arnOfResource(type, name);
    case 'AWS::ApiGateway::Stage':
      return typeof properties?.['StageName'] === 'string' ? properties['StageName'] : name;
    case 'AWS::ApiGateway::Resource':
    case 'AWS::ApiGateway::RestApi':
      return logicalId;
    default:
      return name;
  }
};

const attribute = (attributes: Attributes, logicalId: string, key: string, where: string): string => {
  const { Type: type } = knownResource(attributes.template, logicalId, where);
  const name = attributes.names[logicalId] ?? logicalId;
  switch (`${type}.${key}`) {
    case 'AWS::SQS::Queue.QueueName':
      return name;
    case 'AWS::SQS::Queue.QueueUrl':
      return reference(attributes, logicalId, where);
    case 'AWS::S3::Bucket.DomainName':
      return `${name}.s3.amazonaws.com`;
    case 'AWS::S3::Bucket.RegionalDomainName':
      return `${name}.s3.${localRegion}.amazonaws.com`;
    case 'AWS::ApiGateway::RestApi.RootResourceId':
      return `${logicalId}.root`;
    case 'AWS::SecretsManager::Secret.Id':
      return arnOfResource(type, name);
    default:
      if (key === 'Arn' || key === 'TopicArn') return arnOfResource(type, name);
      throw new Error(
        `Cannot resolve ${where}: Fn::GetAtt ${logicalId}.${key} (${type}) is not known to the laptop`,
      );
  }
};

const substitute = (
  text: string,
  variables: Readonly<Record<string, unknown>>,
  lookUp: (name: string) => string,
  resolve: ResolveIntrinsic,
  where: string,
): string =>
  text.replaceAll(/\$\{([^}]+)\}/g, (_whole, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    return name in variables ? String(resolve(variables[name], where)) : lookUp(name);
  });

/** Returns the two elements in the argument of `Fn::GetAtt`, from its list or its dotted form. */
const attributePath = (argument: unknown): readonly [string, string] => {
  const parts = typeof argument === 'string' ? argument.split('.') : (argument as string[]);
  return [parts[0] ?? '', parts.slice(1).join('.')];
};

/**
 * Makes the resolver of a template's intrinsic functions: Ref, Fn::GetAtt, Fn::Join, Fn::Sub and the pseudo parameters.
 * Queues resolve to URLs on loopback, so that no SDK ever follows one to a real account.
 *
 * @throws {Error} from the resolver, on any other intrinsic and on anything it cannot resolve: a silently wrong value
 * would surface as a puzzling failure of a handler.
 */
export const resolver = (attributes: Attributes): ResolveIntrinsic => {
  const resolve: ResolveIntrinsic = (value, where) => {
    if (Array.isArray(value)) return value.map((item, index) => resolve(item, `${where}[${index}]`));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [name, argument] = entries.length === 1 && entries[0] ? entries[0] : ['', undefined];
    if (name === 'Ref') return reference(attributes, String(argument), where);
    if (name === 'Fn::GetAtt') return attribute(attributes, ...attributePath(argument), where);
    if (name === 'Fn::Join') {
      const [separator, parts] = argument as [string, unknown[]];
      return (resolve(parts, where) as unknown[]).join(separator);
    }
    if (name === 'Fn::Sub') {
      const [text, variables] = Array.isArray(argument)
        ? (argument as [string, Record<string, unknown>])
        : [String(argument), {}];
      const lookUp = (key: string): string =>
        key.includes('.')
          ? attribute(attributes, ...attributePath(key), where)
          : reference(attributes, key, where);
      return substitute(text, variables, lookUp, resolve, where);
    }
    if (name.startsWith('Fn::') || name === 'Condition') {
      throw new Error(`Cannot resolve ${where}: the intrinsic ${name} is not known to the laptop`);
    }
    return Object.fromEntries(entries.map(([key, item]) => [key, resolve(item, `${where}.${key}`)]));
  };
  return resolve;
};
