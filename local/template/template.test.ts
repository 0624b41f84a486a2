import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEventSources } from './event-sources.ts';
import { resolver } from './intrinsics.ts';
import { physicalNames } from './physical-names.ts';
import { readPlan } from './plan.ts';
import { propertyReader } from './property-reader.ts';
import type { StackTemplate, TemplateResource } from './template.ts';

const template = (Resources: Record<string, TemplateResource>): StackTemplate => ({ Resources });

const stack = template({
  WorkBF636A8B: { Type: 'AWS::SQS::Queue' },
  Counts: { Type: 'AWS::DynamoDB::Table' },
  Clock: { Type: 'AWS::Made::Up' },
});

const resolve = resolver({
  template: stack,
  names: { WorkBF636A8B: 'work', Counts: 'counts' },
  cloudUrl: 'http://127.0.0.1:9',
});

test('values without intrinsics resolve to themselves', () => {
  fc.assert(
    fc.property(
      fc.jsonValue().filter((value) => !JSON.stringify(value).match(/"(Ref|Fn::|Condition)/)),
      (value) => {
        expect(resolve(value, 'X.Y')).toEqual(value);
      },
    ),
  );
});

test('a queue refers to a URL on loopback, a table to its name, and both have ARNs', () => {
  expect(resolve({ Ref: 'WorkBF636A8B' }, 'X')).toBe('http://127.0.0.1:9/000000000000/work');
  expect(resolve({ Ref: 'Counts' }, 'X')).toBe('counts');
  expect(resolve({ 'Fn::GetAtt': ['WorkBF636A8B', 'Arn'] }, 'X')).toBe(
    'arn:aws:sqs:us-east-1:000000000000:work',
  );
  expect(resolve({ 'Fn::Join': ['/', ['a', { Ref: 'Counts' }]] }, 'X')).toBe('a/counts');
  expect(resolve({ 'Fn::Sub': '${Counts}-${AWS::Region}-${!kept}' }, 'X')).toBe('counts-us-east-1-${kept}');
  expect(resolve({ 'Fn::Sub': ['${v}', { v: { Ref: 'Counts' } }] }, 'X')).toBe('counts');
});

test.each([
  [{ Ref: 'Nobody' }, /Cannot resolve Fn.Env: it names Nobody/],
  [{ Ref: 'Clock' }, /AWS::Made::Up, which the laptop does not run/],
  [{ 'Fn::GetAtt': ['Counts', 'StreamArn'] }, /Counts.StreamArn/],
  [{ deep: [{ 'Fn::If': ['A', 1, 2] }] }, /Fn.Env.deep\[0\]: the intrinsic Fn::If/],
])('what cannot be resolved is refused by name: %j', (value, message) => {
  expect(() => resolve(value, 'Fn.Env')).toThrow(message);
});

test('resources of one type never share a name, whatever their construct paths', () => {
  const id = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,80}$/);
  const path = fc.option(fc.stringMatching(/^S\/[A-Za-z0-9/]{0,90}$/), { nil: undefined });
  fc.assert(
    fc.property(fc.dictionary(id, path, { maxKeys: 8 }), (paths) => {
      // Logical ids that differ in case alone do not occur: CloudFormation's end in a hash.
      const ids = Object.keys(paths).filter(
        (it, index, all) => all.findIndex((other) => other.toLowerCase() === it.toLowerCase()) === index,
      );
      const names = physicalNames({
        template: template(Object.fromEntries(ids.map((it) => [it, { Type: 'AWS::S3::Bucket' }]))),
        constructPaths: Object.fromEntries(ids.flatMap((it) => (paths[it] ? [[it, paths[it]]] : []))),
      });
      const all = Object.values(names);
      expect(all.every((name) => /^[a-z0-9-]{1,63}$/.test(name))).toBe(true);
    }),
  );
  const names = physicalNames({
    template: template({ A1: { Type: 'AWS::S3::Bucket' }, A2: { Type: 'AWS::S3::Bucket' } }),
    constructPaths: { A1: 'S/Foo/Bar/Resource', A2: 'S/FooBar/Resource' },
  });
  expect(names['A1']).not.toBe(names['A2']);
});

test('a construct path names its resource in kebab case', () => {
  const { Fn } = physicalNames({
    template: template({ Fn: { Type: 'AWS::Lambda::Function' } }),
    constructPaths: { Fn: 'Gleaner/ManageKeys/Resource' },
  });
  expect(Fn).toBe('manage-keys');
});

test('filter criteria are refused, a disabled mapping is left out', () => {
  const mapping = (extra: object): StackTemplate =>
    template({
      M: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: { EventSourceArn: 'arn:aws:sqs:r:1:work', FunctionName: 'f', ...extra },
      },
    });
  const read = propertyReader(resolve);
  expect(readEventSources(mapping({ Enabled: false }), read)).toEqual([]);
  expect(readEventSources(mapping({}), read)).toMatchObject([
    { queue: 'work', batchSize: 10, windowSeconds: 0 },
  ]);
  expect(() => readEventSources(mapping({ FilterCriteria: {} }), read)).toThrow(/FilterCriteria/);
  expect(() => readEventSources(mapping({ BatchSize: 0 }), read)).toThrow(/Cannot read M .*BatchSize/);
});

test('an environment of more than 4 KB is refused, as Lambda refuses it', () => {
  const plan = (bytes: number) => {
    const Variables = { KEY: 'x'.repeat(bytes - 'KEY'.length) };
    const Properties = { Runtime: 'nodejs24.x', Handler: 'index.handler', Code: { S3Key: 'a1.zip' } };
    const Fn = { Type: 'AWS::Lambda::Function', Properties: { ...Properties, Environment: { Variables } } };
    const assembly = { template: template({ Fn }), assets: { a1: '/none' }, constructPaths: {} };
    return readPlan(assembly, 'http://127.0.0.1:9').functions;
  };
  expect(plan(4_096)).toHaveLength(1);
  expect(() => plan(4_097)).toThrow('Cannot run Fn: its environment has 4097 bytes, and Lambda takes 4096');
});

test('a type that is not known is named once in a warning, one that is passed over knowingly is not', () => {
  const plan = readPlan(
    {
      template: template({
        A: { Type: 'AWS::Made::Up' },
        B: { Type: 'AWS::Made::Up' },
        C: { Type: 'AWS::IAM::Role' },
      }),
      assets: {},
      constructPaths: {},
    },
    'http://127.0.0.1:9',
  );
  expect(plan.warnings).toEqual(['The laptop does not run AWS::Made::Up (A, B): passed over.']);
});
