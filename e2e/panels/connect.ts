// The address box, on the first visit and in the top bar, and what Loupe says when nobody is there.
import type { Locator, Page } from "@playwright/test";

export class ConnectPanel {
  readonly address: Locator;
  readonly button: Locator;
  readonly demo: Locator;
  /** Why there is no agent: whose doing it is, what happened, what was answered, what to do. */
  readonly problem: Locator;

  constructor(page: Page) {
    this.address = page.getByRole("textbox", { name: "Agent address" });
    this.button = page.getByRole("button", { name: /^Connect/ });
    this.demo = page.getByRole("button", { name: "Try the demo agent" });
    this.problem = page
      .getByRole("alert")
      .filter({ has: page.getByRole("button", { name: "Try again" }) });
  }

  async to(address: string): Promise<void> {
    await this.address.fill(address);
    await this.address.press("Enter");
  }
}
