import { randomUUID } from 'node:crypto';
import { localAccount, localRegion } from '../../template/intrinsics.ts';
import { AwsError } from '../aws-error.ts';
import type { Database } from '../database.ts';
import { optionalText, textInput, type Input } from '../input.ts';

export interface Secrets {
  readonly db: Database;
  readonly now: () => number;
}

interface SecretRow {
  name: string;
  version: string;
  text: string | null;
  bytes: string | null;
  created_ms: number;
}

type SecretAction = (secrets: Secrets, input: Input) => object;

/** Returns the ARN that the template's references get; AWS would append six random characters. */
const arnOf = (name: string): string =>
  `arn:aws:secretsmanager:${localRegion}:${localAccount}:secret:${name}`;

const secretOf = ({ db }: Secrets, input: Input): SecretRow => {
  const id = textInput(input, 'SecretId');
  const name = id.startsWith('arn:') ? id.split(':').slice(6).join(':') : id;
  const row = db.get<SecretRow>('SELECT * FROM secrets WHERE name = ?', name);
  if (!row)
    throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  return row;
};

/** Returns the version that a stage of the secret names, and the stage. */
const versionOf = (secrets: Secrets, input: Input): { row: SecretRow; stage: string } => {
  const row = secretOf(secrets, input);
  const stage = optionalText(input, 'VersionStage') ?? 'AWSCURRENT';
  if (stage === 'AWSCURRENT') return { row, stage };
  const before =
    stage === 'AWSPREVIOUS'
      ? secrets.db.get<Pick<SecretRow, 'version' | 'text' | 'bytes'>>(
          'SELECT version, text, bytes FROM previous_secrets WHERE name = ?',
          row.name,
        )
      : undefined;
  return { row: { ...row, version: '', text: null, bytes: null, ...before }, stage };
};

const nameOf = (row: SecretRow): object => ({ ARN: arnOf(row.name), Name: row.name, VersionId: row.version });

/** Creates a secret. An existing one keeps its value, and creating it again is refused, as on AWS. */
const createSecret: SecretAction = ({ db, now }, input) => {
  const row: SecretRow = {
    name: textInput(input, 'Name'),
    version: optionalText(input, 'ClientRequestToken') ?? randomUUID(),
    text: optionalText(input, 'SecretString') ?? null,
    bytes: optionalText(input, 'SecretBinary') ?? null,
    created_ms: now(),
  };
  const before = db.get<SecretRow>('SELECT * FROM secrets WHERE name = ?', row.name);
  if (before && before.text === row.text && before.bytes === row.bytes) return nameOf(before);
  if (before) {
    throw new AwsError(
      'ResourceExistsException',
      `The operation failed because the secret ${row.name} already exists.`,
    );
  }
  db.run(
    'INSERT INTO secrets VALUES (?, ?, ?, ?, ?)',
    row.name,
    row.version,
    row.text,
    row.bytes,
    row.created_ms,
  );
  return nameOf(row);
};

const getSecretValue: SecretAction = (secrets, input) => {
  const { row, stage } = versionOf(secrets, input);
  if (row.text === null && row.bytes === null) {
    throw new AwsError(
      'ResourceNotFoundException',
      `Secrets Manager can't find the specified secret value for staging label: ${stage}`,
    );
  }
  return {
    ...nameOf(row),
    ...(row.text !== null && { SecretString: row.text }),
    ...(row.bytes !== null && { SecretBinary: row.bytes }),
    VersionStages: [stage],
    CreatedDate: row.created_ms / 1_000,
  };
};

/** Makes a new version. The one before it stays readable as `AWSPREVIOUS`, as on AWS. */
const putSecretValue: SecretAction = (secrets, input) => {
  const version = optionalText(input, 'ClientRequestToken') ?? randomUUID();
  const before = secretOf(secrets, input);
  const row = { ...before, version };
  secrets.db.transaction(() => {
    secrets.db.run(
      'INSERT OR REPLACE INTO previous_secrets VALUES (?, ?, ?, ?)',
      before.name,
      before.version,
      before.text,
      before.bytes,
    );
    secrets.db.run(
      'UPDATE secrets SET version = ?, text = ?, bytes = ? WHERE name = ?',
      version,
      optionalText(input, 'SecretString') ?? null,
      optionalText(input, 'SecretBinary') ?? null,
      row.name,
    );
  });
  return { ...nameOf(row), VersionStages: ['AWSCURRENT'] };
};

const describeSecret: SecretAction = (secrets, input) => {
  const row = secretOf(secrets, input);
  return {
    ARN: arnOf(row.name),
    Name: row.name,
    CreatedDate: row.created_ms / 1_000,
    VersionIdsToStages: { [row.version]: ['AWSCURRENT'] },
  };
};

const deleteSecret: SecretAction = (secrets, input) => {
  const row = secretOf(secrets, input);
  secrets.db.run('DELETE FROM secrets WHERE name = ?', row.name);
  secrets.db.run('DELETE FROM previous_secrets WHERE name = ?', row.name);
  return { ARN: arnOf(row.name), Name: row.name, DeletionDate: secrets.now() / 1_000 };
};

/** Every action of Secrets Manager that the laptop supports. It keeps a secret's current and previous version. */
export const secretActions: Readonly<Record<string, SecretAction>> = {
  CreateSecret: createSecret,
  DeleteSecret: deleteSecret,
  DescribeSecret: describeSecret,
  GetSecretValue: getSecretValue,
  PutSecretValue: putSecretValue,
};
