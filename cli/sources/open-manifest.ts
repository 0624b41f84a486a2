import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { readManifest, type ManifestRead } from '../read-manifest.ts';

type OpenManifest = Extract<ManifestRead, { ok: true }>;

/** Reads a manifest, or prints all of its mistakes; `known` is what its file holds, where it was read before. */
export const openManifest = async (
  path: string,
  known?: string,
): Promise<
  { readonly ok: true; readonly value: OpenManifest } | { readonly ok: false; readonly ending: CommandEnding }
> => {
  const read = await readManifest(path, known);
  return read.ok
    ? { ok: true, value: read }
    : { ok: false, ending: { exitCode: exitCodes.usage, message: read.lines.join('\n') } };
};

/** Says whether an operand names a file or stdin: ids of sources and names of manifests have neither dot nor slash. */
export const isFileName = (operand: string): boolean => operand === '-' || /[./\\]/.test(operand);
