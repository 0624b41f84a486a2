/** A terminal whose last line can be redrawn. */
export interface Screen {
  /** Columns for text: the last column stays free, because writing there makes some terminals start a new line. */
  readonly columns: number;
  readonly color: boolean;
  /** Shows a line in place of the one before; its text was made safe before it was painted. */
  readonly redraw: (line: string) => void;
  /** Clears the line, so that other text may follow. */
  readonly clear: () => void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the screen behind a stream; undefined if lines must be plain: in a file or a pipe, on a dumb terminal, in CI.
 * Colour follows NO_COLOR and the terminal's own abilities.
 */
export const readScreen = (
  stream: NodeJS.WriteStream,
  environment: Environment = process.env,
): (() => Screen) | undefined => {
  const inCi = !['', '0', 'false', undefined].includes(environment['CI']);
  if (!stream.isTTY || environment['TERM'] === 'dumb' || inCi) return undefined;
  const color = stream.hasColors(environment);
  return () => ({
    columns: (stream.columns || 80) - 1,
    color,
    redraw: (line) => void stream.write(`\r${line}\u001B[K`),
    clear: () => void stream.write('\r\u001B[K'),
  });
};

/** Characters in a line for people on stdout; unlimited in a file or a pipe. */
export const lineWidth = (): number =>
  process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
