import { AwsError } from '../aws-error.ts';
import { readText } from '../read-text.ts';
import type { S3Action } from './context.ts';
import { requireObject, type ObjectRow } from './object-row.ts';
import { childElements, childText, document, leaf, parseXml, tag } from './xml.ts';

/** An object's tags are stored with its headers, under the name of the header that brings them. */
export const tagsHeader = 'x-amz-tagging';

/** Most tags of an object (S3 user guide, "Categorizing your objects using tags"). */
const tagsMax = 10;

/** Returns the tags that are stored in an object's row. */
export const readTags = ({ headers }: Pick<ObjectRow, 'headers'>): URLSearchParams =>
  new URLSearchParams((JSON.parse(headers) as Record<string, string>)[tagsHeader] ?? '');

/**
 * Checks tags as `x-amz-tagging` writes them, and returns them in the same form.
 *
 * @throws {AwsError} BadRequest, InvalidTag.
 */
export const checkTags = (text: string): string => {
  const tags = new URLSearchParams(text);
  const names = [...tags.keys()];
  if (names.length > tagsMax) throw new AwsError('BadRequest', 'Object tags cannot be greater than 10');
  if (new Set(names).size < names.length)
    throw new AwsError('InvalidTag', 'Cannot provide multiple Tags with the same key');
  if ([...tags].some(([name, value]) => name === '' || name.length > 128 || value.length > 256))
    throw new AwsError('InvalidTag', 'The TagKey or TagValue you have provided is invalid');
  return tags.toString();
};

export const getTagging: S3Action = ({ db }, { bucket, key }) => {
  const tags = [...readTags(requireObject(db, bucket, key))];
  const set = tags.map(([name, value]) => tag('Tag', leaf('Key', name) + leaf('Value', value))).join('');
  return { status: 200, body: document('Tagging', tag('TagSet', set)) };
};

/** Replaces an object's tags. The object keeps its age, and no event of a created object is sent. */
export const putTagging: S3Action = async ({ db }, request) => {
  const { bucket, key } = request;
  const wanted = parseXml(await readText(request.body));
  const tags = new URLSearchParams();
  for (const set of childElements(wanted, 'TagSet'))
    for (const one of childElements(set, 'Tag'))
      tags.append(childText(one, 'Key') ?? '', childText(one, 'Value') ?? '');
  const text = checkTags(tags.toString());
  const row = requireObject(db, bucket, key);
  const { [tagsHeader]: _before, ...headers } = JSON.parse(row.headers) as Record<string, string>;
  db.run(
    'UPDATE objects SET headers = ? WHERE bucket = ? AND key = ?',
    JSON.stringify(text === '' ? headers : { ...headers, [tagsHeader]: text }),
    bucket,
    key,
  );
  return { status: 200 };
};
