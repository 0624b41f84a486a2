import { html, type CaseRun, type FaultCase } from './fault-case.ts';
import { wikiReply, askedKind, wikiText, type Articles } from './wiki-double.ts';

/** What the cases about wikis share: a wiki of a few articles, and what can be seen of a run on it. */

export const articles: Articles = {
  A: {
    text: wikiText('A', ['B', 'Benutzer:Admin', 'Spezial:RecentChanges', 'Kategorie:Orte']),
    categories: ['Orte'],
  },
  B: { text: wikiText('B'), revision: 7 },
  Alias: { text: '', redirect: 'B' },
  Leer: { text: '<div class="mw-parser-output">\n<!-- nothing -->\n</div>' },
  Geheim: { text: wikiText('secrets'), properties: { noindex: '' } },
};
export const wiki = wikiReply(articles);
export const overHttp = html('Over HTTP');

export const wikiKinds = ({ questions }: CaseRun): string[] => questions.map(askedKind);
export const falls = ({ pages }: CaseRun): unknown =>
  pages[0]?.fallThrough?.map(({ tier, reason, detail }) => [tier, reason, /: found (.*)$/.exec(detail)?.[1]]);
export const tierAndFalls = (run: CaseRun): Record<string, unknown> => ({
  tier: run.pages[0]?.tier,
  falls: falls(run),
});
export const asksAndTier = (run: CaseRun): Record<string, unknown> => ({
  tier: run.pages[0]?.tier,
  asked: wikiKinds(run).join(' '),
});

/** Milliseconds between two requests of the first page, by the clock of the job. */
export const msBetween = ({ pages }: CaseRun, first: number, second: number): number => {
  const at = (pages[0]?.requests ?? []).map((line) => line.at);
  return (at[second] ?? 0) - (at[first] ?? 0);
};

export const batch = (...urls: string[]): Pick<FaultCase, 'kind' | 'body'> => ({
  kind: 'batch',
  body: { urls },
});
