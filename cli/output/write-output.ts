import { once } from 'node:events';
import { inertOnTerminal, inertText } from '../inert-text.ts';

/**
 * Writes to stdout and waits while the reader is behind, so that a slow consumer slows the reading of results
 * instead of filling memory.
 */
export const writeOut = async (text: string): Promise<void> => {
  await writeStyled(process.stdout.isTTY ? inertOnTerminal(text) : inertText(text));
};

/** The same for lines with colours of our own: whatever else stands in them was made inert before it was painted. */
export const writeStyled = async (text: string): Promise<void> => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};

/** Tells a person something, on stderr: stdout belongs to results. */
export const say = (text: string): void => {
  process.stderr.write(`${process.stderr.isTTY ? inertOnTerminal(text) : inertText(text)}\n`);
};

/**
 * A reader that has seen enough, such as `head`, closes the pipe: the program then ends quietly, as its own work is not
 * wanted any more.
 */
export const endQuietlyOnClosedPipe = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
  }
};
