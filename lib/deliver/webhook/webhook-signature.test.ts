import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { signatureHeaders, deriveWebhookSecret } from './webhook-signature.ts';

test('signs as the example of the Standard Webhooks specification does', () => {
  const headers = signatureHeaders(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330_000,
    '{"test": 2432232314}',
  );
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(headers['webhook-timestamp']).toBe('1614265330');
});

test('signs the body as Firecrawl does: HMAC-SHA256 in hexadecimal, keyed with the secret as it is written', () => {
  const secret = deriveWebhookSecret('default', 'pepper');
  const signed = createHmac('sha256', secret).update('{"a":"ä"}', 'utf8').digest('hex');
  expect(signatureHeaders(secret, 'id', 0, '{"a":"ä"}')['x-firecrawl-signature']).toBe(`sha256=${signed}`);
});

test('teams and deployments have secrets of their own, which stay the same', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (one, other, pepper) => {
      expect(deriveWebhookSecret(one, pepper)).toBe(deriveWebhookSecret(one, pepper));
      expect(deriveWebhookSecret(one, pepper) === deriveWebhookSecret(other, pepper)).toBe(one === other);
      expect(deriveWebhookSecret(one, pepper)).not.toBe(deriveWebhookSecret(one, `${pepper}x`));
    }),
  );
});
