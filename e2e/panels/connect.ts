// The address box, on the start page and in the top bar, and the error if no agent is found.
import type { Locator, Page } from "@playwright/test";

export class ConnectPanel {
  readonly address: Locator;
  readonly button: Locator;
  readonly demo: Locator;
  readonly demoTeam: Locator;
  /** The error: whose fault it is, what happened, the responses, and what to do. */
  readonly problem: Locator;

  /** Opens the form for an endpoint without a card. */
  readonly withoutCard: Locator;
  readonly endpoint: Locator;
  readonly version: Locator;
  readonly callEndpoint: Locator;

  constructor(page: Page) {
    this.withoutCard = page.getByRole("button", { name: /^Call (an endpoint )?without a card$/ });
    this.endpoint = page.getByRole("textbox", { name: "Endpoint URL" });
    this.version = page.getByRole("combobox", { name: "A2A version" });
    this.callEndpoint = page.getByRole("button", { name: "Use endpoint", exact: true });

    this.address = page.getByRole("textbox", { name: "Agent address" });
    this.button = page.getByRole("button", { name: /^Connect/ });
    this.demo = page.getByRole("button", { name: "Try the demo agent" });
    this.demoTeam = page.getByRole("button", { name: "Try a team of agents" });
    this.problem = page
      .getByRole("alert")
      .filter({ has: page.getByRole("button", { name: "Try again" }) });
  }

  async connectTo(address: string): Promise<void> {
    await this.address.fill(address);
    await this.address.press("Enter");
  }
}
