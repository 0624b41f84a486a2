import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import * as z from 'zod';

/**
 * Reads from the template of a deployed stack which settings it was given, by name; none if there is no such stack, or
 * if a release deployed it that did not note them.
 *
 * @param key The key of the template's metadata under which they stand.
 */
export const readStackSettings = async (stack: string, key: string): Promise<readonly string[]> => {
  const client = new CloudFormationClient({});
  try {
    const { TemplateBody: body } = await client.send(new GetTemplateCommand({ StackName: stack }));
    return settingsIn(body ?? '{}', key);
  } catch (error) {
    if ((error as Error).name === 'ValidationError' && /does not exist/.test((error as Error).message))
      return [];
    throw error;
  } finally {
    client.destroy();
  }
};

const settingsIn = (template: string, key: string): readonly string[] =>
  z.object({ Metadata: z.object({ [key]: z.array(z.string()) }) }).safeParse(JSON.parse(template)).data
    ?.Metadata[key] ?? [];
