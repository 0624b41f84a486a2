import type { AskedField } from '../asked-field.ts';

/** A whole page as its site sends it, and what a person reads on it. */
export interface UnseenPage {
  readonly url: string;
  readonly html: string;
  readonly asked: readonly AskedField[];
}

const schemaNamed = (type: string): Readonly<Record<string, unknown>> => {
  if (type === 'date') return { type: 'string', format: 'date' };
  if (type.startsWith('list')) return { type: 'array', items: { type: type.slice(5, -1) } };
  return { type };
};

/**
 * A page with what a person reads on it, written before anything was run over it: each name may say its type as the
 * command line takes it (`price:number`), and `null` is what the page does not say.
 */
export const unseen = (url: string, truths: Readonly<Record<string, unknown>>, html: string): UnseenPage => ({
  url,
  html,
  asked: Object.entries(truths).map(([named, truth]) => {
    const [name = '', type = 'string'] = named.split(':');
    return { name, schema: schemaNamed(type), truth };
  }),
});
