// What is said to the agent: the message, the task it is for, and the ways to stop.
import { expect, type Locator, type Page } from "@playwright/test";
import { createDataTransfer, type NamedFile } from "./data-transfer.ts";

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
  /** Opens what is seldom changed. */
  readonly options: Locator;
  /** The options, when they are open. */
  readonly optionsPanel: Locator;
  readonly attach: Locator;
  /** The request being edited. */
  readonly requestEditor: Locator;
  readonly addData: Locator;
  /** What goes with the text: files, data and the options that are set. */
  readonly parts: Locator;
  /** What was typed that cannot be sent, or attached, and why. */
  readonly sendFailed: Locator;
  readonly attachFailed: Locator;
  readonly cancelTask: Locator;
  readonly stopWatching: Locator;
  /** The connection broke: what happened, and the ways on. */
  readonly disconnected: Locator;

  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.options = page.getByRole("button", { name: "Options", exact: true });
    this.optionsPanel = page.getByRole("region", { name: "Options" });
    this.requestEditor = page.getByRole("form", { name: "Edit request" });
    this.attach = page.getByRole("button", { name: "Attach files" });
    this.addData = page.getByRole("button", { name: "Add data" });
    this.parts = page.getByRole("list", { name: "Attachments and options" }).getByRole("listitem");
    this.sendFailed = page.getByRole("alert").filter({ hasText: "Not sent" });
    this.attachFailed = page.locator(".ui-banner").filter({ hasText: "Couldn't attach files" });
    this.message = page.getByRole("textbox", { name: "Message", exact: true });
    this.target = page.getByRole("combobox", { name: "Target" });
    this.chosenTarget = this.target.locator("option:checked");
    this.method = page.getByRole("combobox", { name: "Method" });
    this.version = page.getByRole("combobox", { name: "Protocol version" });
    this.send = page
      .getByRole("region", { name: "Composer" })
      .getByRole("button", { name: /^Send(?!\sas)/ });
    this.request = page.getByRole("button", { name: "Request", exact: true });
    this.preview = page.getByRole("region", { name: "Request preview" });
    this.extensions = page.getByRole("button", { name: /^Extensions/ });
    this.cancelTask = page.getByRole("button", { name: "Cancel task" });
    this.disconnected = page.getByRole("alert").filter({ hasText: "Connection lost" });
    this.stopWatching = page.getByRole("button", { name: "Stop watching" });
  }

  /** One of the extensions in the open menu. */
  extension(uri: string): Locator {
    return this.#page.getByRole("menuitemcheckbox", { name: uri });
  }

  async openOptions(): Promise<void> {
    await this.options.click();
    await expect(this.optionsPanel).toBeVisible();
  }

  /** Puts the request on the clipboard, in one of the languages of the menu. */
  async copyAs(language: string): Promise<void> {
    await this.#page.getByRole("button", { name: "Copy as", exact: true }).click();
    await this.#page.getByRole("menuitem", { name: language }).first().click();
  }

  /** Turns the request that is shown into one to be edited. */
  async editRequest(): Promise<void> {
    await this.request.click();
    await this.#page.getByRole("button", { name: "Edit request" }).click();
    await expect(this.requestEditor).toBeVisible();
  }

  /** A part of the request being edited. */
  requestField(name: "HTTP method" | "Request URL" | "Headers" | "Request body"): Locator {
    return this.requestEditor.getByRole("textbox", { name });
  }

  /** A group of the open options, by its name. */
  option(name: string): Locator {
    return this.optionsPanel.getByRole("group", { name });
  }

  /** JSON being typed, by what it is. */
  json(label: string): Locator {
    return this.#page.getByRole("textbox", { name: label, exact: true });
  }

  async attachFiles(...files: readonly NamedFile[]): Promise<void> {
    const choosing = this.#page.waitForEvent("filechooser");
    await this.attach.click();
    await (await choosing).setFiles([...files]);
  }

  /** Lets files fall on the composer, or puts them there from the clipboard. */
  async insertFiles(how: "drop" | "paste", ...files: readonly NamedFile[]): Promise<void> {
    const carried = await createDataTransfer(this.#page, files);
    if (how === "paste") {
      await this.message.evaluate(
        (box, clipboardData) =>
          box.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
          ),
        carried,
      );
      return;
    }
    for (const type of ["dragenter", "dragover", "drop"]) {
      await this.message.dispatchEvent(type, { dataTransfer: carried });
    }
  }

  /** Says something and waits until it is on its way. */
  async sendMessage(text: string): Promise<void> {
    await this.message.fill(text);
    await this.send.click();
    await expect(this.message).toHaveValue("");
  }

  async sendPlainly(): Promise<void> {
    await this.method.selectOption("send");
  }
}
