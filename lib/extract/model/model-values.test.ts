import { expect, test } from 'vitest';
import type { Candidate } from '../candidates/candidate.ts';
import type { Json } from '../schema/json.ts';
import { valueWarnings } from './model-values.ts';

const candidate = (value: Json): Candidate => ({
  value,
  confidence: 1,
  grounded: 'grounded',
  evidence: { url: '', kind: 'model', where: null, quote: null },
});

test('what was withheld of a value is told, be it all of it, items of a list or members of an object', () => {
  const withheld = ['mood', 'tags', 'office', 'name'];
  const why = 'the page does not say what the model answered (groundedOnly: false delivers it)';
  const answers = {
    tags: candidate(['blue']),
    office: candidate({ city: 'Leeds', ceo: null }),
    name: candidate('Kettle'),
  };
  expect(
    valueWarnings([{ answers, withheld, unlinked: [], judged: [], stray: [], guessed: [] }], answers),
  ).toEqual([`Withheld, because ${why}: mood, tags, office`]);
  expect(
    valueWarnings([{ answers, withheld: [], unlinked: [], judged: [], stray: [], guessed: [] }], answers),
  ).toEqual([]);
});

test('what no page spells out is told to be the judgement of the model, where it is answered with', () => {
  const answers = { open: candidate(true) };
  expect(
    valueWarnings(
      [{ answers, withheld: [], unlinked: [], judged: ['open', 'mood'], stray: [], guessed: [] }],
      answers,
    ),
  ).toEqual(['Judged by the model, not written in the page: open']);
});

test('an address that the page has no link to is told as that, though the page may spell it', () => {
  const part = { answers: {}, withheld: ['mood'], unlinked: ['website'], judged: [], stray: [], guessed: [] };
  expect(valueWarnings([part], {})).toEqual([
    'Withheld, because the page does not say what the model answered (groundedOnly: false delivers it): mood',
    'Withheld, because the page has no link to the address that the model answered: website',
  ]);
});
