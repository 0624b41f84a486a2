import { App } from 'aws-cdk-lib';
import { addRules } from './add-rules.ts';
import { gleanerApp } from './app.ts';
import { bundleFunctions, bundleFolders } from './bundle.ts';
import { readSettings } from './options.ts';

/**
 * `npm run synth`, and the `app` of cdk.json: bundles the functions and writes the assembly to cdk.out. Settings come
 * from the CDK context: those in `cdk.context.json`, and `npx cdk deploy -c delaySeconds=1`.
 */
const { node } = new App({ autoSynth: false });
const settings = readSettings(node.getAllContext() as Readonly<Record<string, unknown>>);
if (settings.alarmEmail === undefined)
  process.stderr.write(
    'NOBODY WILL BE TOLD when an alarm rings: no address is set. Set alarmEmail in cdk.context.json\n',
  );
const bundles = await bundleFunctions({ outdir: 'dist/functions' });
addRules(
  gleanerApp({
    ...settings,
    assets: bundleFolders(bundles),
    outdir: process.env['CDK_OUTDIR'] ?? 'cdk.out',
  }),
).synth();
