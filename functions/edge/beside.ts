import { moduleExtension } from '../../lib/module-extension.ts';

/**
 * The address of a file that lies beside a function's bundle (`infra/bundle.ts`), or elsewhere where the sources run
 * themselves.
 *
 * @param from `import.meta.url` of the caller.
 * @param source From the caller's source file on.
 * @param bundled From the bundle on.
 */
export const beside = (from: string, source: string, bundled: string): URL =>
  new URL(moduleExtension === '.mjs' ? bundled : source, from);
