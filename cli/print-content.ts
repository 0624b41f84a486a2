import * as z from 'zod';
import { namesOption, readOptions } from './arguments.ts';
import type { OptionValues } from './command.ts';
import { exitCodes, usageEnding, type Ending } from './exit-code.ts';
import { linkStyleOption } from './link-style.ts';
import { readSource } from './read-source.ts';
import { say, writeOut } from './write-output.ts';
import type { ContentOptions, PageContent } from '../lib/content/page-content.ts';
import { passNames } from '../lib/content/passes.ts';
import { readDocument } from '../lib/content/read-content.ts';

const optionsSchema = z.object({
  json: z.boolean().default(false),
  explain: z.boolean().default(false),
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

/** What became of the page's text; these sum up to all of it. */
const keptLines = ({ visible, keptCharacters, kept, dropped }: PageContent['keptText']): string[] => [
  `kept ${(100 * kept).toFixed(1)} % of the text outside the frame: ${keptCharacters} of ${visible} characters without white space`,
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
  const { markdown, text, html: _html, links, images, structuredData, hints, contentHash, ...rest } = content;
  const { removed, removals, foundBy, pageKind, kindEvidence, keptText, ...metadata } = rest;
  return JSON.stringify({
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

const printOne = async (name: string, given: ContentArguments, isFirst: boolean): Promise<boolean> => {
  const source = await readSource(name);
  const read =
    source.kind === 'none'
      ? { kind: 'refused' as const, failure: source }
      : readDocument({ ...source, baseUrl: given['base-url'] ?? source.url }, contentOptionsOf(given));
  if (read.kind === 'refused') {
    const { code, message } = read.failure;
    if (given.json) await writeOut(`${JSON.stringify({ source: name, error: { code, message } })}\n`);
    say(`gleaner: ${message}`);
    return false;
  }
  const { content } = read;
  if (given.json) await writeOut(`${jsonOf(name, content, given.explain)}\n`);
  else {
    const gap = isFirst ? '' : '\n';
    await writeOut(`${gap}${given.explain ? explanationOf(content) : content.markdown}\n`);
  }
  return true;
};

const run = async (operands: readonly string[], given: ContentArguments): Promise<Ending> => {
  let failed = 0;
  for (const [at, name] of operands.entries()) {
    if (!(await printOne(name, given, at === 0))) failed += 1;
  }
  return { exitCode: failed === 0 ? exitCodes.completed : exitCodes.jobFailed };
};

/** Runs `gleaner content`: a module of its own, because the content stage takes longer to load than an API to ask. */
export const printContent = async (operands: readonly string[], values: OptionValues): Promise<Ending> => {
  const options = readOptions(optionsSchema, values);
  return options.ok ? run(operands, options.value) : usageEnding(options.message);
};
