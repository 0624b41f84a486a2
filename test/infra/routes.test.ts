import { expect, test } from 'vitest';
import { sourceEndpoints } from '../../functions/endpoints/manage-sources.ts';
import { ownPaths } from '../../infra/make-rest-api.ts';

test('API Gateway passes every path of manage-sources to it, and keeps no path for nobody', () => {
  const below = (path: string, own: string): boolean => path === `/${own}` || path.startsWith(`/${own}/`);
  const paths = ownPaths['manage-sources'];
  const answered = sourceEndpoints.map(({ path }) => path);
  expect(answered.filter((path) => !paths.some((own) => below(path, own)))).toEqual([]);
  expect(paths.filter((own) => !answered.some((path) => below(path, own)))).toEqual([]);
});
