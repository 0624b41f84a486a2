import type { ReactNode } from 'react';

/** A drawing in a square of twelve: its lines, and what of it is filled. */
interface Drawing {
  readonly lines: string;
  readonly filled?: string;
}

const ring = 'M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9z';
const square = 'M2.5 2.5h7v7h-7z';
const wedge = 'M3 1.5v9l7-4.5z';

const tick: Drawing = { lines: 'M1.5 6.5l3 3l6-7' };
const cross: Drawing = { lines: 'M2 2l8 8M10 2l-8 8' };
const triangle: Drawing = { lines: 'M6 1.5l4.5 9h-9z' };
const circle: Drawing = { lines: ring };
const half: Drawing = { lines: ring, filled: 'M6 1.5a4.5 4.5 0 0 1 0 9z' };
const barred: Drawing = { lines: `${ring}M3 9l6-6` };
const dash: Drawing = { lines: 'M2 6h8' };
const plus: Drawing = { lines: 'M6 1.5v9M1.5 6h9' };
const stop: Drawing = { lines: square, filled: square };
const play: Drawing = { lines: wedge, filled: wedge };
const bars: Drawing = { lines: 'M4 2v8M8 2v8' };
const right: Drawing = { lines: 'M1 6h9.5M7 2.5l3.5 3.5L7 9.5' };
const back: Drawing = { lines: 'M2.5 5.5a4 4 0 1 1 .5 3M2.5 1.5v4h4' };
const equal: Drawing = { lines: 'M2 4.5h8M2 7.5h8' };
const call: Drawing = { lines: 'M6 1.5v6M6 10v.5' };
const letter: Drawing = { lines: 'M6 5v5.5M6 1.5v.5' };

/** Signs of states, by their words. */
const signs: Readonly<Record<string, Drawing>> = {
  running: play,
  finishing: play,
  admitted: circle,
  fetched: half,
  completed: tick,
  done: tick,
  failed: cross,
  blocked: barred,
  skipped: dash,
  cancelled: stop,
  active: tick,
  ok: tick,
  paused: bars,
  failing: cross,
  proposed: circle,
  retired: stop,
  changed: triangle,
  pending: circle,
  present: tick,
  missing: dash,
  unreachable: cross,
  removed: stop,
  added: plus,
  modified: triangle,
  deleted: dash,
  moved: right,
  restored: back,
  create: plus,
  update: triangle,
  remove: dash,
  retire: stop,
  pause: bars,
  resume: play,
  keep: circle,
  none: equal,
  error: cross,
  delivered: tick,
  open: call,
  acknowledged: tick,
  closed: stop,
  high: cross,
  warning: triangle,
  info: letter,
  free: tick,
  resting: bars,
  refused: cross,
};

/** The sign of a state, beside its word. It is drawn, because the fonts of many systems lack such characters. */
export const Sign = ({ of: state }: { readonly of: string }): ReactNode => {
  const drawing = signs[state];
  return (
    drawing !== undefined && (
      <svg className="sign" viewBox="0 0 12 12" aria-hidden="true">
        <path d={drawing.lines} />
        {drawing.filled !== undefined && <path className="filled" d={drawing.filled} />}
      </svg>
    )
  );
};
