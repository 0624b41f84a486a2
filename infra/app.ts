import { App } from 'aws-cdk-lib';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { makeStack } from './make-stack.ts';
import type { GleanerOptions } from './options.ts';

/**
 * Makes the CDK app: `gleanerApp(options).synth()` writes the assembly to `outdir`. It needs no account, network or
 * Docker.
 *
 * CDK validates the template for about two seconds; with CDK_VALIDATION=false in the environment it does not.
 */
export const gleanerApp = (options: GleanerOptions): App => {
  const app = new App({
    ...(options.outdir === undefined ? {} : { outdir: options.outdir }),
    analyticsReporting: false,
    context: {
      // One statement for each set of resources: policies stay readable, and below IAM's size limit.
      '@aws-cdk/aws-iam:minimizePolicies': true,
      ...options.cdkContext,
      ...(options.copyAssets === false ? { [DISABLE_ASSET_STAGING_CONTEXT]: true } : {}),
    },
  });
  makeStack(app, options);
  return app;
};
