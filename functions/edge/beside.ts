import { moduleExtension } from '../../lib/module-extension.ts';

/**
 * Returns the address of a file beside a function's bundle (`infra/bundle.ts`), or of its source if the sources run
 * directly.
 *
 * @param from `import.meta.url` of the caller.
 * @param source The path from the caller's source file.
 * @param bundled The path from the bundle.
 */
export const beside = (from: string, source: string, bundled: string): URL =>
  new URL(moduleExtension === '.mjs' ? bundled : source, from);
