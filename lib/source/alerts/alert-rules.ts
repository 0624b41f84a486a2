/** Severities of an alert, the least severe first. */
export const severities = ['info', 'warning', 'high'] as const;
export type Severity = (typeof severities)[number];

/** What a run may find about a source (`docs/alerts.md`). */
export const alertRules = [
  'source-blocked',
  'source-moved',
  'runs-failing',
  'mass-deletion',
  'changed',
  'quiet',
  'fewer-pages',
  'shorter-pages',
  'more-failures',
  'needs-browser',
  'fewer-fields',
  'other-language',
  'dearer',
  'past-window',
  'budget',
] as const;
export type AlertRule = (typeof alertRules)[number];

/** Rules whose alerts are mailed, whatever their severity: those by which a source stands still, or soon will. */
export const mailedRules = [
  'source-blocked',
  'source-moved',
  'runs-failing',
  'mass-deletion',
  'budget',
] as const satisfies readonly AlertRule[];
