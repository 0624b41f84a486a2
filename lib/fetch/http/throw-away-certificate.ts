import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key and its self-signed certificate, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Encodes one value in DER (X.690): its tag, its length, its content. */
const der = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const bytes = body.length;
  const long = bytes < 0x100 ? [0x81, bytes] : [0x82, bytes >> 8, bytes & 0xff];
  const length = bytes < 0x80 ? [bytes] : long;
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...content: readonly Uint8Array[]): Buffer => der(0x30, ...content);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const yes = der(0x01, Buffer.from([0xff]));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = '550403';
const basicConstraints = '551d13';
const subjectAltName = '551d11';

/** GeneralizedTime: 20261121174500Z. */
const time = (at: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`));

const subjectOf = (name: string): Buffer =>
  sequence(der(0x31, sequence(oid(commonName), der(0x0c, Buffer.from(name)))));

const extensionsOf = (names: readonly string[]): Buffer => {
  const alternatives = names.map((name) => der(0x82, Buffer.from(name)));
  return der(
    0xa3,
    sequence(
      sequence(oid(basicConstraints), yes, der(0x04, sequence(yes))),
      sequence(oid(subjectAltName), der(0x04, sequence(...alternatives))),
    ),
  );
};

const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`;

/**
 * Makes a P-256 key and a certificate for host names (RFC 5280), which is its own authority. Give the certificate to a
 * client that should trust it; the key is not meant to outlive the process.
 *
 * @param lifeMs Milliseconds from `now` until it is no longer valid.
 */
export const throwAwayCertificate = (
  names: readonly [string, ...string[]],
  { now, lifeMs }: { readonly now: number; readonly lifeMs: number },
): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const subject = subjectOf(names[0]);
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // Positive, and not shortened by a leading zero.
    der(0x02, Buffer.from([0x40]), randomBytes(15)),
    ecdsaWithSha256,
    subject,
    // An hour back, because clocks differ.
    sequence(time(now - 3_600_000), time(now + lifeMs)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensionsOf(names),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: pem('CERTIFICATE', certificate),
  };
};
