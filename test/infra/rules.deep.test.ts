import { Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { expect, test } from 'vitest';
import { addRules } from '../../infra/add-rules.ts';
import { readSettings } from '../../infra/options.ts';
import { withApp } from './synthesise.ts';

test('cdk-nag and the validation of CDK find nothing that is not accepted with a reason', () => {
  const schedules = [
    { name: 'weekly', expression: 'cron(0 4 ? * MON *)', request: { url: 'https://example.com/' } },
  ];
  const settings = readSettings({ alarmEmail: 'ops@example.com', headersKey: 'new', schedules });
  expect(() => withApp(settings, (app) => addRules(app).synth())).not.toThrow();
});

test('synthesis fails when a resource breaks a rule', () => {
  const plant = () =>
    withApp({}, (app) => {
      const planted = new Bucket(new Stack(app, 'Planted'), 'Open');
      expect(planted.node.path).toBe('Planted/Open');
      return addRules(app).synth();
    });
  expect(plant).toThrow(/Planted\/Open[^]*AwsSolutions-S10/);
});
