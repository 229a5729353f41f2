// Credentials: the dialog to enter them, and the banners that request them.
import { expect, type Locator, type Page } from "@playwright/test";

export class CredentialsPanel {
  /** The key icon beside the address, which shows the authentication status. */
  readonly key: Locator;
  readonly dialog: Locator;
  readonly requirements: Locator;
  /** The agent rejected a request: what it requires, and what is missing. */
  readonly unauthorized: Locator;
  /** A task is waiting for authorization. */
  readonly authRequired: Locator;
  /** The warning that any certificate is accepted. */
  readonly unverifiedTls: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.key = page.getByRole("button", { name: /^Credentials: / });
    this.dialog = page.getByRole("dialog", { name: "Credentials" });
    this.requirements = this.dialog.getByRole("region", { name: "Required credentials" });
    this.unauthorized = page
      .getByRole("alert")
      .filter({ hasText: /Authentication required|denies access/ });
    this.authRequired = page.getByRole("alert").filter({ hasText: "is waiting for authorization" });
    this.unverifiedTls = page
      .getByRole("alert")
      .filter({ hasText: "Certificates of this agent are not verified" });
  }

  async open(): Promise<void> {
    await this.key.click();
    await expect(this.dialog).toBeVisible();
  }

  async close(): Promise<void> {
    await this.button("Done").click();
    await expect(this.dialog).toBeHidden();
  }

  scheme(name: string): Locator {
    return this.dialog.getByRole("region", { name: new RegExp(`^${name}`) });
  }

  field(name: string | RegExp): Locator {
    return this.dialog.getByLabel(name, { exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole("button", { name, exact: true });
  }

  /** Opens the dialog from the banner, enters credentials, and closes it. */
  async fillInBanner(fields: Readonly<Record<string, string>>): Promise<void> {
    await this.unauthorized.getByRole("button", { name: "Add credentials" }).click();
    await this.fill(fields);
    await this.close();
  }

  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await this.field(name).fill(value);
  }

  async resend(): Promise<void> {
    await this.unauthorized.getByRole("button", { name: "Resend" }).click();
  }

  async chooseStorage(how: string): Promise<void> {
    await this.dialog.getByRole("radio", { name: how }).check();
  }

  /** A link from an agent is followed in two steps. */
  async openLink(host: string): Promise<Locator> {
    await this.authRequired.getByRole("button", { name: "Open…" }).click();
    return this.#page.getByRole("link", { name: `Open ${host}` });
  }
}
