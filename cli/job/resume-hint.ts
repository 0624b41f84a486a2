import { callApi, firstContact } from '../api/call-api.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import type { Instance } from '../api/find-instance.ts';
import { jobPath, jobName, type JobPlace } from './job-place.ts';
import { endingOfJob } from '../api/refusal.ts';
import { say } from '../output/write-output.ts';

/** Writes the commands to watch or stop a job that continues without this program. */
export const resumeHint = ({ id }: JobPlace): string =>
  `  npx gleaner watch ${id}    to watch it\n  npx gleaner cancel ${id}   to stop it`;

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
