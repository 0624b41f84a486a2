import { expect, test } from 'vitest';
import { functionSpecs } from '../../infra/functions.ts';
import { functionTimes, keptDays, meteredFunctions } from '../../lib/job/prices.ts';
import { ofType, synthesise } from './synthesise.ts';

test.each(functionTimes)('%s is priced by the memory and processor that its function has', (time) => {
  const { name, memoryMb, architecture } = meteredFunctions[time];
  const spec = functionSpecs.find((each) => each.name === name);
  expect([spec?.memoryMb, spec?.architecture ?? 'arm64']).toEqual([memoryMb, architecture]);
});

test('what is stored is priced for the days that the lifecycle rules keep it', () => {
  interface Rule {
    readonly Prefix?: string;
    readonly ExpirationInDays?: number;
  }
  const [envelopes = [], results = []] = ofType(synthesise(), 'AWS::S3::Bucket').map(
    ([, it]) => it.Properties['LifecycleConfiguration'].Rules as Rule[],
  );
  const daysOf = (rules: readonly Rule[], prefix: string): number =>
    Math.min(
      ...rules
        .filter(({ Prefix = '' }) => `${prefix}/`.startsWith(Prefix))
        .flatMap(({ ExpirationInDays }) => ExpirationInDays ?? []),
    );
  expect(keptDays).toEqual({
    staged: daysOf(envelopes, 'staged'),
    captures: daysOf(envelopes, 'captures'),
    drafts: daysOf(envelopes, 'drafts'),
    uploads: daysOf(envelopes, 'uploads'),
    results: daysOf(results, 'results'),
    requests: daysOf(results, 'requests'),
  });
});
