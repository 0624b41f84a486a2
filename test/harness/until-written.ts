/**
 * Settles when a program's reader has taken all that was printed before. To be awaited before `process.exit`: a reader
 * that others keep busy takes a long line in pieces, and the end of a process does not wait for them.
 *
 * @param print - `process.stdout.write`, bound.
 */
export const untilWritten = async (
  print: (text: string, done: () => void) => boolean = process.stdout.write.bind(process.stdout),
): Promise<void> => await new Promise((done) => void print('', () => done()));
