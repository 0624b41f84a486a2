import * as z from 'zod';
import { namesOption, readOptions } from '../options/arguments.ts';
import type { OptionValues } from '../command.ts';
import { compareContent, comparisonText } from './compare-content.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { linkStyleOption } from '../options/link-style.ts';
import { readSource, type NoSource, type Source } from '../options/read-source.ts';
import { readScreen } from './screen.ts';
import { say, writeOut, writeStyled } from './write-output.ts';
import type { ContentOptions, PageContent } from '../../lib/content/page-content.ts';
import { passNames } from '../../lib/content/passes/passes.ts';
import { unheededTags } from '../../lib/deliver/results/file-warning.ts';
import { readAnyContent } from '../../lib/content/read-content.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  json: z.boolean().default(false),
  explain: z.boolean().default(false),
  compare: z.boolean().default(false),
  whole: z.boolean().default(false),
  'no-images': z.boolean().default(false),
  'link-style': linkStyleOption.default('absolute'),
  without: namesOption
    .refine(
      (names) => names.every((name) => passNames.includes(name)),
      `expected passes: ${passNames.join(', ')}`,
    )
    .optional(),
  'include-tags': namesOption.optional(),
  'exclude-tags': namesOption.optional(),
  'base-url': z.url({ protocol: /^https?$/, error: 'expected a web address' }).optional(),
});

type ContentArguments = z.infer<typeof optionsSchema>;

const contentOptionsOf = (given: ContentArguments): ContentOptions => ({
  onlyMainContent: !given.whole,
  includeTags: given['include-tags'] ?? [],
  excludeTags: given['exclude-tags'] ?? [],
  removeBase64Images: true,
  keepImages: !given['no-images'],
  linkStyle: given['link-style'],
  wantHtml: false,
  without: given.without ?? [],
  explain: given.explain,
});

/** Describes what happened to the page's text; the numbers add up to all of it. */
const keptLines = ({ visible, keptCharacters, kept, dropped }: PageContent['keptText']): string[] => [
  `kept ${(100 * kept).toFixed(1)} % of the text outside the frame: ${keptCharacters} of ${visible} ` +
    `characters without white space`,
  ...dropped.map(
    ({ rule, reason, isFrame, characters }) =>
      `  ${isFrame ? 'frame' : 'dropped'} by ${rule}: ${characters} characters; ${reason}`,
  ),
];

const explanationOf = ({
  pageKind,
  kindEvidence,
  keptText,
  foundBy,
  removed,
  removals = [],
}: PageContent): string => {
  const kind = kindEvidence.length === 0 ? pageKind : `${pageKind}: ${kindEvidence.join('; ')}`;
  const lines = [`kind ${kind}`, `found by ${foundBy}`, ...keptLines(keptText)];
  for (const { pass, nodes, characters } of removed) {
    const reason = removals.find((removal) => removal.pass === pass)?.reason ?? '';
    lines.push(`${pass}: ${nodes} elements, ${characters} characters; ${reason}`);
    for (const { element, text, characters: size } of removals.filter((removal) => removal.pass === pass)) {
      lines.push(`  ${element} (${size})${text === '' ? '' : `: ${text}`}`);
    }
  }
  return lines.join('\n');
};

const jsonOf = (source: string, content: PageContent, explain: boolean): string => {
  const {
    markdown,
    text,
    html: _html,
    isFile: _isFile,
    links,
    images,
    structuredData,
    hints,
    contentHash,
    ...rest
  } = content;
  const { removed, removals, foundBy, pageKind, kindEvidence, keptText, ...metadata } = rest;
  return inertJson({
    source,
    title: metadata.title,
    markdown,
    text,
    metadata,
    links,
    images,
    structuredData,
    hints,
    contentHash,
    pageKind,
    kept: keptText.kept,
    ...(explain ? { kindEvidence, keptText, foundBy, removed, removals } : {}),
  });
};

/** The outcome of one source: read, read without any text, or not read. */
type Outcome = 'read' | 'empty' | 'failed';

/** Reads the source with this name; an error is a failure of this name only. */
const sourceOf = async (name: string): Promise<Source | NoSource> => {
  try {
    return await readSource(name);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'none', code: 'UNREADABLE', message: `Cannot read ${name}: ${reason}` };
  }
};

const shownText = async (source: Source, given: ContentArguments, content: PageContent): Promise<string> => {
  if (given.explain) return explanationOf(content);
  if (!given.compare) return content.markdown;
  const baseUrl = given['base-url'] ?? source.url;
  const whole = await readAnyContent({ ...source, baseUrl }, contentOptionsOf({ ...given, whole: true }));
  const other = whole.kind === 'read' ? whole.content.markdown : '';
  const color = readScreen(process.stdout)?.().color === true;
  return comparisonText(compareContent(content.markdown, other), content.keptText.kept, color);
};

const tellFailure = async (
  name: string,
  { code, message }: Pick<NoSource, 'code' | 'message'>,
  given: ContentArguments,
): Promise<Outcome> => {
  if (given.json) await writeOut(`${inertJson({ source: name, error: { code, message } })}\n`);
  say(`gleaner: ${message}`);
  return 'failed';
};

const printOne = async (name: string, given: ContentArguments, gap: string): Promise<Outcome> => {
  const source = await sourceOf(name);
  if (source.kind === 'none') return await tellFailure(name, source, given);
  const baseUrl = given['base-url'] ?? source.url;
  const read = await readAnyContent({ ...source, baseUrl }, contentOptionsOf(given));
  if (read.kind === 'refused') return await tellFailure(name, read.failure, given);
  const { content } = read;
  if (given.json) await writeOut(`${jsonOf(name, content, given.explain)}\n`);
  else await (given.compare ? writeStyled : writeOut)(`${gap}${await shownText(source, given, content)}\n`);
  const unheeded = content.isFile === true ? unheededTags(contentOptionsOf(given)) : '';
  if (unheeded !== '')
    say(`gleaner: ${name}: it is no page of HTML: all of it is given, without heed to ${unheeded}`);
  for (const warning of content.warnings) say(`gleaner: ${name}: ${warning}`);
  if (content.markdown !== '') return 'read';
  say(`gleaner: ${name} has no text: its content is empty`);
  return 'empty';
};

/** Summarizes the outcomes, if there were several sources and not all were read. */
const summaryOf = (outcomes: readonly Outcome[]): string | undefined => {
  const of = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  const [failed, empty] = [of('failed'), of('empty')];
  if (outcomes.length < 2 || failed + empty === 0) return undefined;
  return `read ${of('read')} of ${outcomes.length}; ${failed} could not be read, ${empty} had no text`;
};

const run = async (operands: readonly string[], given: ContentArguments): Promise<CommandEnding> => {
  const outcomes: Outcome[] = [];
  for (const [at, name] of operands.entries())
    outcomes.push(await printOne(name, given, at === 0 ? '' : '\n'));
  const summary = summaryOf(outcomes);
  if (summary !== undefined) say(`gleaner: ${summary}`);
  if (outcomes.every((outcome) => outcome === 'read')) return { exitCode: exitCodes.completed };
  return { exitCode: outcomes.length > 1 ? exitCodes.pagesFailed : exitCodes.jobFailed };
};

/**
 * Runs `gleaner content`: a module of its own, because loading the content stage takes longer than a call of the API.
 */
export const printContent = async (
  operands: readonly string[],
  values: OptionValues,
): Promise<CommandEnding> => {
  const options = readOptions(optionsSchema, values);
  return options.ok ? run(operands, options.value) : usageEnding(options.message);
};
