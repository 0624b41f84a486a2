import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import * as z from 'zod';

/** An existing resource of a stack, and whether it stays when the stack is destroyed. */
export interface StandingResource {
  readonly logicalId: string;
  readonly type: string;
  readonly physicalId: string;
  readonly isKept: boolean;
}

const templateSchema = z.object({
  Resources: z.record(z.string(), z.looseObject({ DeletionPolicy: z.string().optional() })),
});

/**
 * Reads the existing resources of a stack, from the template with which it was deployed, because the present code may
 * differ. Null if there is no such stack.
 */
export const readStack = async (stack: string): Promise<readonly StandingResource[] | null> => {
  const client = new CloudFormationClient({});
  try {
    const [template, described] = await Promise.all([
      client.send(new GetTemplateCommand({ StackName: stack, TemplateStage: 'Processed' })),
      client.send(new DescribeStackResourcesCommand({ StackName: stack })),
    ]);
    const { Resources: resources } = templateSchema.parse(JSON.parse(template.TemplateBody ?? '{}'));
    return (described.StackResources ?? []).map((it) => ({
      logicalId: it.LogicalResourceId ?? '',
      type: it.ResourceType ?? '',
      physicalId: it.PhysicalResourceId ?? '',
      isKept: resources[it.LogicalResourceId ?? '']?.DeletionPolicy?.startsWith('Retain') === true,
    }));
  } catch (error) {
    if ((error as Error).name === 'ValidationError' && /does not exist/.test((error as Error).message))
      return null;
    throw error;
  } finally {
    client.destroy();
  }
};
