import { expect, test } from 'vitest';
import { estimateTokens } from './token-estimate.ts';

/** Texts and what `o200k_base` makes of them, counted with gpt-tokenizer 4.0.0. */
const counted: readonly (readonly [string, number])[] = [
  [
    "# Fen Walker's Map\n\nA waterproof map of the fen, printed in 2024. Price: £12.50, in stock.\n\n- " +
      'Scale 1:25,000\n- 88 × 62 cm\n\nSee [the shop](https://example.com/shop/map) for delivery times and returns.',
    64,
  ],
  [
    '| Model | Weight | Price |\n| --- | --- | --- |\n| A-100 | 1.2 kg | 199.00 |\n| A-200 | 1.4 kg | ' +
      '249.00 |\n| A-300 | 1.9 kg | 329.00 |',
    62,
  ],
  [
    'Der Preis beträgt 1.299,00 Euro inklusive Mehrwertsteuer, die Lieferung erfolgt innerhalb von drei ' +
      'Werktagen nach Zahlungseingang.',
    30,
  ],
  [
    '在这篇文章中，我们将介绍如何使用结构化数据来提取网页内容。价格为人民币1299元，库存充足，预计三天内发货。',
    37,
  ],
  ['이 페이지에서는 제품의 사양과 가격을 설명합니다. 가격은 부가세 포함 12,800원이며 배송은 무료입니다.', 30],
  [
    'const total = items.reduce((sum, item) => sum + item.price * item.quantity, 0);\nif (total > limit) ' +
      '{\n  throw new Error(`too much: ${total}`);\n}',
    41,
  ],
];

test.each(counted)('an estimate is within an eighth of what a tokenizer counts: %j', (text, tokens) => {
  expect(estimateTokens(text) / tokens).toBeGreaterThan(7 / 8);
  expect(estimateTokens(text) / tokens).toBeLessThan(9 / 8);
});

test('nothing takes no token, and a text and another take no more together than apart', () => {
  expect(estimateTokens('')).toBe(0);
  for (const [text] of counted) {
    expect(estimateTokens(`${text}\n${text}`)).toBeLessThanOrEqual(2 * estimateTokens(text) + 2);
  }
});
