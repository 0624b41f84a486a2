import { Validations, type App } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/** Makes synthesis fail if the stack breaks a rule of cdk-nag for which no reason was accepted. */
export const addRules = (app: App): App => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return app;
};
