import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The headers of a signed POST (AWS Signature Version 4, "Create a signed AWS API request"). */
const sign = (url: URL, body: string, id: string, secret: string): Record<string, string> => {
  const at = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = at.slice(0, 8);
  const scope = `${day}/us-east-1/lambda/aws4_request`;
  const headers = { host: url.host, 'x-amz-content-sha256': sha256(body), 'x-amz-date': at };
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const names = Object.keys(headers).join(';');
  const canonical = ['POST', url.pathname, '', lines.join(''), names, sha256(body)].join('\n');
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = [day, 'us-east-1', 'lambda', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = createHmac('sha256', key).update(text).digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
};

/** Invokes a function of a stack on this machine with the credentials in its folder. @throws {Error} where it fails. */
export const invokeFunction = async (
  url: string,
  dataDir: string,
  name: string,
  event: object,
): Promise<Record<string, unknown>> => {
  const credentials = await readFile(join(dataDir, 'credentials'), 'utf8');
  const [, id = ''] = /aws_access_key_id = (\S+)/.exec(credentials) ?? [];
  const [, secret = ''] = /aws_secret_access_key = (\S+)/.exec(credentials) ?? [];
  const to = new URL(`/2015-03-31/functions/${name}/invocations`, url);
  const body = JSON.stringify(event);
  const response = await fetch(to, { method: 'POST', body, headers: sign(to, body, id, secret) });
  const text = await response.text();
  if (!response.ok || response.headers.has('x-amz-function-error'))
    throw new Error(`${name} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
};
