import { expect, test } from 'vitest';
import { contentKind, unreadKind } from './content-kind.ts';

const page = (text: string): Uint8Array =>
  Buffer.from(`<!doctype html><title>Tides</title><p>${text}</p>${'<p>High water</p>'.repeat(50)}`);

test('a zero byte in a page does not make it a binary file, with a content type or without', () => {
  for (const type of ['text/html; charset=utf-8', undefined, 'application/octet-stream'])
    expect(contentKind(type, page('one\0zero'))).toBe('html');
  expect(
    contentKind('text/plain', Buffer.from('one\0zero in a longer line of text, as a slip leaves it')),
  ).toBe('text');
});

test('a page is read in the syntax of XML only if its type says so, as browsers do', () => {
  const xhtml = Buffer.from(
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">' +
      '<html xmlns="http://www.w3.org/1999/xhtml">',
  );
  expect(contentKind('application/xhtml+xml; charset=utf-8', xhtml)).toBe('xhtml');
  for (const type of ['text/html', undefined]) expect(contentKind(type, xhtml)).toBe('html');
});

test('a file of records is binary, whatever its header says', () => {
  const records = Buffer.from('name\0\0\0\x01value\0\0'.repeat(50));
  for (const type of ['text/html', 'text/plain', undefined]) expect(contentKind(type, records)).toBeNull();
});

test('what is not read is named by its type, or by its bytes where they contradict the type', () => {
  const packed = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
  expect(unreadKind('text/html; charset=utf-8', packed)).toBe(
    'its body is gzip data, sent as text/html; charset=utf-8',
  );
  expect(unreadKind('application/octet-stream', Buffer.from('GIF89a'))).toBe(
    'its body is binary data, sent as application/octet-stream',
  );
  expect(unreadKind('image/png', Buffer.from('\u0089PNG', 'latin1'))).toBe('it is image/png');
  expect(unreadKind(undefined, packed)).toBe('it is gzip data without a content type');
});
