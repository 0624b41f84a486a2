import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts findings of cdk-nag on one construct: the rule's id → why it does not apply here. */
export const accept = (construct: IConstruct, reasons: Readonly<Record<string, string>>): void => {
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })));
};
