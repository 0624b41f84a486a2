import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const text = 'The north crane is being repaired until the ninth of May, and ships wait in the roads.';
const rest = `<body><h1>Crane out of service</h1><p>${text}</p></body></html>`;

test.each([
  ['has no end', '<title>Crane out of service\n<meta name="author" content="Ada">'],
  ['has an end that is broken', '<title>Crane out of service</titavaScript" src="/a.js"></script>'],
  [
    'begins where a page was saved within a page',
    '<title><html><head><style>p { color: red }</style></head>',
  ],
])('a page whose title %s is read', (_title, head) => {
  const { markdown } = contentAsUsual(`<html><head>${head}${rest}`);
  expect(markdown).toContain('# Crane out of service');
  expect(markdown).toContain(text);
});

test('a title with an end stays as it is, and so does an empty page', () => {
  const { title } = contentAsUsual(`<title>Cranes < ships</title>${rest}`);
  expect(title).toBe('Cranes < ships');
  expect(contentAsUsual('<title>Cranes < ships</title><body></body>').markdown).toBe('');
  expect(contentAsUsual('<title>Cranes').markdown).toBe('');
});
