import { Transform } from 'node:stream';
import { callbackify } from 'node:util';
import {
  judgeMessage,
  refuseText,
  type MessageRefusal,
} from '../../lib/steps/search-corpus/judge-message.ts';

const judgeLine = (line: string): MessageRefusal | null => {
  if (line.trim() === '') return null;
  try {
    return judgeMessage(JSON.parse(line));
  } catch (error) {
    return refuseText((error as Error).message);
  }
};

const newline = 0x0a;

/**
 * Makes a stream that passes the lines of a client of MCP on, and answers itself those that are no message: the library
 * passes over them, and their client would wait for ever.
 *
 * @param lineBytesMax Bytes of a line from which on it is passed on as it comes, for the library to refuse.
 */
export const judgeLines = (
  answer: (refusal: MessageRefusal) => Promise<void>,
  lineBytesMax: number,
): Transform => {
  let rest: Buffer[] = [];
  let restBytes = 0;
  const take = (part: Buffer): Buffer => {
    const line = Buffer.concat([...rest, part]);
    rest = [];
    restBytes = 0;
    return line;
  };
  const read = async (stream: Transform, chunk: Buffer): Promise<void> => {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      const line = take(chunk.subarray(from, end + 1));
      from = end + 1;
      const refusal = judgeLine(line.toString('utf8'));
      if (refusal !== null) await answer(refusal);
      else if (line.toString('utf8').trim() !== '') stream.push(line);
    }
    const tail = chunk.subarray(from);
    if (tail.length === 0) return;
    rest.push(tail);
    restBytes += tail.length;
    if (restBytes > lineBytesMax) stream.push(take(Buffer.alloc(0)));
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      callbackify(read)(this, chunk, done);
    },
  });
};
