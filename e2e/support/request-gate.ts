// A gate before some of a page's requests. It stands there, open, before the page is opened: one put
// up before a page that is at work lets pass what is on its way to it.
import type { Page, Route } from "@playwright/test";

export class RequestGate {
  /** So many came while it was closed. */
  heldCount = 0;
  #act: (route: Route) => Promise<void> = (route) => route.fallback();
  #release = () => {};

  static async install(page: Page, requests: string): Promise<RequestGate> {
    const gate = new RequestGate();
    await page.route(requests, (route) => gate.#act(route));
    return gate;
  }

  /** What comes now waits until the gate opens. */
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

  /** What comes now fails as if nobody were there. */
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
