import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** The place that a frame of a stack names, where that is in a bundle. */
const bundlePlace = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g;

/** By the URL of a bundle; null for a module that has no map. */
const maps = new Map<string, SourceMap | null>();

const readMap = (module: string): SourceMap | null => {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${module}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
};

const mapOf = (module: string): SourceMap | null => {
  const known = maps.get(module);
  if (known !== undefined) return known;
  const read = readMap(module);
  maps.set(module, read);
  return read;
};

/**
 * Returns a stack that names our own files and lines where it named those of a bundle; frames of packages stay. The map
 * of a bundle is read at its first stack and then kept. Node does the same with `--enable-source-maps`, but for each
 * error that anything looks at (docs/decisions/0099-maps-are-read-for-logs.md).
 */
export const mapStack = (stack: string): string =>
  stack.replaceAll(bundlePlace, (place, module: string, line: string, column: string) => {
    const entry = mapOf(module)?.findEntry(Number(line) - 1, Number(column) - 1);
    return entry !== undefined && 'originalSource' in entry && entry.originalSource
      ? `${new URL(entry.originalSource, module).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : place;
  });

/** An error has few causes; a circle of them has no end. */
const causesMax = 8;

/** Has an error and its causes name our own files and lines, whoever prints them. */
export const mapErrorStacks = (thrown: unknown): void => {
  let error = thrown;
  for (let depth = 0; depth < causesMax && error instanceof Error; depth += 1) {
    if (error.stack !== undefined) error.stack = mapStack(error.stack);
    error = error.cause;
  }
};
