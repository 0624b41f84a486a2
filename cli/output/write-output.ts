import { once } from 'node:events';
import { exitCodes } from '../exit-code.ts';
import { inertOnTerminal, inertText } from '../inert-text.ts';

/**
 * Writes to stdout and waits while the reader is behind, so that a slow consumer slows the reading of results instead
 * of filling memory.
 */
export const writeOut = async (text: string): Promise<void> => {
  await writeStyled(process.stdout.isTTY ? inertOnTerminal(text) : inertText(text));
};

/** Does the same for lines with our own colours, whose other text was made safe before it was painted. */
export const writeStyled = async (text: string): Promise<void> => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};

/** Tells people something on a stream, on a line of its own. */
export const sayOn = (stream: NodeJS.WriteStream, text: string): void => {
  stream.write(`${stream.isTTY ? inertOnTerminal(text) : inertText(text)}\n`);
};

/** Tells people something on stderr, because stdout belongs to results. */
export const say = (text: string): void => sayOn(process.stderr, text);

/**
 * Ends the program when what it says cannot be written: quietly when the reader, such as `head`, closes the pipe,
 * because its output is not wanted any more; else with the reason, such as a full disk.
 */
export const endOnFailedOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      if (stream === process.stdout) say(`gleaner: Cannot write the output: ${error.message}`);
      process.exit(exitCodes.notWritten);
    });
  }
};
