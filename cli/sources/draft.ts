import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { say, writeOut } from '../output/write-output.ts';

const documents = join(import.meta.dirname, '../../docs');

/** The words between the fences of the document, so that both say the same. */
const readPrompt = async (): Promise<string> => {
  const page = await readFile(join(documents, 'manifest-prompt.md'), 'utf8');
  const prompt = /```text\n(.*?)```/s.exec(page)?.[1];
  if (prompt === undefined) throw new Error('docs/manifest-prompt.md has no prompt');
  return prompt;
};

/**
 * `sources draft NOTES`: a prompt for a language model, with the notes and the JSON Schema in it. Nothing is asked
 * and nothing applied: what the model writes is checked by `sources validate`, and by a person.
 */
export const draftPrompt = async (path: string): Promise<CommandEnding> => {
  const notes = path === '-' ? await text(process.stdin) : await readFile(path, 'utf8');
  const prompt = await readPrompt();
  const schema = JSON.stringify(
    JSON.parse(await readFile(join(documents, 'schemas/sources-v1.json'), 'utf8')),
  );
  await writeOut(`${prompt.replace('<your notes>', () => notes.trim())}\nJSON Schema:\n${schema}\n`);
  say('Have a model answer that, and check what it writes: npx gleaner sources validate <file>');
  return { exitCode: exitCodes.completed };
};
