// The attachments of a row, and replies to what an agent requests there.
import type { Locator, Page } from "@playwright/test";

export type AttachmentName =
  | "Form"
  | "Approval"
  | "Sign-in"
  | "Secrets"
  | "Failure"
  | "Steps"
  | "Citations"
  | "Trace"
  | "Surface"
  | "Payment";

export class ContentPanel {
  readonly panel: Locator;
  /** Metadata below the content that has no view of its own. */
  readonly more: Locator;
  /** Shown when the request has been answered. */
  readonly replied: Locator;
  /** The exact message that would be sent. */
  readonly request: Locator;
  readonly preview: Locator;
  readonly reports: Locator;
  readonly steps: Locator;

  constructor(page: Page) {
    const inspector = page.getByTestId("inspector");
    this.panel = inspector.getByRole("region", { name: "Details" });
    this.more = inspector.getByRole("region", { name: "Also sent" });
    this.replied = this.panel.getByRole("status").filter({ hasText: "Answered" });
    this.request = this.panel.getByRole("button", { name: "Preview request" });
    this.preview = this.panel.getByRole("region", { name: "Request preview" });
    this.reports = this.panel.getByRole("region", { name: "Reports" });
    this.steps = inspector.getByRole("list", { name: "Plan steps" });
  }

  view(name: AttachmentName): Locator {
    return this.panel.getByRole("region", { name, exact: true });
  }

  field(name: string): Locator {
    return this.panel.getByLabel(name, { exact: true });
  }

  button(name: string): Locator {
    return this.panel.getByRole("button", { name, exact: true });
  }
}
