// A gate for some of a page's requests. It is installed before the page opens, because requests
// already on their way would pass one installed later.
import type { Page, Route } from "@playwright/test";

export class RequestGate {
  /** Number of requests held while the gate was closed. */
  heldCount = 0;
  #act: (route: Route) => Promise<void> = (route) => route.fallback();
  #release = () => {};

  static async install(page: Page, requests: string): Promise<RequestGate> {
    const gate = new RequestGate();
    await page.route(requests, (route) => gate.#act(route));
    return gate;
  }

  /** Requests now wait until the gate opens. */
  hold(): void {
    const held = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    this.#act = async (route) => {
      this.heldCount++;
      await held;
      await route.fallback();
    };
  }

  /** Requests now fail as if there were no server. */
  refuse(): void {
    this.#act = (route) => {
      this.heldCount++;
      return route.abort();
    };
  }

  open(): void {
    this.#act = (route) => route.fallback();
    this.#release();
  }
}
