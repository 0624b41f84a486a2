import * as z from 'zod';
import { sourceConditions } from '../../lib/source/source-state.ts';
import { numberOption, wholeNumberOption } from '../options/arguments.ts';

/** The options of `gleaner sources`, whatever the action. */
export const sourcesOptionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  group: z.string().optional(),
  manifest: z.string().optional(),
  priority: z.enum(['high', 'medium', 'low'], 'expected high, medium or low').optional(),
  condition: z.enum(sourceConditions, `expected ${sourceConditions.join(', ')}`).optional(),
  prune: z.boolean().default(false),
  prompt: z.boolean().default(false),
  format: z.enum(['text', 'json', 'markdown'], 'expected text, json or markdown').optional(),
  out: z.string().optional(),
  file: z.array(z.string().min(1, 'expected a file')).default([]),
  'exit-code': z.boolean().default(false),
  why: z.string().max(500, 'expected at most 500 characters').optional(),
  wait: z.boolean().default(false),
  timeout: numberOption(0).optional(),
  limit: wholeNumberOption(1).default(20),
  from: z.string().optional(),
  to: z.string().optional(),
  json: z.boolean().default(false),
});
export type SourcesOptions = z.infer<typeof sourcesOptionsSchema>;

/** The actions that an option is for, where it is not for all. */
const actionsOf: Partial<Record<keyof SourcesOptions, readonly string[]>> = {
  group: ['list', 'run', 'pause', 'resume'],
  manifest: ['list', 'run', 'pause', 'resume'],
  priority: ['run', 'pause', 'resume'],
  condition: ['list'],
  prune: ['plan', 'apply'],
  prompt: ['draft'],
  format: ['plan', 'apply', 'rollback'],
  out: ['plan'],
  file: ['confirm'],
  'exit-code': ['plan'],
  why: ['pause'],
  wait: ['run'],
  timeout: ['run'],
  limit: ['log'],
  from: ['diff'],
  to: ['diff'],
};

/** Says which option an action would pass over, and which actions it is for; null if there is none. */
export const misplacedOption = (action: string, options: SourcesOptions): string | null => {
  const usual = sourcesOptionsSchema.parse({});
  for (const [name, actions] of Object.entries(actionsOf)) {
    const key = name as keyof SourcesOptions;
    const isGiven = JSON.stringify(options[key]) !== JSON.stringify(usual[key]);
    if (isGiven && !actions.includes(action))
      return `--${name} is for sources ${actions.join(', ')}, not for ${action}`;
  }
  if (options.timeout !== undefined && !options.wait)
    return '--timeout is for sources run with --wait, not for run without it';
  const { json, format } = options;
  return json && format !== undefined && format !== 'json'
    ? `--json and --format ${format} exclude each other: --json is --format json`
    : null;
};
