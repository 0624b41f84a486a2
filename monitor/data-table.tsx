import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

/** A column: its head, and what stands in it for a row. */
export interface Column<Row> {
  readonly head: string;
  readonly isNumber?: boolean;
  readonly isUrl?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** Rows above which only those in view are in the document; a browser lays out a few hundred without effort. */
const virtualFrom = 200;
const rowHeight = 33;

const classOf = ({ isNumber, isUrl }: Pick<Column<never>, 'isNumber' | 'isUrl'>): string | undefined =>
  isNumber === true ? 'number' : isUrl === true ? 'url' : undefined;

/**
 * A table that scrolls sideways in itself. One of many rows has a height of its own and holds those in view alone; its
 * readers are told how many there are. `onEnd` is called when the last rows come into view.
 */
export const DataTable = <Row,>({
  label,
  columns,
  rows,
  keyOf,
  onEnd,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly onEnd?: () => void;
}): ReactNode => {
  const box = useRef<HTMLDivElement>(null);
  const isLong = rows.length > virtualFrom;
  const virtual = useVirtualizer({
    count: isLong ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index] as Row),
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (isLong && last >= rows.length - 20) onEnd?.();
  }, [isLong, last, rows.length, onEnd]);
  const line = (row: Row, index?: number): ReactNode => (
    <tr
      key={keyOf(row)}
      {...(index === undefined
        ? {}
        : { 'data-index': index, 'aria-rowindex': index + 2, ref: virtual.measureElement })}
    >
      {columns.map((column) => (
        <td key={column.head} className={classOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
  const space = (height: number): ReactNode =>
    height > 0 && (
      <tr aria-hidden="true">
        <td colSpan={columns.length} style={{ height, padding: 0, border: 0 }} />
      </tr>
    );
  return (
    <div
      ref={box}
      className={isLong ? 'scroll long' : 'scroll'}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table aria-rowcount={isLong ? rows.length + 1 : undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={column.isNumber === true ? 'number' : undefined}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {isLong ? (
            <>
              {space(items[0]?.start ?? 0)}
              {items.map(({ index }) => line(rows[index] as Row, index))}
              {space(virtual.getTotalSize() - (items.at(-1)?.end ?? 0))}
            </>
          ) : (
            rows.map((row) => line(row))
          )}
        </tbody>
      </table>
    </div>
  );
};
