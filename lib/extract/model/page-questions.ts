import type { Answers } from '../candidates/candidate.ts';
import type { Spending } from '../../job/spending.ts';
import type { ExtractSpec } from '../../request/extract-spec.ts';
import { limits } from '../../limits/limits.ts';
import { callCost } from '../llm/model-price.ts';
import type { ModelChoice } from '../llm/model-choice.ts';
import type { Question } from '../llm/model-output.ts';
import { isList, type Field } from '../schema/field.ts';
import { openSchema } from '../schema/open-schema.ts';
import { normalText } from '../schema/normal-text.ts';
import { splitWords } from '../schema/words.ts';
import type { AskedPage } from './asked-page.ts';
import { microdollarsPerDollar } from './page-extraction.ts';
import { writePrompt } from './prompt.ts';
import { splitPage, type Chunk } from './split-page.ts';
import { estimateTokens } from './token-estimate.ts';
import { isWorthAsking, knownWords, unknownText } from './worth-asking.ts';

/** A question about a chunk of a page. */
export interface PageQuestion {
  /** The chunk's place in the page, from 0. */
  readonly place: number;
  readonly question: Question;
}

/** The questions of a page in the order in which they are asked. */
export interface PageQuestions {
  readonly questions: readonly PageQuestion[];
  /** Number of chunks of the page, including those that are not asked about. */
  readonly parts: number;
  /** Whether the page has more chunks that may hold an answer than are asked about. */
  readonly isCut: boolean;
}

const wordsOfFields = (fields: readonly Field[]): Set<string> =>
  new Set(
    fields.flatMap((field) => [
      ...splitWords(field.name),
      ...splitWords(field.description).filter((word) => word.length > 3),
      ...wordsOfFields(field.fields),
    ]),
  );

/** Scores how likely a chunk is about the fields: by their words in it, and more by those in the headings over it. */
const likelihoodOf = ({ headings, text }: Chunk, words: ReadonlySet<string>): number => {
  const [above, within] = [headings.join(' '), text].map(
    (part) => new Set(splitWords(normalText(part).text)),
  );
  let score = 0;
  for (const word of words) {
    if (above?.has(word) === true) score += 3;
    if (within?.has(word) === true) score += 1;
  }
  return score;
};

/** Returns the text of a page that a model reads with a chunk. */
const textRead = ({ metadata }: AskedPage['facts'], { headings, text }: Chunk): string =>
  [metadata.title ?? '', ...headings, text].join('\n');

/** Writes places as people do: `1-3, 7`. */
const rangesOf = (places: readonly number[]): string => {
  const ranges: string[] = [];
  for (let at = 0; at < places.length; at += 1) {
    const first = places[at] ?? 0;
    let last = first;
    while (places[at + 1] === last + 1) {
      at += 1;
      last += 1;
    }
    ranges.push(first === last ? `${first + 1}` : `${first + 1}-${last + 1}`);
  }
  return ranges.join(', ');
};

/**
 * Tells which parts of a page too long to be read whole were read, by the places of the chunks that a model answered.
 */
export const tellUnread = ({ parts, isCut }: PageQuestions, places: readonly number[]): string | null => {
  if (!isCut) return null;
  const read = places.length === 0 ? 'none of its' : `part ${rangesOf([...places].sort((a, b) => a - b))} of`;
  return `The page is too long to be read whole: ${read} ${parts}${places.length === 0 ? ' parts' : ''} read`;
};

/**
 * Plans the questions about a page for the open fields, one for each chunk, with the likeliest chunks first. Chunks
 * that can hold no answer are skipped. Of more than `limits.chunksPerPageMax` chunks the unlikely ones are not read.
 */
export const planQuestions = (
  { facts, spec, schema, fields }: AskedPage,
  choice: ModelChoice,
  { open, answers }: { readonly open: readonly Field[]; readonly answers: Answers },
  asked: Pick<Question, 'until' | 'asker' | 'troubled'>,
): PageQuestions => {
  const known = knownWords(answers, fields);
  const chunks = splitPage(facts.markdown, spec.chunkTokens).map((chunk) => ({
    ...chunk,
    text: unknownText(chunk.text, open, known),
  }));
  const words = wordsOfFields(open);
  const worth = chunks
    .map((chunk, place) => ({ chunk, place, score: likelihoodOf(chunk, words) }))
    .filter(({ chunk }) => chunk.text.trim() !== '' && isWorthAsking(open, textRead(facts, chunk), spec))
    .sort((a, b) => b.score - a.score || a.place - b.place);
  const ranked = worth.slice(0, limits.chunksPerPageMax);
  const names = new Set(open.map(({ name }) => name));
  const questions = ranked.map(({ chunk, place }) => ({
    place,
    question: {
      choice,
      schema: fields.length === 0 ? schema : openSchema(schema, names),
      ...writePrompt({
        url: facts.url,
        title: facts.metadata.title,
        chunk,
        part: place + 1,
        parts: chunks.length,
        fields: open,
        prompt: spec.prompt,
        systemPrompt: spec.systemPrompt,
      }),
      maxOutputTokens: limits.modelOutputTokensMax,
      ...asked,
    },
  }));
  return { questions, parts: chunks.length, isCut: ranked.length < worth.length };
};

/** Estimated tokens of a value in an answer, until answers with the schema give better numbers. */
const tokensOfAnswer = { frame: 30, scalar: 20, list: 300, unnamed: 250 } as const;
/** Answers vary: room above their average. */
const headroom = 1.5;

/** Returns the output tokens that the fields of a question let expect. */
export const expectedAnswerTokens = (fields: readonly Field[]): number =>
  fields.length === 0
    ? tokensOfAnswer.unnamed
    : fields.reduce<number>((sum, field) => {
        const inner = field.fields.length === 0 ? 1 : field.fields.length;
        return sum + (isList(field) ? tokensOfAnswer.list : tokensOfAnswer.scalar * inner);
      }, tokensOfAnswer.frame);

/** Returns the expected usage of a question; `usual` is the average of answers with this schema so far, if any. */
export const expectedSpending = (
  { choice, schema, system, user, maxOutputTokens }: Question,
  fields: readonly Field[],
  usual?: number,
): Spending => {
  const inputTokens = estimateTokens(system) + estimateTokens(user) + estimateTokens(JSON.stringify(schema));
  const expected = Math.ceil(headroom * (usual ?? expectedAnswerTokens(fields)));
  const outputTokens = Math.min(maxOutputTokens, expected);
  const dollars = callCost(choice.price, { inputTokens, outputTokens }) ?? 0;
  return {
    tokens: inputTokens + outputTokens,
    microdollars: Math.ceil(dollars * microdollarsPerDollar),
  };
};

/** Says what a question may take, in the units of the budget. */
export const spendingInWords = (
  { tokens, microdollars }: Spending,
  { budget }: Pick<ExtractSpec, 'budget'>,
): string => {
  const dollars = budget.dollars === undefined ? [] : [`$${microdollars / microdollarsPerDollar}`];
  const counted = budget.tokens === undefined && dollars.length > 0 ? [] : [`${tokens} tokens`];
  return [...counted, ...dollars].join(' and ');
};
