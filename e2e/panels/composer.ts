// What is said to the agent: the message, the task it is for, and the ways to stop.
import { expect, type Locator, type Page } from "@playwright/test";

export class ComposerPanel {
  readonly message: Locator;
  readonly target: Locator;
  /** What the target says, not its value. */
  readonly chosenTarget: Locator;
  readonly method: Locator;
  readonly version: Locator;
  readonly send: Locator;
  /** Shows the request before it goes out. */
  readonly request: Locator;
  /** What would go out, as it is shown. */
  readonly preview: Locator;
  /** Opens the extensions that the agent offers. */
  readonly extensions: Locator;
  readonly cancelTask: Locator;
  readonly stopWatching: Locator;
  /** The connection broke: what happened, and the ways on. */
  readonly lost: Locator;

  constructor(page: Page) {
    this.message = page.getByRole("textbox", { name: "Message" });
    this.target = page.getByRole("combobox", { name: "Target" });
    this.chosenTarget = this.target.locator("option:checked");
    this.method = page.getByRole("combobox", { name: "Method" });
    this.version = page.getByRole("combobox", { name: "Protocol version" });
    this.send = page
      .getByRole("region", { name: "Composer" })
      .getByRole("button", { name: /^Send/ });
    this.request = page.getByRole("button", { name: "Request", exact: true });
    this.preview = page.getByRole("region", { name: "The request" });
    this.extensions = page.getByRole("button", { name: /^Extensions/ });
    this.cancelTask = page.getByRole("button", { name: "Cancel task" });
    this.lost = page.getByRole("alert").filter({ hasText: "Connection lost" });
    this.stopWatching = page.getByRole("button", { name: "Stop watching" });
  }

  /** One of the extensions in the open menu. */
  extension(uri: string): Locator {
    return this.message.page().getByRole("menuitemcheckbox", { name: uri });
  }

  /** Says something and waits until it is on its way. */
  async say(text: string): Promise<void> {
    await this.message.fill(text);
    await this.send.click();
    await expect(this.message).toHaveValue("");
  }

  async sendPlainly(): Promise<void> {
    await this.method.selectOption("send");
  }
}
