import { getObject, type Objects } from '../../store/objects.ts';
import { presignObject } from '../../store/presign-object.ts';
import { storedCapturesSchema } from '../../envelope/stored-captures.ts';
import { limits } from '../../limits/limits.ts';
import type { Document } from '../../deliver/results/document.ts';

/** Reads what a browser captured of a page, with URLs that open for an hour. Null if it has expired. */
export const readCaptures = async (
  envelopes: Objects,
  key: string,
): Promise<Pick<Document, 'screenshot' | 'actions'> | null> => {
  const text = await getObject(envelopes, key);
  if (text === null) return null;
  const { screenshot, actions } = storedCapturesSchema.parse(JSON.parse(text));
  const open = async (each: string): Promise<string> =>
    await presignObject(envelopes, each, limits.captureUrlSeconds);
  return {
    ...(screenshot === undefined ? {} : { screenshot: await open(screenshot) }),
    ...(actions === undefined
      ? {}
      : {
          actions: {
            ...actions,
            screenshots: await Promise.all(actions.screenshots.map(open)),
            pdfs: await Promise.all(actions.pdfs.map(open)),
          },
        }),
  };
};
