import { readFileSync } from 'node:fs';
import { readers } from './readers.mjs';

/** Makes markdown of one page for every message, in a process of its own: some readers do not end on some pages. */
const answer = async ({ reader, file }) => {
  try {
    process.send?.({ markdown: await readers[reader](readFileSync(file, 'utf8')) });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
};

process.on('message', (message) => void answer(message));
