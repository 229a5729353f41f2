// Operations on tasks: the dialog with all of them, the menu of a task, and the comparison.
import { expect, type Locator, type Page } from "@playwright/test";

export class OperationsPanel {
  readonly dialog: Locator;
  /** In the rail. */
  readonly button: Locator;
  readonly form: Locator;
  readonly outcome: Locator;
  /** The result in a sentence. */
  readonly status: Locator;
  readonly tasks: Locator;
  readonly configs: Locator;
  readonly nextPage: Locator;
  /** Opens an inbox on this server. */
  readonly receive: Locator;
  readonly inboxes: Locator;
  readonly compared: Locator;
  readonly summary: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole("dialog", { name: "Operations" });
    this.button = page.getByRole("button", { name: "Tasks", exact: true });
    this.form = this.dialog.getByRole("form");
    this.outcome = this.dialog.getByRole("region", { name: "Result" });
    this.status = this.outcome.getByRole("status");
    this.tasks = this.dialog.getByRole("region", { name: "Listed tasks" }).locator("tbody tr");
    this.configs = this.dialog
      .getByRole("region", { name: "Push configurations" })
      .locator("tbody tr");
    this.nextPage = this.dialog.getByRole("button", { name: "Next page" });
    this.receive = this.dialog.getByRole("button", { name: "Create inbox" });
    this.inboxes = this.dialog.getByRole("list", { name: "Open inboxes" }).getByRole("listitem");
    this.compared = page.getByRole("dialog", { name: "Compare with stored task" });
    this.summary = this.compared.getByRole("status");
  }

  async open(): Promise<void> {
    await this.button.click();
    await expect(this.dialog).toBeVisible();
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press("Escape");
    await expect(this.dialog).toBeHidden();
  }

  async closeComparison(): Promise<void> {
    await this.#page.keyboard.press("Escape");
    await expect(this.compared).toBeHidden();
  }

  /** Selects an operation by its title. */
  async choose(title: string): Promise<void> {
    await this.dialog
      .getByRole("list", { name: "Operations" })
      .getByRole("button", { name: title })
      .click();
    await expect(this.dialog.getByRole("form", { name: title })).toBeVisible();
  }

  field(label: string): Locator {
    return this.form.getByLabel(label, { exact: true });
  }

  async send(): Promise<void> {
    await this.form.getByRole("button", { name: "Send", exact: true }).click();
  }

  /** Sends an operation with these fields, and waits for the response. */
  async callOperation(title: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.choose(title);
    for (const [label, value] of Object.entries(fields)) {
      const field = this.field(label);
      if (label === "State") await field.selectOption(value);
      else await field.fill(value);
    }
    await this.send();
    await expect(this.status).toBeVisible();
    await expect(this.status).not.toContainText("is running");
  }

  /** Allows sending what the version does not define. */
  async sendDespiteWarning(): Promise<void> {
    await this.form.getByLabel("Send anyway").check();
  }

  /** Chooses from the menu of the latest task. */
  async chooseTaskAction(action: string): Promise<void> {
    await this.#page
      .getByRole("region", { name: "Verdict" })
      .getByRole("button", { name: "IDs and operations" })
      .click();
    await this.#page.getByRole("menuitem", { name: new RegExp(`^${action}`) }).click();
  }

  /** The push notifications beside the stream. */
  get pushes(): Locator {
    return this.compared.getByRole("region", { name: "Notifications" });
  }

  /** An artifact of the comparison. */
  artifact(name: string): Locator {
    return this.compared.getByRole("region", { name: `Artifact ${name}` });
  }
}
