import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { readAddresses, readPath } from './http.ts';

/** What API Gateway hands on of a request, by how it was reached. */
const eventOf = (
  resource: string,
  path: string,
  proxy: string | null,
  context: { readonly path: string; readonly domainName: string },
): APIGatewayProxyEvent =>
  ({
    resource,
    path,
    pathParameters: proxy === null ? null : { proxy },
    requestContext: context,
  }) as unknown as APIGatewayProxyEvent;

const own = 'x.execute-api.eu-central-1.amazonaws.com';

test.each([
  ['its own address', '/v2/{proxy+}', '/v2/crawl/1', 'crawl/1', `/prod/v2/crawl/1`, own, '/prod'],
  ['a custom domain', '/v2/{proxy+}', '/v2/crawl/1', 'crawl/1', '/v2/crawl/1', 'crawl.test', ''],
  ['a base path', '/v2/{proxy+}', '/g/v2/crawl/1', 'crawl/1', '/g/v2/crawl/1', 'crawl.test', '/g'],
  ['a base path of two parts', '/{proxy+}', '/a/b/docs', 'docs', '/a/b/docs', 'crawl.test', '/a/b'],
  ['a base path like a route', '/v2/{proxy+}', '/v2/v2/crawl', 'crawl', '/v2/v2/crawl', 'crawl.test', '/v2'],
  ['a route without a parameter', '/v2/sources', '/g/v2/sources', null, '/g/v2/sources', 'crawl.test', '/g'],
  ['a slash at the end', '/v2/{proxy+}', '/g/v2/crawl/', 'crawl', '/g/v2/crawl/', 'crawl.test', '/g'],
  ['letters that are escaped', '/{proxy+}', '/caf%C3%A9', 'café', '/caf%C3%A9', 'crawl.test', ''],
])('under %s a route is the same, and addresses lead back through it', (...given) => {
  const [, resource, path, proxy, contextPath, domainName, before] = given;
  const event = eventOf(resource, path, proxy, { path: contextPath, domainName });
  expect(readPath(event)).toBe(before === '/prod' ? path : path.slice(before.length));
  expect(readAddresses(event, {}).baseUrl).toBe(`https://${domainName}${before}`);
});

test('the root of a base path is the root, with and without a slash', () => {
  for (const path of ['/g', '/g/', '/'])
    expect(readPath(eventOf('/', path, null, { path, domainName: 'crawl.test' }))).toBe('/');
});
