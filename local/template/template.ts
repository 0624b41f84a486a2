/**
 * What the laptop runtime reads of a synthesised CDK stack: the CloudFormation template, the folder that its assets
 * lie in, and the construct path of each resource.
 */

export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly Condition?: string;
}

export interface StackTemplate {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

export interface Assembly {
  readonly template: StackTemplate;
  /** Folder that holds `asset.<hash>` folders, CDK's output folder. */
  readonly assetsDir: string;
  /**
   * Construct path (`Gleaner/ManageKeys/Resource`) by logical id; a resource without one is named after its logical
   * id.
   */
  readonly constructPaths: Readonly<Record<string, string>>;
}

/** Logical ids and resources of the given types, in the template's order. */
export const findResources = (
  template: StackTemplate,
  ...types: readonly string[]
): [string, TemplateResource][] =>
  Object.entries(template.Resources).filter(([, resource]) => types.includes(resource.Type));
