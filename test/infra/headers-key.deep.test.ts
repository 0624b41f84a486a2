import { describe, expect, test } from 'vitest';
import { functionSpecs } from '../../infra/functions.ts';
import { readSettings } from '../../infra/options.ts';
import { permissionsOfRole } from './least-privilege.ts';
import { findFunction, ofType, synthesise, target, type Template } from './synthesise.ts';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: { readonly StringEquals?: Readonly<Record<string, unknown>> };
}

const arn = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
/** What each may ask of the key. */
const asks: Readonly<Record<string, string>> = {
  'fetch-pages': 'kms:Decrypt',
  'render-pages': 'kms:Decrypt',
  'deliver-webhooks': 'kms:Decrypt',
  'manage-keys': 'kms:Encrypt',
};

const roleOf = (template: Template, name: string): string =>
  target(findFunction(template, name)[1].Properties['Role']) ?? '';

const asksOf = (template: Template, name: string): Statement[] =>
  ofType(template, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) =>
      Properties['Roles'].some((role: unknown) => target(role) === roleOf(template, name)),
    )
    .flatMap(([, { Properties }]) => Properties['PolicyDocument'].Statement as Statement[])
    .filter(({ Action }) => [Action].flat().some((action) => action.startsWith('kms:')));

/** The key with which manage-keys writes the secret; undefined if the account's own does it. */
const keyOf = (template: Template): string | undefined => {
  const key: unknown = findFunction(template, 'manage-keys')[1].Properties['Environment'].Variables
    .HEADERS_KEY;
  return typeof key === 'string' ? key : target(key);
};

test('without it there is no key of KMS, and no role may ask one', () => {
  const template = synthesise({});
  expect(ofType(template, 'AWS::KMS::Key')).toEqual([]);
  expect(keyOf(template)).toBeUndefined();
  for (const { name } of functionSpecs)
    expect(permissionsOfRole(template, roleOf(template, name)).filter((it) => it.startsWith('kms:'))).toEqual(
      [],
    );
});

describe.each(['new', arn])('with %s', (headersKey) => {
  const template = synthesise({ headersKey });
  const key = keyOf(template);

  test('the secret that opens headers lies under that key, which turns by itself if it is the stack’s', () => {
    const made = ofType(template, 'AWS::KMS::Key');
    expect(made.map(([, { Properties }]) => Properties['EnableKeyRotation'])).toEqual(
      headersKey === 'new' ? [true] : [],
    );
    expect(key).toBe(headersKey === 'new' ? made[0]?.[0] : arn);
  });

  test('who sends headers has it decrypt that secret, manage-keys has it encrypt it, and nobody else may ask', () => {
    for (const { name } of functionSpecs) {
      const found = asksOf(template, name);
      expect(
        found.map(({ Action }) => Action),
        name,
      ).toEqual(name in asks ? [asks[name]] : []);
      for (const { Resource, Condition } of found) {
        expect(typeof Resource === 'string' ? Resource : target(Resource)).toBe(key);
        const bound = Condition?.StringEquals ?? {};
        expect(JSON.stringify(bound['kms:ViaService'])).toMatch(/ssm\..*\.amazonaws\.com/);
        expect(JSON.stringify(bound['kms:EncryptionContext:PARAMETER_ARN'])).toContain(
          ':parameter/Gleaner/header-secret',
        );
      }
    }
  });
});

test('a key of the stack stays where the secret under it stays: in production', () => {
  const policies = (environment: 'production' | 'staging') =>
    ofType(synthesise({ headersKey: 'new', environment }), 'AWS::KMS::Key').map(
      ([, { DeletionPolicy, UpdateReplacePolicy }]) => [DeletionPolicy, UpdateReplacePolicy],
    );
  expect(policies('production')).toEqual([['RetainExceptOnCreate', 'Retain']]);
  expect(policies('staging')).toEqual([['Delete', 'Delete']]);
});

test.each(['alias/mine', 'old', 'arn:aws:kms:eu-central-1:111122223333:alias/mine'])(
  '%s is no key',
  (headersKey) => {
    expect(() => readSettings({ headersKey })).toThrow(/ARN of a key of KMS/);
  },
);
