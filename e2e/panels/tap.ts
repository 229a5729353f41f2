// The dialog of the taps, and the button on the start page that opens it.
import { expect, type Locator, type Page } from "@playwright/test";

export class TapPanel {
  readonly choice: Locator;
  readonly dialog: Locator;
  readonly listen: Locator;
  readonly target: Locator;
  readonly start: Locator;
  readonly startAnyway: Locator;
  readonly add: Locator;
  readonly problem: Locator;
  readonly options: Locator;
  readonly push: Locator;
  readonly hosts: Locator;

  constructor(page: Page) {
    this.choice = page.getByRole("button", { name: "Tap your agents" });
    this.dialog = page.getByRole("dialog", { name: "Tap agents" });
    this.listen = this.dialog.getByRole("textbox", { name: "Tap listens at" });
    this.target = this.dialog.getByRole("textbox", { name: "Agent is at" });
    this.start = this.dialog.getByRole("button", { name: "Start", exact: true });
    this.startAnyway = this.dialog.getByRole("button", { name: "Start anyway" });
    this.add = this.dialog.getByRole("button", { name: "Add an agent" });
    this.options = this.dialog.getByText("More options");
    this.push = this.dialog.getByRole("textbox", { name: "Rewrite push callbacks to" });
    this.hosts = this.dialog.getByRole("textbox", { name: "Host names" });
    this.problem = this.dialog.getByRole("form", { name: "Start a tap" }).getByRole("alert");
  }

  mode(label: string): Locator {
    return this.dialog.getByRole("radio", { name: label });
  }

  /** The running tap that listens at a port. Other tests may run others. */
  running(port: number): Locator {
    const list = this.dialog.getByRole("region", { name: "Running taps" });
    return list.getByRole("listitem", { name: `localhost:${port} ` });
  }

  async startTap(listen: number | string, target: number | string): Promise<void> {
    await this.listen.fill(String(listen));
    await this.target.fill(String(target));
    await this.start.click();
    await expect(this.dialog).toBeHidden();
  }
}
