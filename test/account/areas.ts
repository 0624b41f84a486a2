/** What of an AWS account is shown by which tests; files of the deep tests have the command's longer form. */
export const areas = [
  {
    name: 'recorded permissions',
    files: [
      'test/permissions/permissions.test.ts',
      'test/infra/permissions.test.ts',
      'test/infra/partition-kinds.test.ts',
    ],
    deep: [],
  },
  { name: 'alarms', files: ['test/alarms/alarms.test.ts'], deep: ['test/alarms/outages.deep.test.ts'] },
  {
    name: 'two stacks',
    files: ['test/infra/several-stacks.test.ts', 'test/infra/stateful.test.ts', 'cli/destroy-stack.test.ts'],
    deep: [],
  },
  { name: 'ten executions', files: [], deep: ['test/account/ten-executions.deep.test.ts'] },
  {
    name: 'as on AWS: waits, freezes, event shapes, limits',
    files: [
      'local/as-aws.test.ts',
      'local/aws-shapes.test.ts',
      'local/runtime/serve-front.test.ts',
      'local/template/template.test.ts',
      'test/infra/environment.test.ts',
    ],
    deep: ['test/account/frozen.deep.test.ts'],
  },
  {
    name: 'upgrade',
    files: ['test/upgrade/shapes.test.ts'],
    deep: ['test/upgrade/upgrade.deep.test.ts'],
  },
  { name: 'restore', files: ['test/backup/backup.test.ts'], deep: ['test/backup/restore.deep.test.ts'] },
  {
    name: 'erasure',
    files: ['test/backup/erase.test.ts', 'test/backup/erase-team.test.ts', 'cli/erase/wanted.test.ts'],
    deep: ['test/backup/erase-command.deep.test.ts'],
  },
] as const;

/** Every file of the areas: those of the short form, or all. */
export const areaFiles = (isShort: boolean): readonly string[] =>
  areas.flatMap(({ files, deep }) => [...files, ...(isShort ? [] : deep)]);
