import type { ContentOptions } from '../content/page-content.ts';
import { readPage } from '../content/read-page.ts';
import { fieldsOfSchema, type Field } from './schema/field.ts';
import type { Json } from './schema/json.ts';
import { collectPageFacts, type PageFacts } from './candidates/page-facts.ts';
import { pairsInMarkdown } from './candidates/pairs-in-markdown.ts';
import { usualReading } from '../content/read-as-usual.fixture.ts';

const options: ContentOptions = usualReading;

/** Returns the facts of an HTML page, read as the pipeline reads it. */
export const readFacts = (html: string, url = 'https://site.example/page'): PageFacts => {
  const read = readPage({
    html,
    url,
    options: { ...options, wantPairs: true },
  });
  if (read.kind === 'refused') throw new Error(read.failure.message);
  return collectPageFacts(url, read.content, [
    ...(read.content.pairs ?? []),
    ...pairsInMarkdown(read.content.markdown),
  ]);
};

/** Returns the fields of an object with these properties. */
export const makeFields = (
  properties: Readonly<Record<string, Json>>,
  required: readonly string[] = [],
): readonly Field[] => {
  const read = fieldsOfSchema({ type: 'object', properties, required });
  if (read.kind === 'refused') throw new Error(read.failure.message);
  return read.fields;
};
