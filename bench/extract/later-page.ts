import { ask, type AskedField } from './asked-field.ts';
import type { WrittenPage } from './page-in-a-language.ts';

/**
 * Pages that were written after the rules, and with what a person reads on them before anything was run over them:
 * each set as the software of such sites sets it, in five languages. The first half is ordinary, the second sets traps.
 */

export const laterPage = (
  name: string,
  language: string,
  heading: string,
  body: string,
  asked: readonly AskedField[],
  head = '',
): WrittenPage => ({ name, language, heading, head, body, asked });

export const textField = (name: string, truth: string | null): AskedField => ask(name, 'string', truth);
export const numberField = (name: string, truth: number | null): AskedField => ask(name, 'number', truth);
export const yesField = (name: string, truth: boolean | null): AskedField => ask(name, 'boolean', truth);
export const dayField = (name: string, truth: string | null): AskedField => ({
  name,
  schema: { type: 'string', format: 'date' },
  truth,
});
export const ldScript = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`;
