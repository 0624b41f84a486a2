import { callApi, firstContact, type NoResponse } from '../api/call-api.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import type { Instance } from '../api/find-instance.ts';
import { jobPath, jobName, type JobPlace } from './job-place.ts';
import { endingOfJob } from '../api/refusal.ts';
import { say } from '../output/write-output.ts';

/** Writes the commands to watch or stop a job that continues without this program. */
export const resumeHint = ({ id }: JobPlace): string =>
  `  npx gleaner watch ${id}    to watch it\n  npx gleaner cancel ${id}   to stop it`;

/**
 * Ends a command that started a job and cannot follow it. The job continues, so the message must not read as if nothing
 * had happened: whoever tries again starts it again.
 */
export const endingOfStarted = (answer: NoResponse, instance: Instance, job: JobPlace): CommandEnding => {
  const ending = endingOfJob(answer, instance, job.id);
  const started = `${jobName(job)} was started and continues`;
  if (answer.kind === 'refused' && answer.status === 403)
    return {
      exitCode: exitCodes.refused,
      message:
        `${started}. Its status and results need a key with the scope read (${answer.message}). Watch it with ` +
        `such a key; with this one, start jobs with --no-wait.\n${resumeHint(job)}`,
    };
  return {
    ...ending,
    message: `${started}, but cannot be followed: ${ending.message ?? ''}\n${resumeHint(job)}`,
  };
};

/** Ends a command at Ctrl-C while it follows a job: the job continues, or is cancelled if the user asked for that. */
export const interruptedEnding = async (
  instance: Instance,
  job: JobPlace,
  cancel: boolean,
): Promise<CommandEnding> => {
  const name = jobName(job);
  if (!cancel) {
    const message = `Interrupted. ${name} continues:\n${resumeHint(job)}`;
    return { exitCode: exitCodes.interrupted, message };
  }
  say(`Cancelling ${name} …`);
  const request = { method: 'DELETE', path: jobPath(job) } as const;
  // A second Ctrl-C ends the program.
  const answer = await callApi(instance, request, firstContact, new AbortController().signal);
  const message =
    answer.kind === 'ok'
      ? `${name} is cancelled.`
      : `${name} could not be cancelled: ${endingOfJob(answer, instance, job.id).message ?? ''}\n${resumeHint(job)}`;
  return { exitCode: exitCodes.interrupted, message };
};
