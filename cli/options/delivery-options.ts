import * as z from 'zod';
import { numberOption } from './arguments.ts';
import type { Option } from '../command.ts';
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

/** Returns why options contradict each other: files are Markdown, and are written by a command that waits. */
export const contradictionIn = (
  options: DeliveryValues & {
    readonly formats?: readonly string[] | undefined;
    readonly 'no-wait': boolean;
  },
): string | undefined => {
  if (options.output === undefined) return undefined;
  if (options['no-wait']) {
    return (
      '--no-wait ends before there are pages to write. Leave out --output, and write them later with: gleaner ' +
      'status <id> --output DIR'
    );
  }
  return options.formats?.includes('markdown') === false
    ? '--output writes markdown: add markdown to --formats'
    : undefined;
};
