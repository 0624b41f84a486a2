import { extname } from 'node:path';

/**
 * How this program's modules end where it runs: `.ts` in a clone, `.js` in the package that npm installs, `.mjs` in
 * the bundle of a function. Whoever starts or bundles a module of ours by its path names it with this.
 */
export const moduleExtension = extname(import.meta.url);
