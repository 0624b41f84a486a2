/** Shows one line to the person at the terminal. */
export type OnNotice = (line: string) => void;

/** A subject is shown at most this often: a broken handler fails thousands of times. */
const quietMs = 10_000;

/**
 * Counts repeated notices instead of showing them; the next one shown says how many there were.
 *
 * @param now - epoch milliseconds.
 */
export const quietNotices = (
  show: OnNotice,
  now: () => number,
): ((subject: string, line: string) => void) => {
  const subjects = new Map<string, { at: number; hidden: number }>();
  return (subject, line) => {
    const last = subjects.get(subject);
    if (last && now() - last.at < quietMs) {
      last.hidden += 1;
      return;
    }
    show(last && last.hidden > 0 ? `${line} (and ${last.hidden} more like it before)` : line);
    subjects.set(subject, { at: now(), hidden: 0 });
  };
};
