import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { gleanerApp } from '../../infra/app.ts';
import { functionNames, type StackFunctionName } from '../../infra/function-spec.ts';
import { stackName } from '../../infra/names.ts';
import { settingsFile } from '../../lib/config.ts';
import type { Settings } from '../../infra/options.ts';
import { assetFolders } from '../../local/template/read-assembly.ts';
import type { Assembly } from '../../local/template/template.ts';

export interface Resource {
  readonly Type: string;
  // A template is data of CloudFormation's shape; each test looks at a few properties.
  readonly Properties: Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

export interface Template {
  readonly Metadata?: Readonly<Record<string, unknown>>;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
}

/**
 * Hands a new app, with a corpus unless the settings say otherwise, to `use`, with a stand-in for each function's
 * bundle, and removes every file it made.
 */
export const withApp = <T>(settings: Settings, use: (app: App) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-synth-'));
  try {
    const assets = Object.fromEntries(
      functionNames.map((name) => {
        const asset = join(folder, name);
        mkdirSync(asset);
        writeFileSync(join(asset, 'index.mjs'), `export const handler = () => '${name}';\n`);
        return [name, asset];
      }),
    ) as Record<StackFunctionName, string>;
    return use(gleanerApp({ corpus: 'main', ...settings, assets, outdir: join(folder, 'out') }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs `use` without CDK's own validation of templates, which another test asks for. */
const withoutValidation = <T>(use: () => T): T => {
  const before = process.env['CDK_VALIDATION'];
  process.env['CDK_VALIDATION'] = 'false';
  try {
    return use();
  } finally {
    if (before === undefined) delete process.env['CDK_VALIDATION'];
    else process.env['CDK_VALIDATION'] = before;
  }
};

/** What the laptop's runtime reads of an app: the template, and the construct path of each resource. */
export const synthesiseAssembly = (settings: Settings = {}): Assembly =>
  withoutValidation(() =>
    withApp(settings, (app) => {
      const stack = app.synth().getStackByName(stackName(settings.name));
      const paths = stack
        .findMetadataByType('aws:cdk:logicalId')
        .map(({ path, data }) => [data as string, path.replace(/^\//, '')] as const);
      return {
        template: JSON.parse(readFileSync(stack.templateFullPath, 'utf8')) as Assembly['template'],
        assets: assetFolders(
          stack.assembly.directory,
          JSON.parse(readFileSync(join(stack.assembly.directory, `${stack.id}.assets.json`), 'utf8')),
        ),
        constructPaths: Object.fromEntries(paths),
      };
    }),
  );

/** The settings that lie beside the code of each function. */
export const readSettingsFiles = (
  settings: Settings,
): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  withoutValidation(() =>
    withApp(settings, (app) => {
      const stack = app.synth().getStackByName(stackName(settings.name));
      const template = JSON.parse(readFileSync(stack.templateFullPath, 'utf8')) as Template;
      const files = functionNames.map((name) => {
        const key = String(findFunction(template, name)[1].Properties['Code'].S3Key);
        const folder = join(stack.assembly.directory, `asset.${key.replace(/\.zip$/, '')}`);
        return [name, JSON.parse(readFileSync(join(folder, settingsFile), 'utf8'))] as const;
      });
      return Object.fromEntries(files);
    }),
  );

/** The template of an app. */
export const synthesise = (settings: Settings = {}): Template =>
  synthesiseAssembly(settings).template as Template;

/** Logical ids and resources of a type. */
export const ofType = (template: Template, type: string): [string, Resource][] =>
  Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);

/** Logical id that a `Ref` or `Fn::GetAtt` names. */
export const target = (value: unknown): string | undefined => {
  const { Ref: ref, 'Fn::GetAtt': attribute } = (value ?? {}) as {
    readonly Ref?: string;
    readonly 'Fn::GetAtt'?: readonly string[];
  };
  return ref ?? attribute?.[0];
};

/** The function's resource, found by the name it logs under. */
export const findFunction = (template: Template, name: string): readonly [string, Resource] => {
  const found = ofType(template, 'AWS::Lambda::Function').find(
    ([, { Properties }]) => Properties['Environment']?.Variables?.POWERTOOLS_SERVICE_NAME === name,
  );
  if (!found) throw new Error(`Cannot find ${name}: the template has no such function`);
  return found;
};
