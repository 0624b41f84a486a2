/** The question to IAM before AWS does anything: may this role take this action on this resource, in this context? */
export interface AwsCall {
  /** For example `dynamodb:PutItem`. */
  readonly action: string;
  /** ARN. */
  readonly resource: string;
  /** Condition keys that the action has, for example `dynamodb:LeadingKeys`. */
  readonly context: Readonly<Record<string, string | readonly string[]>>;
}
