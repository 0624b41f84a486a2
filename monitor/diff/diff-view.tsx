import { useState, type ReactNode } from 'react';
import type { TextDiff } from '../../lib/deliver/results/unified-diff.ts';
import { makeDiffRows, type DiffLine, type DiffRow } from './diff-rows.ts';
import { diffWords } from './word-diff.ts';

const layouts = ['side by side', 'one below the other'] as const;

/** The words of a changed line in one version; those that the other lacks are marked. */
const Words = ({ row, side }: { readonly row: DiffRow; readonly side: 'del' | 'add' }): ReactNode => {
  if (row.kind !== 'changed') return (side === 'del' ? row.before : row.after)?.text;
  const parts = diffWords(row.before?.text ?? '', row.after?.text ?? '');
  return parts
    .filter(({ kind }) => kind === 'same' || kind === side)
    .map(({ kind, text }, index) =>
      kind === 'same' ? text : kind === 'del' ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>,
    );
};

const Line = ({ row, side }: { readonly row: DiffRow; readonly side: 'del' | 'add' }): ReactNode => {
  const line = side === 'del' ? row.before : row.after;
  const isMarked = line !== null && row.kind !== 'same';
  return (
    <td className={isMarked ? `diff-text diff-${side}` : 'diff-text'}>
      {isMarked && <span className="sign">{side === 'del' ? '−' : '+'} </span>}
      {line !== null && <Words row={row} side={side} />}
    </td>
  );
};

const LineNumber = ({ line }: { readonly line: DiffLine | null }): ReactNode => (
  <td className="number note">{line?.number}</td>
);

const Beside = ({ row }: { readonly row: DiffRow }): ReactNode => (
  <tr>
    <LineNumber line={row.before} />
    <Line row={row} side="del" />
    <LineNumber line={row.after} />
    <Line row={row} side="add" />
  </tr>
);

const Below = ({ row }: { readonly row: DiffRow }): ReactNode => (
  <>
    {row.before !== null && row.kind !== 'same' && (
      <tr>
        <LineNumber line={row.before} />
        <td />
        <Line row={row} side="del" />
      </tr>
    )}
    {row.after !== null && (
      <tr>
        <LineNumber line={row.kind === 'same' ? row.before : null} />
        <LineNumber line={row.after} />
        <Line row={row} side="add" />
      </tr>
    )}
  </>
);

/** Two versions of a text, line by line, with the words that differ marked within changed lines. */
export const DiffView = ({ diff }: { readonly diff: TextDiff['json'] }): ReactNode => {
  const [layout, setLayout] = useState<(typeof layouts)[number]>(
    // A narrow window has no room for two columns of text.
    () => (matchMedia('(min-width: 50rem)').matches ? 'side by side' : 'one below the other'),
  );
  const chunks = diff.files.flatMap((file) => file.chunks);
  if (chunks.length === 0) return <p>The text of both versions is the same.</p>;
  const isBeside = layout === 'side by side';
  return (
    <>
      <fieldset className="filters">
        <legend>Show the versions</legend>
        {layouts.map((each) => (
          <label key={each}>
            <input type="radio" name="layout" checked={each === layout} onChange={() => setLayout(each)} />{' '}
            {each}
          </label>
        ))}
      </fieldset>
      <div className="scroll" tabIndex={0} role="region" aria-label="What differs">
        <table className={isBeside ? 'diff beside' : 'diff'}>
          <colgroup>
            <col className="line-number" />
            <col className={isBeside ? undefined : 'line-number'} />
            {isBeside && <col className="line-number" />}
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" colSpan={isBeside ? 2 : 1}>
                Before
              </th>
              <th scope="col" colSpan={2}>
                After
              </th>
            </tr>
          </thead>
          {chunks.map((chunk) => (
            <tbody key={chunk.content}>
              <tr>
                <td className="note code" colSpan={isBeside ? 4 : 3}>
                  {chunk.content}
                </td>
              </tr>
              {makeDiffRows(chunk.changes).map((row, index) =>
                isBeside ? <Beside key={index} row={row} /> : <Below key={index} row={row} />,
              )}
            </tbody>
          ))}
        </table>
      </div>
    </>
  );
};
