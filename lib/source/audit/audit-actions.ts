/** Actions on sources, as their chains of records name them. */
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

/** Actions in the rows of an audit, including visits of pages, which are in the files of runs. */
export const auditRowActions = ['page.visited', ...auditActions] as const;
