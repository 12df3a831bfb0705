import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { limitPipelining } from './pipelining.ts';

/** Passes on requests, none of which is answered, and reports which have begun. */
function open() {
  const begun: string[] = [];
  const respond = limitPipelining(({ url = '' }) => void begun.push(url));
  return { respond, takeBegun: () => begun.splice(0).join() };
}

/** A connection with requests that Node read from one packet. */
function connectFrom(remoteAddress: string, respond: ReturnType<typeof open>['respond']) {
  const socket = {
    remoteAddress,
    destroyed: false,
    destroy() {
      this.destroyed = true;
    },
    pause: () => undefined,
    resume: () => undefined,
  };
  const sendWith = (headers: Readonly<Record<string, string>>, url: string) => {
    const response = new EventEmitter();
    const request = { url, socket, headers, rawHeaders: Object.entries(headers).flat() };
    respond(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    return { answer: () => response.emit('close') };
  };
  return { socket, sendWith, send: (...urls: readonly string[]) => urls.map((url) => sendWith({}, url)) };
}

async function passTurns(count = 5) {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

describe('limitPipelining', () => {
  it('begins requests behind another one of their connection one per turn, and networks take turns', async () => {
    const { respond, takeBegun } = open();
    connectFrom('192.0.2.1', respond).send('a1', 'a2', 'a3');
    connectFrom('192.0.2.2', respond).send('b1', 'b2', 'b3');
    connectFrom('198.51.100.1', respond).send('c1', 'c2', 'c3');
    const turns = [takeBegun()];
    for (let turn = 0; turn < 10; turn += 1) {
      await nextTurn();
      turns.push(takeBegun());
    }
    expect(turns.filter((urls) => urls !== '')).toEqual(['a1,b1,c1', 'a2', 'b2', 'c2', 'a3', 'c3', 'b3']);
  });

  it('begins nothing more for a connection that was closed meanwhile', async () => {
    const { respond, takeBegun } = open();
    const { socket, send } = connectFrom('192.0.2.1', respond);
    send('first', 'second', 'third');
    socket.destroyed = true;
    await passTurns();
    expect(takeBegun()).toBe('first');
  });

  it.each([
    ['headers', { 'x-long': 'x'.repeat(30_000) }],
    ['many headers', Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`x-${index}`, '']))],
    ['a body', { 'content-length': '30000' }],
    ['a body of megabytes', { 'content-length': '5000000' }],
    ['a body of unknown length', { 'transfer-encoding': 'chunked' }],
  ])('closes a connection with more than 64 KiB of unanswered requests: %s', async (_name, headers) => {
    const { respond } = open();
    const { socket, send, sendWith } = connectFrom('192.0.2.1', respond);
    send('first');
    const behind = sendWith(headers, 'second');
    await passTurns();
    behind.answer();
    sendWith(headers, 'third');
    expect(socket.destroyed).toBe(false);
    sendWith(headers, 'fourth');
    sendWith(headers, 'fifth');
    expect(socket.destroyed).toBe(true);
  });
});
