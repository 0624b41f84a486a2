import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef, type ReactNode } from 'react';

/** A column: its head, and the content of its cell for a row. */
export interface Column<Row> {
  readonly head: string;
  readonly isNumber?: boolean;
  readonly isUrl?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** With more rows, only those in view are in the document; a browser lays out a few hundred without effort. */
const virtualFrom = 200;
const rowHeight = 33;

const classOf = ({ isNumber, isUrl }: Pick<Column<never>, 'isNumber' | 'isUrl'>): string | undefined =>
  isNumber === true ? 'number' : isUrl === true ? 'url' : undefined;

/** A row, drawn anew only if it or the columns change: while a table scrolls, most of its rows stay. */
const TableRow = memo(
  ({
    row,
    index,
    columns,
    measure,
  }: {
    readonly row: unknown;
    readonly index?: number;
    readonly columns: readonly Column<never>[];
    readonly measure?: (element: Element | null) => void;
  }): ReactNode => (
    <tr
      {...(index === undefined ? {} : { 'data-index': index, 'aria-rowindex': index + 2 })}
      {...(measure === undefined ? {} : { ref: measure })}
    >
      {columns.map((column) => (
        <td key={column.head} className={classOf(column)}>
          {column.cell(row as never)}
        </td>
      ))}
    </tr>
  ),
);

/**
 * A table that scrolls sideways by itself. With many rows it has a fixed height and only the rows in view; screen
 * readers are told how many there are. Calls `onEnd` when the last rows come into view.
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
    // Rows beyond the window are already there, so the browser need not wait for React in each step of the wheel.
    useFlushSync: false,
  });
  // A row that is higher than estimated moves the rows below it, but never scrolls the reader back.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (isLong && last >= rows.length - 20) onEnd?.();
  }, [isLong, last, rows.length, onEnd]);
  const line = (row: Row, index?: number): ReactNode => (
    <TableRow
      key={keyOf(row)}
      row={row}
      columns={columns}
      {...(index === undefined ? {} : { index, measure: virtual.measureElement })}
    />
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
