import { parseDocument } from 'yaml';
import { nestingMax, nestingOf } from '../../request/nesting.ts';
import { findHazard, tooDeep } from './yaml-hazards.ts';

/** The value of a document, or why there is none: a sentence that says what was wanted. */
export type DataParsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

const refused = (problem: string): DataParsed => ({ ok: false, problem });

const parseJson = (text: string): DataParsed => {
  if (nestingOf(text, nestingMax) > nestingMax) return refused(tooDeep);
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
};

const parseYaml = (text: string): DataParsed => {
  try {
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
    const [first] = document.errors;
    if (first !== undefined) {
      const line = text.slice(0, first.pos[0]).split('\n').length;
      return refused(
        first.message.startsWith('Maximum call stack') ? tooDeep : `line ${line}: ${first.message}`,
      );
    }
    const hazard = findHazard(document);
    if (hazard !== null) return refused(hazard.message);
    return { ok: true, value: document.toJS({ maxAliasCount: -1 }) };
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
};

/**
 * Parses a text of JSON or YAML from any author. YAML that would grow without end, and either nested too deep, is
 * refused. A text without a list or a map at its top is no document of data: every sentence would be one in YAML.
 */
export const parseData = (raw: string): DataParsed => {
  const text = raw.replace(/^\uFEFF/, '');
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : null;
  // YAML may begin with a bracket as well.
  const yaml = json === null || (!json.ok && json.problem !== tooDeep) ? parseYaml(text) : null;
  const parsed = yaml?.ok === true ? yaml : (json ?? yaml);
  if (parsed?.ok !== true) return parsed ?? refused('nothing to read');
  return typeof parsed.value === 'object' && parsed.value !== null
    ? parsed
    : refused('expected a map or a list at the top, found a single value');
};
