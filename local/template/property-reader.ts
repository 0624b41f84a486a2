import type * as z from 'zod';
import type { ResolveIntrinsic } from './intrinsics.ts';
import type { TemplateResource } from './template.ts';

/** Resolves and checks only those properties of a resource that a schema names. */
export type ReadProperties = <Schema extends z.ZodObject>(
  logicalId: string,
  resource: TemplateResource,
  schema: Schema,
) => z.output<Schema>;

/**
 * Makes the reader. Properties that no schema names stay unresolved, so that an intrinsic in a tag or a policy is no
 * obstacle.
 *
 * @throws {Error} from the reader, naming resource and property, when a property is missing, malformed or conditional.
 */
export const propertyReader =
  (resolve: ResolveIntrinsic): ReadProperties =>
  (logicalId, resource, schema) => {
    if (resource.Condition !== undefined) {
      throw new Error(
        `Cannot read ${logicalId}: conditions (${resource.Condition}) are not known to the laptop`,
      );
    }
    const wanted = Object.keys(schema.shape)
      .filter((name) => resource.Properties?.[name] !== undefined)
      .map((name) => [name, resolve(resource.Properties?.[name], `${logicalId}.${name}`)]);
    const parsed = schema.safeParse(Object.fromEntries(wanted));
    if (!parsed.success) {
      const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
      throw new Error(`Cannot read ${logicalId} (${resource.Type}): ${problems.join('; ')}`);
    }
    return parsed.data;
  };
