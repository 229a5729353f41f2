/** The newest exchanges of a connection, which may be edited after they have ended. */

import type { TapExchange } from "./tap-exchange.ts";

/** Far more than are held at a time. */
const MAX_EXCHANGES = 1000;

export class RecentExchanges {
  readonly #exchanges = new Map<number, TapExchange>();

  add(number: number, exchange: TapExchange): void {
    this.#exchanges.set(number, exchange);
    if (this.#exchanges.size <= MAX_EXCHANGES) return;
    const [oldest] = this.#exchanges.keys();
    if (oldest !== undefined) this.#exchanges.delete(oldest);
  }

  find(number: number): TapExchange | null {
    return this.#exchanges.get(number) ?? null;
  }
}
