import { putObjectOnce, type Objects } from '../../../store/objects.ts';
import type { Captures, Picture } from '../../../fetch/tier/captures.ts';
import { captureKey, type StoredCaptures } from '../../../envelope/stored-captures.ts';

/** Stores the captures that a browser took of a page; returns the key of their list. A repetition changes nothing. */
export const storeCaptures = async (envelopes: Objects, captures: Captures): Promise<string> => {
  const picture = async ({ type, bytes }: Picture): Promise<string> => {
    const key = captureKey(bytes, type === 'image/png' ? 'png' : 'jpg');
    await putObjectOnce(envelopes, key, bytes, type);
    return key;
  };
  const pdf = async (bytes: Uint8Array): Promise<string> => {
    const key = captureKey(bytes, 'pdf');
    await putObjectOnce(envelopes, key, bytes, 'application/pdf');
    return key;
  };
  const { screenshot, actions } = captures;
  const stored: StoredCaptures = {
    ...(screenshot === undefined ? {} : { screenshot: await picture(screenshot) }),
    ...(actions === undefined
      ? {}
      : {
          actions: {
            screenshots: await Promise.all(actions.screenshots.map(picture)),
            scrapes: [...actions.scrapes],
            javascriptReturns: [...actions.javascriptReturns],
            pdfs: await Promise.all(actions.pdfs.map(pdf)),
          },
        }),
  };
  const body = JSON.stringify(stored);
  const key = captureKey(body, 'json');
  await putObjectOnce(envelopes, key, body, 'application/json');
  return key;
};
