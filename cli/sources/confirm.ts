import * as z from 'zod';
import { sourceLimits } from '../../lib/limits/source-limits.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson, inertOnTerminal } from '../inert-text.ts';
import { readNamedLines } from '../options/read-lines.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, connect } from './ask.ts';
import type { SourcesOptions } from './sources-options.ts';

const confirmedSchema = z.looseObject({ confirmed: z.array(z.string()), unknown: z.array(z.string()) });

const readKey = (text: string): { readonly ok: true; readonly value: string } => ({ ok: true, value: text });

/**
 * Runs `sources confirm ID KEY…`, for an ingestion outside of the stack: confirms envelopes that it has taken, as many
 * in a call as the API takes. Each confirmed key is printed once it is confirmed, so an interrupted command can be
 * repeated with the rest, or with all of them.
 */
export const confirmTaken = async (
  id: string,
  operands: readonly string[],
  options: SourcesOptions,
): Promise<CommandEnding> => {
  const read = await readNamedLines(operands, options.file, readKey, 'keys of envelopes');
  if (!read.ok) return usageEnding(read.message);
  const keys = read.value;
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const path = `/v2/sources/${encodeURIComponent(id)}/confirm`;
  let unknown = 0;
  for (let at = 0; at < keys.length; at += sourceLimits.confirmedPerCallMax) {
    const envelopes = keys.slice(at, at + sourceLimits.confirmedPerCallMax);
    const request = { method: 'POST', path, body: { envelopes } } as const;
    const got = await askApi(connected.value, request, confirmedSchema, { patiently: at > 0 });
    if (!got.ok) return got.ending;
    for (const envelope of got.value.confirmed)
      await writeOut(
        options.json ? `${inertJson({ source: id, envelope })}\n` : `${inertOnTerminal(envelope)}\n`,
      );
    for (const key of got.value.unknown) say(`unknown: ${inertOnTerminal(key)}`);
    unknown += got.value.unknown.length;
  }
  say(`Confirmed ${keys.length - unknown} of ${keys.length} envelopes of ${id}.`);
  if (unknown === 0) return { exitCode: exitCodes.completed };
  const message = `${unknown} of ${keys.length} are gone, of no class of retention, or not of ${id}`;
  return { exitCode: exitCodes.refused, message };
};
