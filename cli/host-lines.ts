import * as z from 'zod';

/** The parts of the API's answer about a host that are shown. */
export const hostSchema = z.looseObject({
  host: z.string(),
  nextSlotAt: z.string().optional(),
  inFlight: z.number(),
  pausedUntil: z.string().optional(),
  failuresInRow: z.number(),
  breakerAt: z.number(),
  responseMs: z.number(),
  robots: z
    .looseObject({
      kind: z.enum(['rules', 'allow-all', 'disallow-all']),
      rules: z.number(),
      crawlDelaySeconds: z.number().nullable(),
      reason: z.string().optional(),
    })
    .optional(),
  browserPagesInRow: z.number(),
});

const secondsUntil = (time: string, now: number): string =>
  `in ${Math.max(0, (Date.parse(time) - now) / 1_000).toFixed(1)} s`;

const robotsLine = (robots: z.infer<typeof hostSchema>['robots']): string => {
  if (robots === undefined) return 'not read lately';
  if (robots.kind === 'disallow-all') return `forbids everything: ${robots.reason ?? 'no reason was given'}`;
  const delay =
    robots.crawlDelaySeconds === null ? '' : `, wants ${robots.crawlDelaySeconds} s between requests`;
  return robots.kind === 'allow-all' ? `allows everything${delay}` : `${robots.rules} rules${delay}`;
};

/** Describes how a host is asked, a line for each fact. `now` in milliseconds since the epoch. */
export const hostLines = (state: z.infer<typeof hostSchema>, now: number): readonly string[] => [
  state.host,
  `  Next request     ${state.nextSlotAt === undefined ? 'at any time' : secondsUntil(state.nextSlotAt, now)}`,
  `  Under way        ${state.inFlight}`,
  ...(state.pausedUntil === undefined
    ? []
    : [`  Left alone       until ${state.pausedUntil}, ${secondsUntil(state.pausedUntil, now)}`]),
  `  Failures in row  ${state.failuresInRow} (left alone at ${state.breakerAt})`,
  `  Answers in       ${state.responseMs === 0 ? 'not known yet' : `about ${state.responseMs} ms`}`,
  `  robots.txt       ${robotsLine(state.robots)}`,
  ...(state.browserPagesInRow === 0
    ? []
    : [`  Browser needed   by the last ${state.browserPagesInRow} pages`]),
];
