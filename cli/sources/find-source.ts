import * as z from 'zod';
import { exitCodes, usageEnding } from '../exit-code.ts';
import { say } from '../output/write-output.ts';
import { readPageUrl } from '../options/arguments.ts';
import { askApi, connect, type Connection, type Got } from './ask.ts';

const sourcesSchema = z.looseObject({
  sources: z.array(z.looseObject({ id: z.string(), url: z.string().nullable() })),
});
const versionsSchema = z.looseObject({ versions: z.array(z.unknown()) });

/** Most sources that are asked one after another whether they have a page. */
const askedMax = 50;

const sharedLength = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
};

/** Says that no source that was asked has a page, and how to learn more: it may be an old address of a page. */
const whyNone = (page: string, sources: number): string => {
  if (sources === 0) return 'There are no sources yet. To apply a manifest: npx gleaner sources apply <file>';
  const asked = sources <= askedMax ? `${sources} sources` : `the ${askedMax} nearest of ${sources} sources`;
  return (
    `${sources === 1 ? 'The only source has no page' : `None of ${asked} has a page`} of its own at ${page}. ` +
    'To see what one knows of it, add --source ID; to list all: npx gleaner sources list'
  );
};

/** Returns the source of a page: the named one, else one whose runs saw the page, the nearest address first. */
const findSource = async (
  connection: Connection,
  page: string,
  named: string | undefined,
): Promise<Got<string>> => {
  if (named !== undefined) return { ok: true, value: named };
  const all = await askApi(connection, { method: 'GET', path: '/v2/sources' }, sourcesSchema);
  if (!all.ok) return all;
  const near = all.value.sources.toSorted(
    (a, b) => sharedLength(b.url ?? '', page) - sharedLength(a.url ?? '', page),
  );
  for (const { id } of near.slice(0, askedMax)) {
    const query = new URLSearchParams({ url: page, source: id, limit: '1' });
    const path = `/v2/versions?${query.toString()}`;
    const found = await askApi(connection, { method: 'GET', path }, versionsSchema);
    if (found.ok) {
      if (near.length > 1)
        say(`This is from the source ${id}; others may have the page too. To choose another, add --source.`);
      return { ok: true, value: id };
    }
    const isAbsent = found.refusal?.kind === 'refused' && found.refusal.status === 404;
    if (!isAbsent) return found;
  }
  return { ok: false, ending: { exitCode: exitCodes.refused, message: whyNone(page, near.length) } };
};

/** A page of a source, as the user named it, and the API that has its versions. */
export interface SourcePage {
  readonly connection: Connection;
  readonly where: Readonly<Record<'url' | 'source', string>>;
}

/** Connects to the API, and finds the source of a page. */
export const findSourcePage = async (
  page: string,
  options: Parameters<typeof connect>[0] & { readonly source?: string | undefined },
): Promise<Got<SourcePage>> => {
  const read = readPageUrl(page);
  if (!read.ok) return { ok: false, ending: usageEnding(read.message) };
  const connected = connect(options);
  if (!connected.ok) return connected;
  const source = await findSource(connected.value, read.value, options.source);
  if (!source.ok) return source;
  return {
    ok: true,
    value: { connection: connected.value, where: { url: read.value, source: source.value } },
  };
};
