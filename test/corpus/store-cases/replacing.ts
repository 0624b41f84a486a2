import { expect } from 'vitest';
import { limits } from '../../../lib/limits/limits.ts';
import {
  at,
  day,
  embed,
  find,
  gonePage,
  near,
  now,
  page,
  put,
  replacement,
  section,
  shown,
  url,
  urls,
  type StoreCase,
} from './facts.ts';

export const replacing: Record<string, StoreCase> = {
  'a corpus that holds nothing says so': async ({ open }) => {
    expect(await open().searchWords({ words: ['weir'], count: 1, asOf: null, filters: {} })).toBeNull();
    expect(await open().count(null)).toBeNull();
    expect(await open().findVersion(url, null)).toBeNull();
  },
  'a page is found once it is put, with all that is known of it': async ({ open }) => {
    const store = open();
    expect(await put(store, page('A weir holds water.'))).toEqual(['replaced']);
    const [found] = await find(store, 'weir');
    const { envelopeKey, contentHash, passages } = page('A weir holds water.');
    expect(found).toMatchObject({
      id: passages[0]?.id,
      url,
      title: 'Page',
      text: 'A weir holds water.',
      section_path: '[]',
      heading_level: 0,
      at: now - day,
      since: now - day,
      envelope_key: envelopeKey,
      content_hash: contentHash,
      metadata: JSON.stringify({ source: url, status_code: 200 }),
    });
  },
  'what comes twice changes nothing': async ({ open }) => {
    const store = open();
    await put(store, page('weir'));
    expect(await put(store, page('weir'))).toEqual(['unchanged']);
    expect(await shown(store, 'weir')).toBe(1);
  },
  'what a database could refuse holds no page up': async ({ open }) => {
    const store = open();
    const row = Array.from({ length: 150_000 }, (_, index) => `w${index}x`).join(' ');
    const hard = [
      page('weir\0 and mill', { url: at('nul'), contentHash: 'nul' }),
      page(`| weir |\n| --- |\n| ${row} |`, { url: at('row') }),
      page(`weir ${'x'.repeat(1_500)} \ud800`, { url: at('word'), title: 'y'.repeat(3_000) }),
    ];
    expect(await put(store, ...hard, page('weir'))).toEqual(
      hard.concat(hard.slice(0, 1)).map(() => 'replaced'),
    );
    expect(await shown(store, 'weir')).toBe(4);
    expect((await find(store, 'mill'))?.[0]).toMatchObject({ url: at('nul') });
  },
  'a later version takes the place of the one before': async ({ open }) => {
    const store = open();
    await put(store, page('heron'));
    expect(await put(store, page('otter', { at: now }))).toEqual(['replaced']);
    expect([await shown(store, 'heron'), await shown(store, 'otter')]).toEqual([0, 1]);
  },
  'an earlier version that comes late stays behind the later one': async ({ open }) => {
    const store = open();
    await put(store, page('otter', { at: now }));
    expect(await put(store, page('heron'))).toEqual(['past']);
    expect(await put(store, page('heron'))).toEqual(['older']);
    expect([await shown(store, 'heron'), await shown(store, 'otter')]).toEqual([0, 1]);
  },
  'of two versions of one time the greater key counts, in either order': async ({ open }) => {
    const store = open();
    const a = page('heron', { envelopeKey: 'a' });
    const b = page('otter', { envelopeKey: 'b' });
    await put(store, a);
    expect(await put(store, b)).toEqual(['replaced']);
    expect(await put(store, a)).toEqual(['older']);
    expect([await shown(store, 'heron'), await shown(store, 'otter')]).toEqual([0, 1]);
  },
  'pages of a batch are put atOnce, each by itself': async ({ open }) => {
    const store = open();
    await put(store, page('b', { url: at('b'), at: now }));
    const outcomes = await put(
      store,
      page('weir', { url: at('a') }),
      page('weir', { url: at('b') }),
      page('weir', { url: at('c') }),
    );
    expect(outcomes).toEqual(['replaced', 'past', 'replaced']);
    expect(urls(await find(store, 'weir')).toSorted()).toEqual([at('a'), at('c')]);
  },
  'passages whose text stays keep their ids': async ({ open }) => {
    const store = open();
    await put(store, page(`${section('Gate', 'oak')}\n\n${section('Level', 'heron')}`));
    const before = (await find(store, 'oak'))[0]?.id;
    await put(store, page(`${section('Gate', 'oak')}\n\n${section('Level', 'otter')}`, { at: now }));
    expect((await find(store, 'oak')).map(({ id }) => id)).toEqual([before]);
  },
  'passages that change places stay what they were': async ({ open }) => {
    const store = open();
    const [a, b] = [section('Gate', 'oak'), section('Level', 'heron')];
    await put(store, page(`${a}\n\n${b}`));
    await put(store, page(`${b}\n\n${a}`, { at: now }));
    expect([(await find(store, 'heron'))[0]?.place, (await find(store, 'oak'))[0]?.place]).toEqual([0, 1]);
    expect(await store.count(null)).toMatchObject({ passages: 2, past: 0 });
  },
  'a page that is seen again as it was goes on being that version': async ({ open }) => {
    const store = open();
    await put(store, page('weir'));
    expect(await put(store, page('weir', { at: now, envelopeKey: 'later' }))).toEqual(['replaced']);
    expect((await find(store, 'weir'))[0]).toMatchObject({
      since: now - day,
      at: now,
      envelope_key: 'later',
    });
    expect(await store.count(null)).toMatchObject({ passages: 1, past: 0 });
  },
  'a page that is seen again as it was has the source and the facts of the last time': async ({ open }) => {
    const store = open();
    await embed(store, [page('weir')]);
    const facts = { source: 'mills', agency: 'rivers', group: 'water', language: 'de', weight: 0.1 };
    const metadata = { source: url, source_id: 'mills' };
    await embed(store, [page('weir', { ...facts, metadata, at: now, envelopeKey: 'later' })]);
    for (const filters of [
      { source: 'mills' },
      { agency: 'rivers' },
      { group: 'water' },
      { language: 'de' },
    ]) {
      const found = await find(store, 'weir', { filters });
      expect([filters, urls(found)]).toEqual([filters, [url]]);
      expect(found[0]).toMatchObject({ weight: 0.1, since: now - day, metadata: JSON.stringify(metadata) });
      expect([filters, urls(await near(store, 'weir', { filters }))]).toEqual([filters, [url]]);
    }
    expect(await find(store, 'weir', { filters: { language: 'en' } })).toEqual([]);
    expect(await store.count('mills')).toMatchObject({ pages: 1, passages: 1 });
  },
  'an envelope that comes again mends facts that the corpus has otherwise': async ({ open }) => {
    const store = open();
    await put(store, page('weir', { at: now }));
    expect(await put(store, page('weir', { at: now, source: 'mills' }))).toEqual(['replaced']);
    expect(urls(await find(store, 'weir', { filters: { source: 'mills' } }))).toEqual([url]);
    expect(await store.count(null)).toMatchObject({ passages: 1, past: 0 });
    expect(await put(store, page('weir', { at: now, source: 'mills' }))).toEqual(['unchanged']);
  },
  'another title is another version': async ({ open }) => {
    const store = open();
    await put(store, page('weir', { title: 'Heron' }));
    await put(store, page('weir', { title: 'Otter', at: now }));
    expect([await shown(store, 'heron'), await shown(store, 'otter')]).toEqual([0, 1]);
  },
  'another shape makes the same version anew, and no other state of it': async ({ open }) => {
    const store = open();
    await put(store, page('weir'));
    const other = { ...page('weir'), passages: page('weir and water').passages };
    const replaced = await store.replacePages([other], replacement({ shape: 'other' }), now);
    expect(replaced).toEqual({ kind: 'replaced', outcomes: ['replaced'] });
    expect(await store.count(null)).toMatchObject({ passages: 1, past: 0 });
    expect(await shown(store, 'water')).toBe(1);
  },
  'equal passages of one page are all there': async ({ open }) => {
    const store = open();
    await put(store, page([section('Gate', 'oak'), section('Gate', 'oak')].join('\n\n')));
    expect(new Set((await find(store, 'oak')).map(({ id }) => id)).size).toBe(2);
  },
  'a page that a source reads is found by it in whatever order others read it': async ({ open, other }) => {
    const filters = { source: 'mills' };
    const told = { source_id: 'mills', agency: 'Water Board', citation: '§ 7', status_code: 200 };
    const read = page('weir', { at: now - 2 * day, source: 'mills', agency: 'Water Board', metadata: told });
    const before = page('sluice', { at: now - 3 * day });
    const after = page('weir and sluice', { metadata: { status_code: 203 } });
    const known = { status_code: 203, source_id: 'mills', agency: 'Water Board', citation: '§ 7' };
    for (const [store, orders] of [
      [open(), [[before], [read], [after]]],
      [other(), [[after, before, read]]],
    ] as const) {
      for (const pages of orders) await put(store, ...pages);
      const [found, ...more] = await find(store, 'weir', { filters });
      expect([JSON.parse(found?.metadata ?? ''), more]).toEqual([known, []]);
      expect(await find(store, 'sluice', { filters: { agency: 'Water Board' } })).toHaveLength(1);
      expect(await find(store, 'sluice', { filters, asOf: now - 2.5 * day })).toHaveLength(1);
      for (const pages of [[after], [before], [read]])
        expect(['unchanged', 'older']).toContain((await put(store, ...pages))[0]);
      expect(await find(store, 'weir', { filters })).toHaveLength(1);
    }
  },
  'a page is found by each source that reads it, and counts for each': async ({ open }) => {
    const store = open();
    await put(store, page('weir', { at: now - 2 * day, source: 'rivers' }));
    await put(store, page('weir', { at: now - 3 * day, source: 'mills' }), page('weir and sluice'));
    for (const source of ['rivers', 'mills']) {
      expect(await find(store, 'weir', { filters: { source } })).toHaveLength(1);
      expect(await store.count(source)).toMatchObject({ pages: 1 });
    }
    for (const source of ['river', 'ivers', 'mill'])
      expect(await find(store, 'weir', { filters: { source } })).toEqual([]);
    await put(store, gonePage({ at: now, source: 'rivers' }));
    expect(await store.count('mills')).toMatchObject({ pages: 0, deleted: 1 });
  },
  'a page without a passage counts, and is not found': async ({ open }) => {
    const store = open();
    await put(store, page('', { contentHash: 'empty' }));
    expect(await store.count(null)).toMatchObject({ pages: 1, passages: 0 });
    expect(await find(store, 'weir')).toEqual([]);
  },
};

export const deleting: Record<string, StoreCase> = {
  'a page that is gone is not found': async ({ open }) => {
    const store = open();
    await put(store, page('weir'));
    expect(await put(store, gonePage({ at: now }))).toEqual(['replaced']);
    expect(await shown(store, 'weir')).toBe(0);
    expect(await store.count(null)).toMatchObject({ pages: 0, deleted: 1, passages: 0 });
  },
  'no earlier version brings back what is gone': async ({ open }) => {
    const store = open();
    await put(store, gonePage({ at: now }));
    expect(await put(store, page('weir'))).toEqual(['past']);
    expect(await shown(store, 'weir')).toBe(0);
  },
  'a later version brings it back': async ({ open }) => {
    const store = open();
    await put(store, page('weir', { at: now - 2 * day }));
    await put(store, gonePage());
    await put(store, page('weir', { at: now }));
    expect(await shown(store, 'weir')).toBe(1);
    expect(await store.count(null)).toMatchObject({ pages: 1, deleted: 0 });
  },
  'a deletion that comes late takes nothing away': async ({ open }) => {
    const store = open();
    await put(store, page('weir', { at: now }));
    expect(await put(store, gonePage())).toEqual(['past']);
    expect(await shown(store, 'weir')).toBe(1);
  },
  'what is gone is forgotten after four hundred days': async ({ open }) => {
    const store = open();
    await put(store, gonePage({ at: now - limits.corpusTombstoneMs - day }));
    await put(store, page('weir', { url: at('other') }));
    expect(await store.count(null)).toMatchObject({ deleted: 0, pages: 1 });
  },
  'a deleted corpus holds nothing, and takes pages again': async ({ open }) => {
    const store = open();
    await embed(store, [page('weir')]);
    await store.delete();
    const again = open();
    expect(await again.count(null)).toBeNull();
    await put(again, page('weir', { at: now - 2 * day }));
    expect(await shown(again, 'weir')).toBe(1);
  },
};
