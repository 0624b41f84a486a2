import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson, inertText } from '../inert-text.ts';
import { readFileText } from '../options/read-file-text.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, connect } from './ask.ts';
import type { SourcesOptions } from './sources-options.ts';

const documents = join(import.meta.dirname, '../../docs');

/** Reads the prompt between the fences of the document, so that both are the same. */
const readPrompt = async (): Promise<string> => {
  const page = await readFile(join(documents, 'manifest-prompt.md'), 'utf8');
  const prompt = /```text\n(.*?)```/s.exec(page)?.[1];
  if (prompt === undefined) throw new Error('docs/manifest-prompt.md has no prompt');
  return prompt;
};

/**
 * Prints a prompt for a language model of the user's choice, with the notes and the JSON Schema in it. Calls no model.
 */
const printPrompt = async (notes: string): Promise<CommandEnding> => {
  const prompt = await readPrompt();
  const schema = JSON.stringify(
    JSON.parse(await readFile(join(documents, 'schemas/sources-v1.json'), 'utf8')),
  );
  await writeOut(`${prompt.replace('<your notes>', () => notes.trim())}\nJSON Schema:\n${schema}\n`);
  say('Give this prompt to a model, then check its answer: npx gleaner sources validate <file>');
  return { exitCode: exitCodes.completed };
};

const draftSchema = z.object({
  manifest: z.looseObject({ sources: z.array(z.unknown()) }),
  left: z.array(z.object({ id: z.string(), url: z.string() })),
});

/**
 * Runs `sources draft NOTES`: prints a manifest that the deployment's model makes of notes. Nothing is applied: a
 * person reviews it, and `sources validate` checks it.
 */
export const draftSources = async (path: string, options: SourcesOptions): Promise<CommandEnding> => {
  const read = await readFileText(path);
  if (!read.ok) return usageEnding(read.message);
  const notes = read.value;
  if (options.prompt) return await printPrompt(notes);
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const request = { method: 'POST', path: '/v2/sources/draft', body: { notes } } as const;
  const got = await askApi(connected.value, request, draftSchema);
  if (!got.ok) return got.ending;
  const { manifest, left } = got.value;
  await writeOut(`${inertJson(manifest, 2)}\n`);
  for (const { id, url } of left)
    say(`Left out ${inertText(id)}, because your notes do not contain ${inertText(url)}`);
  say(
    `Drafted ${manifest.sources.length} sources. All are only proposed. Look at each of them, then run: ` +
      'npx gleaner sources validate <file>',
  );
  return { exitCode: exitCodes.completed };
};
