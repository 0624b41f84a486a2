/** What is done to sources, as their chains of records name it. */
export const auditActions = [
  'manifest.applied',
  'manifest.rolled-back',
  'source.paused',
  'source.resumed',
  'deletions.accepted',
  'run.ended',
  'pages.erased',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What the rows of an audit tell of: visits of pages as well, which stand in the files of runs. */
export const auditRowActions = ['page.visited', ...auditActions] as const;
