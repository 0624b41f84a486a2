import { join } from 'node:path';

/**
 * The folder where Node keeps compiled modules of this program, as in `cli/start.mjs`. It lies beside the code, because
 * whoever can write it can change what runs. Where it cannot be written, Node goes on without it.
 */
export const compileCache = join(import.meta.dirname, '../node_modules/.cache/gleaner-compiled');

/** The variable of Node that has a child process use the folder. */
export const compileCacheVariable = { NODE_COMPILE_CACHE: compileCache };

/** The folder beside the functions of a stack in which their sandboxes keep what they compiled. */
export const compileCacheFolder = 'compile-cache';
