import { readFileSync } from 'node:fs';
import type { Settings } from '../../infra/options.ts';
import type { StackTemplate } from '../../local/template/template.ts';
import { withApp, withoutValidation } from '../infra/synthesise.ts';
import { readPolicies, type StackPolicies } from './policies.ts';

/** The policies of the stack, synthesised anew; with a corpus unless the settings say otherwise. */
export const synthesisePolicies = (settings: Settings = {}): StackPolicies =>
  withoutValidation(() =>
    withApp(settings, (app) => {
      const stack = app.synth().getStackByName('Gleaner');
      const paths = stack
        .findMetadataByType('aws:cdk:logicalId')
        .map(({ path, data }) => [data as string, path.replace(/^\//, '')] as const);
      return readPolicies({
        template: JSON.parse(readFileSync(stack.templateFullPath, 'utf8')) as StackTemplate,
        assetsDir: stack.assembly.directory,
        constructPaths: Object.fromEntries(paths),
      });
    }),
  );
