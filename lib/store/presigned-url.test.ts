import { expect, test } from 'vitest';
import { presignedUrl } from './presigned-url.ts';

const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const at = { region: 'us-east-1', now: Date.UTC(2013, 4, 24), seconds: 86_400 };

test("the example of AWS's documentation is signed as it stands there", () => {
  const url = presignedUrl('https://examplebucket.s3.amazonaws.com/test.txt', key, at);
  expect(url).toBe(
    'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

test('a session of a role is part of what is signed, and the secret is in no URL', () => {
  const url = presignedUrl('http://127.0.0.1:9/bucket/key', { ...key, sessionToken: 'a+b/c=' }, at);
  expect(url).toContain('&X-Amz-Security-Token=a%2Bb%2Fc%3D&X-Amz-SignedHeaders=host&');
  expect(url).not.toContain('wJalr');
});
