import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

/** Files that declare what others implement: from such a file a reader goes on to its implementation. */
const interfaces: ReadonlySet<string> = new Set(['lib/fetch/tier/tier.ts']);

/** What is handed in rather than imported: a reader finds it by its type. */
const handedIn: ReadonlySet<string> = new Set([...interfaces, 'lib/steps/hosts/host-rate-limiter.ts']);

/** The files that each file calls: whose values it imports, or whose types where those are handed in. */
export const callGraph = (files: readonly SourceFile[]): Map<string, string[]> =>
  new Map(
    files.map(({ path, text }) => {
      const targets = parseSync(path, text).module.staticImports.flatMap(({ moduleRequest, entries }) => {
        const target = normalize(join(dirname(path), moduleRequest.value));
        const isCalled = entries.some(({ isType }) => !isType) || handedIn.has(target);
        return moduleRequest.value.startsWith('.') && isCalled ? [target] : [];
      });
      return [path, targets];
    }),
  );

/** A walk through files: how many there are, and where it turns back or cannot be followed. */
export interface Walk {
  readonly files: number;
  /** Files at which the reader goes back up to one that was left. */
  readonly turnsBack: readonly string[];
  /** Files that nothing on the way to them calls. */
  readonly lost: readonly string[];
}

/**
 * Walks a path as a reader does who follows "go to definition": each file is called by the one before it, or by
 * one that is still open above that; functions (`functions/*.ts`) begin anew, as what wakes them is a message.
 * Going on in a file that was passed before, below which others were opened, is a turn back.
 */
export const walk = (path: readonly string[], graph: ReadonlyMap<string, readonly string[]>): Walk => {
  const calls = (from: string, to: string): boolean =>
    graph.get(from)?.includes(to) === true ||
    (interfaces.has(from) && graph.get(to)?.includes(from) === true);
  const turnsBack: string[] = [];
  const lost: string[] = [];
  let open: string[] = [];
  for (const file of path) {
    if (/^functions\/[\w-]+\.ts$/.test(file)) {
      open = [file];
      continue;
    }
    const passed = open.indexOf(file);
    if (passed !== -1) {
      turnsBack.push(file);
      open = open.slice(0, passed + 1);
      continue;
    }
    const caller = open.findLastIndex((above) => calls(above, file));
    if (caller === -1) lost.push(file);
    open = [...open.slice(0, caller + 1), file];
  }
  return { files: new Set(path).size, turnsBack, lost };
};
