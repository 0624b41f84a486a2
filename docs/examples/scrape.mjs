// Reads one page as Markdown.  node docs/examples/scrape.mjs https://example.com/
const { GLEANER_URL = 'http://127.0.0.1:3000', GLEANER_KEY = '' } = process.env;
const [url = 'https://example.com/'] = process.argv.slice(2);

const response = await fetch(`${GLEANER_URL}/v2/scrape`, {
  method: 'POST',
  headers: { authorization: `Bearer ${GLEANER_KEY}`, 'content-type': 'application/json' },
  body: JSON.stringify({ url, formats: ['markdown'] }),
});
const answer = await response.json();
if (!answer.success) throw new Error(`${answer.code}: ${answer.error}`);
console.log(answer.data.markdown);
