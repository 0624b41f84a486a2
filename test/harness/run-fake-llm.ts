import { commandArguments } from '../command-line/command-arguments.ts';
import { startFakeLlm } from './fake-llm.ts';

/**
 * `npm run fake-llm -- --port 11435`: an OpenAI-compatible server for runs by hand. It answers with what stands
 * behind a field's name in the text, and prints each question. Let a stack ask it by
 * `npm start` with this in GLEANER_LLM:
 * `{"providers":{"fake":{"baseUrl":"http://127.0.0.1:11435/v1","model":"fake","keyless":true}}}`.
 */
const { values } = commandArguments('npm run fake-llm', {
  options: {
    port: { type: 'string', default: '11435' },
    'delay-ms': { type: 'string', default: '0' },
    ignore: { type: 'string', multiple: true, default: [] },
    reject: { type: 'string', multiple: true, default: [] },
  },
});

const forms = Object.fromEntries([
  ...values.ignore.map((form) => [form, 'ignored'] as const),
  ...values.reject.map((form) => [form, 'rejected'] as const),
]);
const server = await startFakeLlm({ port: Number(values.port), forms, delayMs: Number(values['delay-ms']) });
process.stdout.write(`An OpenAI-compatible server listens at ${server.url}\n`);

let told = 0;
const tell = setInterval(() => {
  for (; told < server.asks.length; told += 1) {
    const { model, form, user } = server.asks[told] ?? { model: '', form: '', user: '' };
    process.stdout.write(`${model} · ${form} · ${user.length} characters\n`);
  }
}, 500);

process.once('SIGINT', () => {
  clearInterval(tell);
  void server.close();
});
