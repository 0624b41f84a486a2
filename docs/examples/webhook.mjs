// Is told of each page of a crawl, and checks that it is Gleaner who tells.
//   npm start -- --allow 127.0.0.1/32
//   node docs/examples/webhook.mjs https://example.com/
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const { GLEANER_URL = 'http://127.0.0.1:3000', GLEANER_KEY = '' } = process.env;
const [url = 'https://example.com/'] = process.argv.slice(2);

const call = async (method, path, body) => {
  const response = await fetch(GLEANER_URL + path, {
    method,
    headers: { authorization: `Bearer ${GLEANER_KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.code}: ${answer.error}`);
  return answer;
};

const isGenuine = (secret, headers, body) => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${at}.`).update(body);
  const [wanted, found] = [Buffer.from(`v1,${hmac.digest('base64')}`), Buffer.from(given)];
  return found.length === wanted.length && timingSafeEqual(found, wanted);
};

const { secret } = await call('GET', '/v2/team/webhook-secret');
const seen = new Set();
const server = createServer(async (request, response) => {
  const body = await buffer(request);
  if (!isGenuine(secret, request.headers, body)) return void response.writeHead(401).end();
  response.end();
  const { type, webhookId, data } = JSON.parse(body.toString('utf8'));
  // An event may come twice.
  if (seen.has(webhookId)) return;
  seen.add(webhookId);
  console.log(type, data?.[0]?.metadata?.sourceURL ?? '');
  if (type === 'crawl.completed' || type === 'crawl.failed') server.close();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address();
await call('POST', '/v2/crawl', { url, limit: 5, webhook: `http://127.0.0.1:${port}/` });
