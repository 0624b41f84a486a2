import { connect } from 'node:net';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { closest } from './arrival-clock.ts';
import { serveSite } from './serve-site.ts';

/** Sends two requests over two connections, 100 ms apart, from a thread of its own, once it is told to. */
const sender = `
  const { connect } = require('node:net');
  const { workerData: { port, sent }, parentPort } = require('node:worker_threads');
  const ask = (socket) => socket.write('GET / HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n');
  const one = connect(port, '127.0.0.1', () => {
    const two = connect(port, '127.0.0.1', () => {
      parentPort.postMessage('connected');
      Atomics.wait(sent, 1, 0);
      ask(one);
      setTimeout(() => {
        ask(two);
        Atomics.store(sent, 0, 1);
        Atomics.notify(sent, 0);
      }, 100);
    });
  });
`;

test('a process that looks late does not take two requests for closer than they were', async () => {
  const site = await serveSite((_path, response) => void response.end('here'));
  try {
    const sent = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(sender, { eval: true, workerData: { port: site.port, sent } });
    await once(worker, 'message');
    Atomics.store(sent, 1, 1);
    Atomics.notify(sent, 1);
    // Nobody looks while both of them come.
    Atomics.wait(sent, 0, 0);
    await expect.poll(() => site.requests.length).toBe(2);
    expect(closest(site.requests).ms).toBeGreaterThanOrEqual(99);
    await worker.terminate();
  } finally {
    await site.close();
  }
});

test('two requests at the same moment are too close for sure, on a process that looks in time', async () => {
  const site = await serveSite((_path, response) => void response.end('here'));
  try {
    const sockets = [connect(site.port, '127.0.0.1'), connect(site.port, '127.0.0.1')];
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    let smallest = Number.POSITIVE_INFINITY;
    // The most patient of clocks needs one moment in which nothing else holds the process up.
    for (let attempt = 0; attempt < 200 && smallest > 50; attempt += 1) {
      site.requests.splice(0);
      for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      await expect.poll(() => site.requests.length, { interval: 5 }).toBe(2);
      smallest = Math.min(smallest, closest(site.requests).ms);
    }
    for (const socket of sockets) socket.destroy();
    expect(smallest).toBeLessThanOrEqual(50);
  } finally {
    await site.close();
  }
});
