import { expect, test } from 'vitest';
import { contentKind } from './content-kind.ts';

const page = (text: string): Uint8Array =>
  Buffer.from(`<!doctype html><title>Tides</title><p>${text}</p>${'<p>High water</p>'.repeat(50)}`);

test('a zero byte in a page does not make it a binary file, with a content type or without', () => {
  for (const type of ['text/html; charset=utf-8', undefined, 'application/octet-stream'])
    expect(contentKind(type, page('one\0zero'))).toBe('html');
  expect(
    contentKind('text/plain', Buffer.from('one\0zero in a longer line of text, as a slip leaves it')),
  ).toBe('text');
});

test('a file of records is binary, whatever its header says', () => {
  const records = Buffer.from('name\0\0\0\x01value\0\0'.repeat(50));
  for (const type of ['text/html', 'text/plain', undefined]) expect(contentKind(type, records)).toBeNull();
});
