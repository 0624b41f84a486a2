import { localAccount, localRegion } from '../../template/intrinsics.ts';
import { AwsError } from '../aws-error.ts';
import type { Database } from '../database.ts';
import { optionalText, textInput, texts, type Input } from '../input.ts';

export interface Parameters {
  readonly db: Database;
  readonly now: () => number;
}

interface ParameterRow {
  readonly name: string;
  readonly version: number;
  readonly type: string;
  readonly value: string;
  readonly modified_ms: number;
}

type ParameterAction = (parameters: Parameters, input: Input) => object;

/** Limits of standard parameters ("AWS Systems Manager User Guide", Managing parameter tiers; PutParameter). */
const valueBytesMax = 4_096;
const versionsMax = 100;
const types: ReadonlySet<string> = new Set(['String', 'StringList', 'SecureString']);

const arnOf = (name: string): string =>
  `arn:aws:ssm:${localRegion}:${localAccount}:parameter${name.startsWith('/') ? '' : '/'}${name}`;

/** Splits `/app/key:3` into the name and the version; an ARN names a parameter as well. */
const selected = (input: Input): { readonly name: string; readonly version?: number } => {
  const text = textInput(input, 'Name').replace(/^arn:[^/]*:parameter/, '');
  const [, name = text, version] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  return version === undefined ? { name } : { name, version: Number(version) };
};

const latest = ({ db }: Parameters, name: string): ParameterRow | undefined =>
  db.get<ParameterRow>('SELECT * FROM parameters WHERE name = ? ORDER BY version DESC LIMIT 1', name);

/** Puts a version. Without `Overwrite` a parameter that exists is refused, and keeps its value. */
const putParameter: ParameterAction = (parameters, input) => {
  const name = textInput(input, 'Name');
  const value = textInput(input, 'Value');
  if (Buffer.byteLength(value) > valueBytesMax)
    throw new AwsError(
      'ValidationException',
      `Standard tier parameters support a maximum parameter value of ${valueBytesMax} characters.`,
    );
  return parameters.db.transaction(() => {
    const before = latest(parameters, name);
    if (before !== undefined && input['Overwrite'] !== true)
      throw new AwsError(
        'ParameterAlreadyExists',
        'The parameter already exists. To overwrite this value, set the overwrite option in the request to true.',
      );
    const type = optionalText(input, 'Type') ?? before?.type;
    if (type === undefined || !types.has(type))
      throw new AwsError(
        'ValidationException',
        'A parameter type is required when you create a parameter: String, StringList or SecureString.',
      );
    const version = (before?.version ?? 0) + 1;
    const { db, now } = parameters;
    db.run('INSERT INTO parameters VALUES (?, ?, ?, ?, ?)', name, version, type, value, now());
    db.run('DELETE FROM parameters WHERE name = ? AND version <= ?', name, version - versionsMax);
    return { Version: version, Tier: 'Standard' };
  });
};

const getParameter: ParameterAction = (parameters, input) => {
  const { name, version } = selected(input);
  const row = latest(parameters, name);
  if (row === undefined) throw new AwsError('ParameterNotFound', `Parameter ${name} not found.`);
  const found =
    version === undefined
      ? row
      : parameters.db.get<ParameterRow>(
          'SELECT * FROM parameters WHERE name = ? AND version = ?',
          name,
          version,
        );
  if (found === undefined)
    throw new AwsError(
      'ParameterVersionNotFound',
      `Systems Manager could not find version ${version} of ${name}.`,
    );
  return {
    Parameter: {
      Name: name,
      Type: found.type,
      // Without decryption AWS answers the ciphertext of a secure string: nothing that anybody could use.
      Value: found.type === 'SecureString' && input['WithDecryption'] !== true ? '' : found.value,
      Version: found.version,
      ...(version === undefined ? {} : { Selector: `:${version}` }),
      LastModifiedDate: found.modified_ms / 1_000,
      ARN: arnOf(name),
      DataType: 'text',
    },
  };
};

const deleteParameter: ParameterAction = (parameters, input) => {
  const name = textInput(input, 'Name');
  if (latest(parameters, name) === undefined)
    throw new AwsError('ParameterNotFound', `Parameter ${name} not found.`);
  parameters.db.run('DELETE FROM parameters WHERE name = ?', name);
  return {};
};

/** Deletes up to ten parameters; names of which there is none are told, and are no error. */
const deleteParameters: ParameterAction = (parameters, input) => {
  const names = texts(input, 'Names');
  const there = names.filter((name) => latest(parameters, name) !== undefined);
  for (const name of there) parameters.db.run('DELETE FROM parameters WHERE name = ?', name);
  return {
    DeletedParameters: there,
    InvalidParameters: names.filter((name) => !there.includes(name)),
  };
};

/** Every action of Parameter Store that the laptop supports. Values are in the data directory, which is the user's. */
export const parameterActions: Readonly<Record<string, ParameterAction>> = {
  DeleteParameter: deleteParameter,
  DeleteParameters: deleteParameters,
  GetParameter: getParameter,
  PutParameter: putParameter,
};
