import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Has functions of modules throw for pages that name them: a page `/bad-readPage.html` is one that `readPage` makes
 * a mistake with. A test wraps the modules with `throwing` in `vi.mock`, and those that take a page with `during`.
 */
export const faults = { met: new Set<string>(), on: true };

/** The function that throws for a page; null for one that nothing is wrong with. */
export const makeFault = (url: string): string | null =>
  /^\/bad-(\w+)/.exec(new URL(url).pathname)?.[1] ?? null;

const page = new AsyncLocalStorage<string>();

type Anything = (...parameters: never[]) => unknown;

const wrapped = <Module extends object>(
  module: Module,
  call: (name: string, whole: Anything, parameters: never[]) => unknown,
): Module =>
  Object.fromEntries(
    Object.entries(module).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? (...parameters: never[]): unknown => call(name, value as Anything, parameters)
        : value,
    ]),
  ) as Module;

/** The module, whose functions throw for the pages that name them. */
export const throwing = <Module extends object>(module: Module): Module =>
  wrapped(module, (name, whole, parameters) => {
    const url = page.getStore();
    if (!faults.on || url === undefined || makeFault(url) !== name) return whole(...parameters);
    faults.met.add(name);
    throw new TypeError(`${name} met what it did not expect`);
  });

const urlIn = (parameter: unknown): string | undefined =>
  typeof parameter === 'object' && parameter !== null && 'url' in parameter && 'hash' in parameter
    ? String(parameter.url)
    : undefined;

/** The module, whose functions are at work on the page that they are handed. */
export const during = <Module extends object>(module: Module): Module =>
  wrapped(module, (_name, whole, parameters) => {
    const url = parameters.map(urlIn).find((found) => found !== undefined);
    return url === undefined ? whole(...parameters) : page.run(url, () => whole(...parameters));
  });
