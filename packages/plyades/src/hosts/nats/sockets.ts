// The sockets of a NATS connection. The client leaves the socket of a failed attempt open when the server has accepted
// it and sent nothing, and an open socket keeps the process alive. Node.js publishes each new socket on a diagnostics
// channel; the asynchronous context says which connection made it, at a reconnection too.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const current = new AsyncLocalStorage<SocketSet>();
let subscribed = false;

export class SocketSet {
  readonly #open = new Set<Socket>();

  /** Runs a function; every socket that it opens, now or later, belongs to this set. */
  collect<T>(run: () => T): T {
    if (!subscribed) subscribe('net.client.socket', keep);
    subscribed = true;
    return current.run(this, run);
  }

  add(socket: Socket): void {
    // The client removes all listeners of its sockets, so a set cannot learn from an event that one has closed.
    for (const each of this.#open) if (each.destroyed) this.#open.delete(each);
    this.#open.add(socket);
  }

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
    this.#open.clear();
  }
}

function keep(message: unknown): void {
  current.getStore()?.add((message as { readonly socket: Socket }).socket);
}
