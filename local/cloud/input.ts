import { isPlainObject } from '../../lib/plain-object.ts';
import { AwsError } from './aws-error.ts';

/** Readers of the JSON input of an action: each names the parameter that it refuses. */
export type Input = Readonly<Record<string, unknown>>;

export const invalid = (message: string): AwsError => new AwsError('InvalidParameterValue', message);

export const missing = (name: string): AwsError =>
  new AwsError('MissingParameter', `The request must contain the parameter ${name}.`);

/** Reads a text; undefined if it is not given. */
export const optionalText = (input: Input, name: string): string | undefined => {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string')
    throw invalid(`Value for parameter ${name} is invalid. Reason: it must be a string.`);
  return value;
};

/** Reads a text that must be given and not be empty. */
export const textInput = (input: Input, name: string): string => {
  const value = optionalText(input, name);
  if (value === undefined || value === '') throw missing(name);
  return value;
};

/** Reads a whole number within bounds; undefined if it is not given. SQS attributes write numbers as texts. */
export const optionalInteger = (input: Input, name: string, min: number, max: number): number | undefined => {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max) {
    throw invalid(
      `Value ${JSON.stringify(value)} for parameter ${name} is invalid. Reason: Must be between ${min} and ${max}.`,
    );
  }
  return number;
};

/** Reads an array of objects; empty if it is not given. */
export const records = (input: Input, name: string): Record<string, unknown>[] => {
  const value = input[name] ?? [];
  if (!Array.isArray(value) || !value.every(isPlainObject)) {
    throw invalid(`Value for parameter ${name} is invalid. Reason: it must be a list of structures.`);
  }
  return value;
};

/** Reads an array of texts; empty if it is not given. */
export const texts = (input: Input, name: string): string[] => {
  const value = input[name] ?? [];
  if (!Array.isArray(value) || !value.every((it) => typeof it === 'string')) {
    throw invalid(`Value for parameter ${name} is invalid. Reason: it must be a list of strings.`);
  }
  return value;
};
