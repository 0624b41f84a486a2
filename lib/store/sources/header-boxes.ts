import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { getObject, putObject, type Objects } from '../objects.ts';

/** Headers of the sources of one manifest, by source: each box is sealed (`lib/job/sealed-headers.ts`). */
const boxesSchema = z.record(z.string(), z.string());
export type HeaderBoxes = z.infer<typeof boxesSchema>;

/** Writes boxes under a key that follows from their content. They are not used until a root names them. */
export const putHeaderBoxes = async (objects: Objects, key: string, boxes: HeaderBoxes): Promise<void> => {
  await putObject(objects, key, JSON.stringify(boxes), 'application/json');
};

/** Reads boxes; none if they were removed. */
export const getHeaderBoxes = async (objects: Objects, key: string): Promise<HeaderBoxes> => {
  const text = await getObject(objects, key);
  return text === null ? {} : boxesSchema.parse(JSON.parse(text));
};

/** Removes boxes that no root names any more; harmless to repeat. */
export const deleteHeaderBoxes = async (objects: Objects, key: string): Promise<void> => {
  await objects.client.send(new DeleteObjectCommand({ Bucket: objects.bucket, Key: key }));
};
