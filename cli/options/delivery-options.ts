import * as z from 'zod';
import { numberOption } from './arguments.ts';
import type { Clash, Option } from '../command.ts';
import type { PageDelivery } from '../job/follow-job.ts';

/** Options for where a job's pages go, and for how long to wait for it. */
export const deliveryShape = {
  output: z.string().min(1, 'expected a folder').optional(),
  json: z.boolean().default(false),
  timeout: numberOption(0.001).optional(),
  strict: z.boolean().default(false),
};

type DeliveryValues = z.infer<z.ZodObject<typeof deliveryShape>>;

/** Returns the same options for parsing and help, for a command that starts a `crawl`, a `batch` or another `job`. */
export const deliveryOptions = (job: string) =>
  ({
    output: {
      type: 'string',
      value: 'DIR',
      help: 'write one .md file per page below DIR',
      completes: 'folder',
    },
    json: { type: 'boolean', help: 'print one JSON document per page and line' },
    timeout: { type: 'string', value: 'S', help: `seconds to wait at most; the ${job} continues after that` },
    strict: { type: 'boolean', help: 'exit with 1 when pages failed' },
  }) as const satisfies Record<string, Option>;

/** Reads where pages go: without such an option their URLs are printed. */
export const readDelivery = ({ output, json, strict }: DeliveryValues): PageDelivery => {
  const quiet = output === undefined ? 'urls' : 'nothing';
  return { stdout: json ? 'documents' : quiet, directory: output, strict };
};

/** Returns the milliseconds for which to wait for the job. */
export const readTimeoutMs = ({ timeout }: Pick<DeliveryValues, 'timeout'>): number =>
  timeout === undefined ? Number.POSITIVE_INFINITY : timeout * 1_000;

/** Files are written by a command that waits. */
export const outputClash: Clash = {
  options: ['output'],
  beside: ['no-wait'],
  why: '--no-wait ends before there are pages to write. Write them later with: gleaner status <id> --output DIR',
};

/** Returns the clash of options with a command that does not wait for its job. */
export const noWaitClash = (...options: readonly string[]): Clash => ({
  options,
  beside: ['no-wait'],
  why: '--no-wait ends as soon as the job runs',
});

/** Returns why options contradict each other: files are Markdown. */
export const contradictionIn = ({
  output,
  formats,
}: Pick<DeliveryValues, 'output'> & { readonly formats?: readonly string[] | undefined }):
  | string
  | undefined =>
  output !== undefined && formats?.includes('markdown') === false
    ? '--output writes markdown: add markdown to --formats'
    : undefined;
