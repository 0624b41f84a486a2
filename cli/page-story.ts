import * as z from 'zod';
import { absences, explainAbsence } from '../lib/frontier/absence.ts';
import { hostLines, hostSchema } from './host-lines.ts';

const jobSchema = z.looseObject({
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  url: z.string(),
  limit: z.number(),
});

const pageStorySchema = z.looseObject({
  kind: z.literal('page'),
  page: z.looseObject({
    url: z.string(),
    state: z.string(),
    depth: z.number(),
    code: z.string().optional(),
    error: z.string().optional(),
    tier: z.string().optional(),
    admittedAt: z.string(),
    finishedAt: z.string().optional(),
    notBefore: z.string().optional(),
    envelopeKey: z.string().optional(),
    change: z.string().optional(),
  }),
  foundOn: z.looseObject({ url: z.string() }).optional(),
  requests: z.array(
    z.looseObject({
      at: z.string(),
      tier: z.string(),
      url: z.string().optional(),
      status: z.number().optional(),
      bytes: z.number(),
      ms: z.number(),
      retry: z.number(),
      reason: z.string().optional(),
    }),
  ),
  fallThrough: z.array(z.looseObject({ tier: z.string(), reason: z.string(), detail: z.string() })),
  host: hostSchema.optional(),
  job: jobSchema,
});

/** The API's answer about a URL in a job. */
export const storySchema = z.discriminatedUnion('kind', [
  pageStorySchema,
  z.looseObject({ kind: z.literal('absent'), why: z.enum(absences), job: jobSchema }),
]);

const timeOnly = (time: string): string => time.slice(11, 23);

type Told = Extract<z.infer<typeof storySchema>, { kind: 'page' }>;

const requestLine = (line: Told['requests'][number]): string =>
  `    ${timeOnly(line.at)}  ${line.tier.padEnd(7)}  ${String(line.status ?? '-').padStart(3)}  ` +
  `${String(line.ms).padStart(6)} ms  ${String(line.bytes).padStart(8)} ` +
  `B${line.reason === undefined ? '' : `  ${line.reason}`}${line.url === undefined ? '' : `  ${line.url}`}`;

/** Writes the story of a URL in lines for people. `now` in milliseconds since the epoch. */
export const storyLines = (
  story: z.infer<typeof storySchema>,
  url: string,
  now: number,
): readonly string[] => {
  const { job } = story;
  const where = `  Job        ${job.kind} ${job.id} (${job.state}), from ${job.url}`;
  if (story.kind === 'absent') return [url, where, `  Not there  ${explainAbsence(story.why, job)}`];
  const { page, foundOn, requests, fallThrough, host } = story;
  const why = page.code === undefined ? '' : `: ${page.code}`;
  return [
    page.url,
    where,
    `  State      ${page.state}${why}${page.tier === undefined ? '' : `, tier ${page.tier}`}`,
    ...(page.error === undefined ? [] : [`  Reason     ${page.error}`]),
    ...(foundOn === undefined ? [] : [`  Found on   ${foundOn.url}`]),
    `  Taken in   ${page.admittedAt}`,
    ...(page.notBefore === undefined || page.finishedAt !== undefined
      ? []
      : [`  Next try   ${page.notBefore}`]),
    ...(page.finishedAt === undefined ? [] : [`  Ended      ${page.finishedAt}`]),
    ...(page.envelopeKey === undefined ? [] : [`  Envelope   ${page.envelopeKey}`]),
    ...(page.change === undefined ? [] : [`  Change     ${page.change}`]),
    ...fallThrough.map(({ tier, reason, detail }) => `  Left tier  ${tier}: ${reason}, ${detail}`),
    ...(requests.length === 0
      ? ['  No request was sent for it']
      : ['  Requests', ...requests.map(requestLine)]),
    ...(host === undefined ? [] : ['  Its host', ...hostLines(host, now).map((line) => `    ${line}`)]),
  ];
};
