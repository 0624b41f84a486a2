import { expect, test } from 'vitest';
import { documentId, passageId } from './document-id.ts';

test('the id of a document is the one that Python makes of its URL', () => {
  // python3 -c "import
  // hashlib,uuid;print(uuid.UUID(bytes=hashlib.sha256('https://example.com'.encode()).digest()[:16]))"
  expect(documentId('https://example.com')).toBe('100680ad-546c-e6a5-77f4-2f52df33b4cf');
});

test('the id of a passage is of corpus, page, text and place among equals, and says that it is a UUID of version 8', () => {
  const ids = [
    passageId('main', 'https://e.org/', 'text', 0),
    passageId('main', 'https://e.org/', 'text', 1),
    passageId('main', 'https://e.org/', 'other', 0),
    passageId('main', 'https://e.org/a', 'text', 0),
    passageId('side', 'https://e.org/', 'text', 0),
  ];
  expect(new Set(ids).size).toBe(5);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(passageId('main', 'https://e.org/', 'text', 0)).toBe(ids[0]);
});
