import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const prose =
  '<p>The wheel of the mill turns from Monday to Friday, and rests when the river is low.</p>'.repeat(6);
const imagesOf = (image: string): readonly string[] =>
  contentAsUsual(`<title>Mill</title><main><h1>Wheel</h1>${prose}${image}${prose}</main>`, {
    url: 'https://a.test/wheel',
  }).images;

test.each([
  ['<img alt="Wheel" src="/wheel_{width}x.jpg">', []],
  ['<img alt="Wheel" src="/wheel.jpg?w={{ width }}">', []],
  ['<img alt="Wheel" src="/wheel.jpg?w=%7Bwidth%7D">', []],
  [
    '<img alt="Wheel" src="/wheel_{width}x.jpg" srcset="/wheel_300x.jpg 300w">',
    ['https://a.test/wheel_300x.jpg'],
  ],
  [
    '<img alt="Wheel" data-src="/wheel_{width}x.jpg" data-original="/wheel.jpg">',
    ['https://a.test/wheel.jpg'],
  ],
  [
    '<img alt="Wheel" src="/{8A1D2C3B-1111-2222-3333-444455556666}/wheel.jpg">',
    ['https://a.test/%7B8A1D2C3B-1111-2222-3333-444455556666%7D/wheel.jpg'],
  ],
])('an address that a script has yet to fill in is none: %s', (image, expected) => {
  expect(imagesOf(image)).toEqual(expected);
});
