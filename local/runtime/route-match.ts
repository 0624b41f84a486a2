import type { RoutePlan } from '../template/routes.ts';

export interface RouteMatch {
  readonly route: RoutePlan;
  /** Decoded parameters of the path; a greedy one (`{proxy+}`) holds the rest of it. Null if there are none. */
  readonly pathParameters: Readonly<Record<string, string>> | null;
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const parametersOf = (resource: string, path: string): Record<string, string> | undefined => {
  const wanted = resource.split('/').slice(1);
  const found = path.split('/').slice(1);
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const greedy = /^\{(.+)\+\}$/.exec(part)?.[1];
    if (greedy !== undefined) {
      const rest = found.slice(index).join('/');
      if (rest === '') return undefined;
      parameters[greedy] = decode(rest);
      return parameters;
    }
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    const text = found[index] ?? '';
    if (name === undefined) {
      if (part !== text) return undefined;
    } else if (text === '') return undefined;
    else parameters[name] = decode(text);
  }
  return wanted.length === found.length ? parameters : undefined;
};

/**
 * Returns how exactly a resource names its path: plain parts before `{id}`, these before `{proxy+}`; a method before
 * ANY.
 */
const weight = (route: RoutePlan): string =>
  route.resource
    .split('/')
    .map((part) => (part.endsWith('+}') ? '2' : part.startsWith('{') ? '1' : '0'))
    .join('') + (route.method === 'ANY' ? '1' : '0');

/** Returns the route that API Gateway would choose for a path, or undefined. */
export const matchRoute = (
  routes: readonly RoutePlan[],
  method: string,
  path: string,
): RouteMatch | undefined => {
  const [best] = routes
    .filter((route) => route.method === 'ANY' || route.method === method)
    .flatMap((route) => {
      const parameters = parametersOf(route.resource, path);
      return parameters === undefined ? [] : [{ route, parameters }];
    })
    .sort((a, b) => (weight(a.route) < weight(b.route) ? -1 : 1));
  if (!best) return undefined;
  return {
    route: best.route,
    pathParameters: Object.keys(best.parameters).length > 0 ? best.parameters : null,
  };
};
