import * as z from 'zod';
import { limits } from '../../limits/limits.ts';

/**
 * What `Retry-After` means to teams. All teams leave a host alone that asks for it; but a team could request such a
 * page on purpose, to stop the others. So the team that was told waits as long as it was told. Other teams wait a
 * minute at most, or seconds if the host has just answered one of them well, then ask with one request at a time. An
 * answer ends their waiting. If another team is told the same, the host means everybody.
 */
export const teamPauseShape = {
  /** Teams that were told to wait, and until when (milliseconds since the epoch). */
  told: z.record(z.string(), z.number()).default({}),
  /** Teams that the host answered lately, and when. */
  answered: z.record(z.string(), z.number()).default({}),
  /** Whether other teams ask with one request at a time until the host has answered. */
  probing: z.boolean().default(false),
};
const teamPauseSchema = z.object(teamPauseShape);
export type TeamPause = z.infer<typeof teamPauseSchema>;

/** The state of a host that has told no team to wait. */
export const noTeamPause: TeamPause = { told: {}, answered: {}, probing: false };

/** Keeps the latest few: one item holds everything about a host. */
const latest = (times: Readonly<Record<string, number>>, after: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(times)
      .filter(([, at]) => at > after)
      .sort(([, a], [, b]) => b - a)
      .slice(0, limits.pausedTeamsMax),
  );

/** Returns until when a team waits because it was told itself; 0 if it was not. */
export const toldUntil = (pause: Pick<TeamPause, 'told'>, team: string | undefined): number =>
  team === undefined ? 0 : (pause.told[team] ?? 0);

/** Returns until when a team leaves a host alone, because all do or because it was told to; 0 if it does not. */
export const pausedUntilFor = (
  pause: Pick<TeamPause, 'told'> & { readonly pausedUntil: number },
  team: string | undefined,
): number => Math.max(pause.pausedUntil, toldUntil(pause, team));

/**
 * Notes that a team was told to wait. Returns until when all teams wait: just as long if another team was told too or
 * the team is not known, else `limits.retryAfterSharedMsMax` at most.
 */
export const noteTold = (
  pause: TeamPause,
  team: string | undefined,
  retryAfterMs: number,
  now: number,
): TeamPause & { readonly sharedUntil: number } => {
  const told = latest(pause.told, now);
  const until = now + retryAfterMs;
  const answered = latest(pause.answered, now - limits.answeredWellMs);
  const isConfirmed = team === undefined || Object.keys(told).some((other) => other !== team);
  const isDoubtful = Object.keys(answered).some((other) => other !== team);
  const sharedMs = isDoubtful ? limits.retryAfterDoubtedMsMax : limits.retryAfterSharedMsMax;
  return {
    told: team === undefined ? told : { ...told, [team]: Math.max(told[team] ?? 0, until) },
    answered,
    probing: !isConfirmed && retryAfterMs > sharedMs,
    sharedUntil: isConfirmed ? until : now + Math.min(retryAfterMs, sharedMs),
  };
};

/** Notes that the host answered a team, and did not ask it to wait. */
export const noteAnswered = (pause: TeamPause, team: string | undefined, now: number): TeamPause => ({
  told: latest(pause.told, now),
  answered: latest(
    team === undefined ? pause.answered : { ...pause.answered, [team]: now },
    now - limits.answeredWellMs,
  ),
  probing: false,
});
