/**
 * The parts of a synthesised CDK stack that the laptop runtime reads: the CloudFormation template, the folders of
 * its assets, and the construct path of each resource.
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
  /** Absolute path of each asset's folder, by the asset's hash. */
  readonly assets: Readonly<Record<string, string>>;
  /**
   * Construct path (`Gleaner/ManageKeys/Resource`) by logical id; a resource without one is named after its logical
   * id.
   */
  readonly constructPaths: Readonly<Record<string, string>>;
}

/** Returns the logical ids and resources of the given types, in the template's order. */
export const findResources = (
  template: StackTemplate,
  ...types: readonly string[]
): [string, TemplateResource][] =>
  Object.entries(template.Resources).filter(([, resource]) => types.includes(resource.Type));
