import type { Assembly, TemplateResource } from './template.ts';

/** S3 allows 63 characters, the least of the emulated services. */
const nameCharactersMax = 63;

/** Property with which a template gives a resource its name, by type. */
const nameProperty: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::Events::Rule': 'Name',
  'AWS::Scheduler::Schedule': 'Name',
};

const kebab = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();

const derivedName = (logicalId: string, path: string | undefined): string => {
  if (path === undefined) return kebab(logicalId.replace(/[0-9A-F]{8}$/, ''));
  const [, ...parts] = path.split('/');
  if (parts.at(-1) === 'Resource') parts.pop();
  return kebab(parts.join('-'));
};

const explicitName = (resource: TemplateResource): string | undefined => {
  const property = nameProperty[resource.Type];
  const value = property === undefined ? undefined : resource.Properties?.[property];
  return typeof value === 'string' ? value : undefined;
};

/**
 * Returns the name of each resource on the laptop, by logical id: the template's own if it sets one, otherwise the
 * construct path without the stack, in kebab case (`Gleaner/ManageKeys/Resource` → `manage-keys`), so that people
 * recognize it in a folder or a log. Names are the same at every start; resources of one type never share one.
 */
export const physicalNames = ({
  template,
  constructPaths,
}: Pick<Assembly, 'template' | 'constructPaths'>): Record<string, string> => {
  const chosen = Object.entries(template.Resources).map(([logicalId, resource]) => ({
    logicalId,
    type: resource.Type,
    name: explicitName(resource) ?? derivedName(logicalId, constructPaths[logicalId]),
  }));
  const uses = new Map<string, number>();
  for (const { type, name } of chosen) {
    uses.set(`${type} ${name}`, (uses.get(`${type} ${name}`) ?? 0) + 1);
  }
  return Object.fromEntries(
    chosen.map(({ logicalId, type, name }) => {
      const clear = name.length > 0 && name.length <= nameCharactersMax && uses.get(`${type} ${name}`) === 1;
      return [logicalId, clear ? name : logicalId.toLowerCase().slice(-nameCharactersMax)];
    }),
  );
};
