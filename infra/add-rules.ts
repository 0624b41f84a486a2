import { Validations, type App } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/** Makes synthesis fail where the stack breaks a rule of cdk-nag that nobody has accepted with a reason. */
export const addRules = (app: App): App => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return app;
};
