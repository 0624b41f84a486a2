// Has a page answer fields; what its own data says costs no model.
//   node docs/examples/extract.mjs https://example.com/shop/map.html
const { GLEANER_URL = 'http://127.0.0.1:3000', GLEANER_KEY = '' } = process.env;
const [url = 'https://example.com/'] = process.argv.slice(2);

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, currency: { type: 'string' } },
};
const response = await fetch(`${GLEANER_URL}/v2/scrape`, {
  method: 'POST',
  headers: { authorization: `Bearer ${GLEANER_KEY}`, 'content-type': 'application/json' },
  body: JSON.stringify({ url, formats: [{ type: 'json', schema }] }),
});
const answer = await response.json();
if (!answer.success) throw new Error(`${answer.code}: ${answer.error}`);
console.log(JSON.stringify(answer.data.json));
if (answer.data.warning !== undefined) console.error(answer.data.warning);
