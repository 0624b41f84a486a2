import { expect, test } from 'vitest';
import { functionSpecs } from '../../infra/functions.ts';
import { gatewayErrors } from '../../infra/gateway-errors.ts';
import { readSettings } from '../../infra/options.ts';
import { readConfig } from '../../lib/config.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { isFailureCode } from '../../lib/failure.ts';
import { findFunction, ofType, readSettingsFiles, synthesise } from './synthesise.ts';

const settings = {
  delaySeconds: 0,
  allow: ['127.0.0.1/32:8915'],
  hosts: onlyHosts({ 'example.com': { delay: 1 } }),
  environment: 'development',
  contact: 'https://example.com/bot',
  fetchConcurrencyMax: 7,
} as const;
const template = synthesise({ ...settings, allow: [...settings.allow] });

test('synthesis twice gives the same template', () => {
  expect(synthesise()).toEqual(synthesise());
});

test('the stack names no account and no region', () => {
  expect(JSON.stringify(template)).not.toMatch(/arn:aws:[a-z0-9]+:[a-z]{2}-[a-z]+-\d:|:\d{12}:/);
});

test('functions run Node 24 from an ES module, on arm64 but for the one with Chromium in it', () => {
  const functions = ofType(template, 'AWS::Lambda::Function');
  expect(functions).toHaveLength(functionSpecs.length);
  for (const [id, { Properties: fn }] of functions) {
    const Architectures = [id.startsWith('RenderPages') ? 'x86_64' : 'arm64'];
    expect(fn).toMatchObject({ Runtime: 'nodejs24.x', Architectures, Handler: 'index.handler' });
  }
});

test('buckets are private, encrypted, reached by TLS only, and forget: envelopes after 90 days', () => {
  const buckets = ofType(template, 'AWS::S3::Bucket');
  interface Rule {
    readonly Prefix?: string;
    readonly ExpirationInDays?: number;
    readonly TagFilters?: readonly unknown[];
  }
  const expiries = buckets.map(([, it]) =>
    (it.Properties['LifecycleConfiguration'].Rules as Rule[]).flatMap((rule) =>
      rule.ExpirationInDays === undefined
        ? []
        : [[rule.Prefix ?? '', rule.ExpirationInDays, ...(rule.TagFilters ?? [])]],
    ),
  );
  const confirmed = { Key: 'confirmed', Value: 'yes' };
  expect(expiries).toEqual([
    [
      ['staged/', 90],
      ['captures/', 90],
      ['reread/', 90],
      ['drafts/', 7],
      ['uploads/', 1],
      // Envelopes of these sources expire only once ingestion has confirmed them; those of `ever` never do.
      ['kept/90d/', 90, confirmed],
      ['kept/1y/', 366, confirmed],
      ['kept/7y/', 2_557, confirmed],
    ],
    [['', 30]],
    // A corpus stays, and so do the histories of sources.
    [],
    [],
  ]);
  for (const [, bucket] of buckets) {
    expect(Object.values(bucket.Properties['PublicAccessBlockConfiguration'])).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(bucket.Properties['BucketEncryption']).toBeDefined();
    expect(
      bucket.Properties['LifecycleConfiguration'].Rules[0].AbortIncompleteMultipartUpload.DaysAfterInitiation,
    ).toBe(1);
    expect(bucket.DeletionPolicy).toBe('Delete');
  }
  const deny = ofType(template, 'AWS::S3::BucketPolicy').map(
    ([, it]) => it.Properties['PolicyDocument'].Statement[0],
  );
  expect(deny).toHaveLength(4);
  for (const statement of deny) {
    expect(statement).toMatchObject({
      Effect: 'Deny',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    });
  }
});

test('in production what holds data outlives the stack, but not a create that failed; elsewhere nothing does', () => {
  const kept = synthesise();
  const [, table] = ofType(kept, 'AWS::DynamoDB::Table')[0] ?? [];
  expect(table?.Properties).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    GlobalSecondaryIndexes: [{ IndexName: 'open-jobs', Projection: { ProjectionType: 'KEYS_ONLY' } }],
  });
  // A table that the template protects cannot be taken away by the rollback of a failed create.
  expect(table?.Properties['DeletionProtectionEnabled']).toBeUndefined();
  const outliving = Object.entries(kept.Resources)
    .filter(([, { DeletionPolicy = 'Delete' }]) => DeletionPolicy !== 'Delete')
    .map(([id, { DeletionPolicy }]) => `${id.replace(/[0-9A-F]{8}$/, '')}: ${DeletionPolicy}`);
  expect(outliving.toSorted()).toEqual(
    ['Corpora', 'Envelopes', 'Results', 'Sources', 'Table'].map((id) => `${id}: RetainExceptOnCreate`),
  );
  for (const { DeletionPolicy = 'Delete' } of Object.values(template.Resources))
    expect(DeletionPolicy).toBe('Delete');
});

test('a setting reaches the functions that read it and no others', () => {
  const variables = (name: string) => findFunction(template, name)[1].Properties['Environment'].Variables;
  expect(variables('fetch-pages')).toMatchObject({
    GLEANER_DELAY_SECONDS: '0',
    GLEANER_ENVIRONMENT: 'development',
    GLEANER_CONTACT: 'https://example.com/bot',
  });
  const files = readSettingsFiles({ ...settings, allow: [...settings.allow] });
  expect(files['fetch-pages']).toEqual({
    GLEANER_ALLOW: '127.0.0.1/32:8915',
    GLEANER_HOSTS: '{"groups":{},"hosts":{"example.com":{"delay":1}},"mediawiki":{}}',
  });
  expect(files['manage-keys']).toEqual({});
  expect(Object.keys(variables('manage-keys')).filter((name) => name.startsWith('GLEANER_'))).toEqual([]);
});

test('what the API needs to take headers in is published without anybody’s doing', () => {
  const rules = ofType(template, 'AWS::Events::Rule').map(([, it]) => it.Properties);
  const publishing = rules.filter((rule) => JSON.stringify(rule['Targets']).includes('publish'));
  expect(publishing).toMatchObject([
    { ScheduleExpression: 'rate(5 minutes)', Targets: [{ Input: '{"action":"publish"}' }] },
  ]);
  expect(JSON.stringify(publishing[0]?.['Targets'])).toContain('ManageKeys');
});

test('where somebody waits, a page has an invocation of its own', () => {
  const high = ofType(template, 'AWS::Lambda::EventSourceMapping').filter(([id]) =>
    /^FetchPages.*FetchHigh/.test(id),
  );
  expect(high.map(([, it]) => it.Properties['BatchSize'])).toEqual([1]);
});

test('fetchConcurrencyMax holds for ordinary and scheduled jobs; those that somebody waits for have their own', () => {
  const limits = ofType(template, 'AWS::Lambda::EventSourceMapping')
    .filter(([id]) => id.startsWith('FetchPages'))
    .map(([, it]) => it.Properties['ScalingConfig'].MaximumConcurrency);
  expect(limits).toEqual([50, 7]);
});

test('settings come from the CDK context as text; a malformed one is named', () => {
  const context: Record<string, unknown> = { delaySeconds: '1.5', allow: '10.0.0.0/8, 127.0.0.1/32' };
  expect(readSettings(context)).toEqual({
    delaySeconds: 1.5,
    allow: ['10.0.0.0/8', '127.0.0.1/32'],
  });
  expect(() => readSettings({ environment: 'prod' })).toThrow(/environment/);
  expect(() => readSettings({ hosts: '{' })).toThrow(/hosts/);
  expect(() => readSettings({ hosts: '{"a.test":{"tier":"api"}}' })).toThrow(
    /hosts\.a\.test\.tier: expected an endpoint/,
  );
  expect(() => readSettings({ sources: '{}' })).toThrow(/sources: expected its document as hosts/);
});

test.each([
  ['allow', 'foo', 'allow: expected an address range such as 10.0.0.0/8, .*, found "foo"'],
  ['allow', '10.0.0.0/8,10.0.0.0/33', 'allow: expected an address range .*, found "10.0.0.0/33"'],
  ['allow', ['*'], 'allow: expected an address range .*, found "\\*"'],
  ['resolve', 'bar', 'resolve: expected a name and its address, such as .*, found "bar"'],
  ['resolve', '*.corp.example=10.1.2.3', 'found "\\*.corp.example=10.1.2.3"'],
  ['contact', ' ', 'contact: expected a URL or a mail address'],
  ['contact', 'x', 'contact: expected a URL or a mail address'],
  ['llm', '{"default":"nope"}', 'llm.default: expected one of openai, anthropic, google, found "nope"'],
  ['llm', { default: 'own', providers: { own: {} } }, 'llm.providers.own.baseUrl: expected a baseUrl'],
  ['llm', { providers: { own: { baseUrl: 'http://a.test:6666/v1' } } }, 'a port .*, found 6666'],
  ['llm', { providers: { own: { baseUrl: 'http://me:pw@a.test/v1' } } }, '^(?!.*(?:me|pw)[:@]).*a user name'],
  ['search', 'http://me:pw@a.test/', '^(?!.*(?:me|pw)[:@]).*search: expected a URL without a user name'],
  ['search', 'ftp://a.test/', 'search: expected a URL .*, found one that begins with ftp://'],
  ['fetchers', { firecrawl: { url: 'http://a.test:25' } }, 'fetchers.firecrawl.url: .*, found 25'],
])(
  'what no function could read as it starts is refused before anything is made: %s %j',
  (name, value, wanted) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(wanted));
  },
);

test.each([
  ['contact', 'https://example.com/bot'],
  ['contact', 'ops@example.com'],
  ['contact', 'Example Ltd, ops@example.com'],
  ['llm', { default: 'google', providers: {}, prices: {} }],
  ['llm', { default: 'own', providers: { own: { baseUrl: 'http://127.0.0.1/v1' } }, prices: {} }],
])('a setting that functions can use is taken as it is: %s %j', (name, value) => {
  expect(readSettings({ [name]: value })).toEqual({ [name]: value });
});

test.each([
  ['enviroment', 'staging', 'no setting is called enviroment: did you mean environment?'],
  ['alarm-email', 'a@example.com', 'no setting is called alarm-email: did you mean alarmEmail?'],
  ['owner', 'me', 'no setting is called owner: expected name, delaySeconds, '],
])('a setting that is spelt wrong is not passed over: %s', (name, value, wanted) => {
  expect(() => readSettings({ [name]: value })).toThrow(wanted);
});

test('what the CDK itself keeps in a context is no setting', () => {
  const ofCdk = {
    'aws:cdk:bundling-stacks': ['**'],
    '@aws-cdk/core:failSynthOnValidationErrors': false,
    'availability-zones:account=1:region=eu-central-1': [],
    'cli-telemetry': false,
    'acknowledged-issue-numbers': [1],
  };
  expect(readSettings({ ...ofCdk, delaySeconds: 2 })).toEqual({ delaySeconds: 2 });
});

test.each([
  'delaySeconds',
  'logSample',
  'logDays',
  'keyOpenJobs',
  'keyRequestsPerMinute',
  'monthlyBudget',
  'accountConcurrency',
  'fetchConcurrencyMax',
])('a blank %s is refused, not taken for 0', (name) => {
  for (const blank of ['', ' ', null])
    expect(() => readSettings({ [name]: blank })).toThrow(new RegExp(`${name}: .*expected number`));
});

test(
  'what is said of hosts reaches the functions that fetch, without words for people; what does not fit or ' +
    'is wrong is named',
  () => {
    const group = { hosts: ['wiki.test'], weight: 0.5 };
    const mediawiki = { 'wiki.test': 'https://wiki.test/api.php' };
    const given = { hosts: { groups: { some: { ...group, description: 'for people' } }, mediawiki } };
    const { hosts } = readSettings({ hosts: JSON.stringify(given.hosts) });
    expect(hosts).toEqual({
      groups: { some: group },
      hosts: {},
      mediawiki: { 'wiki.test': { endpoint: mediawiki['wiki.test'], namespaces: [0] } },
    });
    const files = readSettingsFiles(hosts === undefined ? {} : { hosts });
    const text = files['fetch-pages']?.['GLEANER_HOSTS'] ?? '';
    expect(readConfig(['GLEANER_HOSTS'], { GLEANER_HOSTS: text }).GLEANER_HOSTS).toEqual(hosts);
    const read = (value: unknown): unknown => readSettings({ hosts: value });
    expect(() => read('[')).toThrow(/hosts: expected JSON: Unexpected end/);
    expect(() => read({ groups: { a: { hosts: ['no host'] } } })).toThrow(
      /expected a host .*found "no host"/,
    );
    const many = Array.from({ length: 40_000 }, (_, index) => `host-${index}.test`);
    expect(() => read({ groups: { a: { hosts: many } } })).toThrow(
      /expected at most 262144 bytes .*found \d+/,
    );
  },
);

test('errors of API Gateway itself carry our error shape, with a code of the table of failures', () => {
  const responses = ofType(template, 'AWS::ApiGateway::GatewayResponse').map(([, it]) => it.Properties);
  expect(responses).toHaveLength(gatewayErrors.length);
  for (const response of responses) {
    const text = response['ResponseTemplates']['application/json'].replace(
      '$context.error.messageString',
      '"its own words"',
    );
    const body = JSON.parse(text) as Record<string, unknown>;
    expect(body).toEqual({ success: false, error: expect.any(String), code: expect.any(String) });
    expect(isFailureCode(String(body['code']))).toBe(true);
    expect(Number(response['StatusCode'])).toBeGreaterThanOrEqual(400);
    const headers = response['ResponseParameters'];
    expect(headers['gatewayresponse.header.Access-Control-Allow-Origin']).toBe("'*'");
    expect(headers['gatewayresponse.header.Access-Control-Expose-Headers']).toBe("'retry-after'");
  }
  const byType = new Map(responses.map((it) => [it['ResponseType'], it]));
  expect(byType.get('THROTTLED')).toMatchObject({ StatusCode: '429' });
  expect(byType.get('REQUEST_TOO_LARGE')).toMatchObject({ StatusCode: '413' });
  expect(byType.get('MISSING_AUTHENTICATION_TOKEN')).toMatchObject({ StatusCode: '404' });
  expect(byType.has('DEFAULT_4XX') && byType.has('DEFAULT_5XX')).toBe(true);
});

test('no function is there but ours: no custom resource brings its own', () => {
  const types = new Set(Object.values(template.Resources).map(({ Type }) => Type));
  expect([...types].filter((type) => type.startsWith('Custom::') || type.includes('CustomResource'))).toEqual(
    [],
  );
});
