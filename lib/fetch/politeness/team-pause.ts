import * as z from 'zod';
import { limits } from '../../limits/limits.ts';

/**
 * What `Retry-After` means to teams. A host that asks to be left alone is left alone by everybody; but a page that
 * says so may
 * have been asked for in order to stop others. So the team that was told waits as long as it was told. Others wait a
 * minute
 * at most, seconds if the host has just answered one of them well, then ask with one request at a time: an answer ends
 * their waiting, and one of them that is told the same has shown that the host means everybody.
 */
export const teamPauseShape = {
  /** Teams that were told to wait, and until when (milliseconds since the epoch). */
  told: z.record(z.string(), z.number()).default({}),
  /** Teams that the host answered lately, and when. */
  answered: z.record(z.string(), z.number()).default({}),
  /** Others go on with one request at a time until the host has answered. */
  probing: z.boolean().default(false),
};
const teamPauseSchema = z.object(teamPauseShape);
export type TeamPause = z.infer<typeof teamPauseSchema>;

/** A host of which nobody was told anything. */
export const noTeamPause: TeamPause = { told: {}, answered: {}, probing: false };

/** The latest of a few: one item holds what is known of a host. */
const latest = (times: Readonly<Record<string, number>>, after: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(times)
      .filter(([, at]) => at > after)
      .sort(([, a], [, b]) => b - a)
      .slice(0, limits.pausedTeamsMax),
  );

/** Until when a team waits for what it was told itself; 0 where it was told nothing. */
export const toldUntil = (pause: Pick<TeamPause, 'told'>, team: string | undefined): number =>
  team === undefined ? 0 : (pause.told[team] ?? 0);

/**
 * Notes that a team was told to wait. Answers until when everybody does: as long as that, where another team was told
 * so
 * as well or nobody knows who was told.
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
