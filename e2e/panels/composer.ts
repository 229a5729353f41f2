// The composer: the message, its target task, and stopping.
import { expect, type Locator, type Page } from "@playwright/test";
import { createDataTransfer, type NamedFile } from "./data-transfer.ts";

export class ComposerPanel {
  readonly message: Locator;
  readonly target: Locator;
  /** The text of the target, not its value. */
  readonly chosenTarget: Locator;
  readonly method: Locator;
  readonly version: Locator;
  readonly send: Locator;
  /** The request as previewed. */
  readonly preview: Locator;
  /** Opens the extensions that the agent offers. */
  readonly extensions: Locator;
  /** Everything that is neither typed nor sent. */
  readonly menu: Locator;
  /** The open options. */
  readonly optionsPanel: Locator;
  /** The request editor. */
  readonly requestEditor: Locator;
  /** What accompanies the text: files, data and changed options. */
  readonly parts: Locator;
  /** Why the input cannot be sent or attached. */
  readonly sendFailed: Locator;
  readonly attachFailed: Locator;
  readonly cancelTask: Locator;
  readonly stopWatching: Locator;
  /** The banner after a lost connection, with its actions. */
  readonly disconnected: Locator;

  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.menu = page.getByRole("button", { name: /^(Message|Request) menu$/ });
    this.optionsPanel = page.getByRole("region", { name: "Options" });
    this.requestEditor = page.getByRole("form", { name: "Edit request" });
    this.parts = page.getByRole("list", { name: "Attachments and options" }).getByRole("listitem");
    this.sendFailed = page.getByRole("alert").filter({ hasText: "Not sent" });
    this.attachFailed = page
      .locator("[data-part=banner]")
      .filter({ hasText: "Couldn't attach files" });
    this.message = page.getByRole("textbox", { name: "Message", exact: true });
    this.target = page.getByRole("combobox", { name: "Target" });
    this.chosenTarget = this.target.locator("option:checked");
    this.method = page.getByRole("combobox", { name: "Method" });
    this.version = page.getByRole("combobox", { name: "Protocol version" });
    this.send = page
      .getByRole("region", { name: "Composer" })
      .getByRole("button", { name: /^Send(?!\sas)/ });
    this.preview = page.getByRole("region", { name: "Request preview" });
    this.extensions = page.getByRole("button", { name: /^Extensions/ });
    this.cancelTask = page.getByRole("button", { name: "Cancel task" });
    this.disconnected = page.getByRole("alert").filter({ hasText: "The task may go on" });
    this.stopWatching = page.getByRole("button", { name: "Stop watching" });
  }

  /** An extension in the open menu. */
  extension(uri: string): Locator {
    return this.#page.getByRole("menuitemcheckbox", { name: uri });
  }

  /** Chooses from the menu. */
  async choose(name: string | RegExp): Promise<void> {
    await this.menu.click();
    await this.#page.getByRole("menuitem", { name }).first().click();
  }

  async addData(): Promise<void> {
    await this.choose("Add data");
  }

  /** Shows the request before it is sent. */
  async showRequest(): Promise<void> {
    await this.choose(/^Request/);
    await expect(this.preview).toBeVisible();
  }

  async openOptions(): Promise<void> {
    await this.choose("Options");
    await expect(this.optionsPanel).toBeVisible();
  }

  /** Copies the request in one of the languages of the menu. */
  async copyAs(language: string): Promise<void> {
    await this.choose(`Copy as ${language}`);
  }

  /** Opens the previewed request in the editor. */
  async editRequest(): Promise<void> {
    await this.showRequest();
    await this.#page.getByRole("button", { name: "Edit request" }).click();
    await expect(this.requestEditor).toBeVisible();
  }

  /** A part of the request editor. */
  requestField(name: "HTTP method" | "Request URL" | "Headers" | "Request body"): Locator {
    return this.requestEditor.getByRole("textbox", { name });
  }

  /** A group of the open options by its name. */
  option(name: string): Locator {
    return this.optionsPanel.getByRole("group", { name });
  }

  /** A JSON editor by its label. */
  json(label: string): Locator {
    return this.#page.getByRole("textbox", { name: label, exact: true });
  }

  async attachFiles(...files: readonly NamedFile[]): Promise<void> {
    const choosing = this.#page.waitForEvent("filechooser");
    await this.choose("Attach files");
    await (await choosing).setFiles([...files]);
  }

  /** Drops files on the composer, or pastes them from the clipboard. */
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

  /** Sends a message and waits until it is on its way. */
  async sendMessage(text: string): Promise<void> {
    await this.message.fill(text);
    await this.send.click();
    await expect(this.message).toHaveValue("");
  }

  async sendPlainly(): Promise<void> {
    await this.message.focus();
    await this.method.selectOption("send");
  }
}

/** The text in a JSON editor. */
export async function readEditor(editor: Locator): Promise<string> {
  await editor.waitFor();
  return (await editor.locator(".cm-line").allTextContents()).join("\n");
}

/**
 * Replaces the text in a JSON editor. An editor that has just received the focus may set its own
 * selection after `fill` selected everything, and then adds to the old text.
 */
export async function fillEditor(editor: Locator, text: string): Promise<void> {
  await expect(async () => {
    await editor.fill(text);
    expect(await readEditor(editor)).toBe(text);
  }).toPass();
}
