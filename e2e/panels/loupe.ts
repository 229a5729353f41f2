// One tab of Loupe with its panels.
import { expect, type Page } from "@playwright/test";
import { CardPanel } from "./card.ts";
import { ComposerPanel } from "./composer.ts";
import { ConnectPanel } from "./connect.ts";
import { ContentPanel } from "./content.ts";
import { ConversationPanel } from "./conversation.ts";
import { CredentialsPanel } from "./credentials.ts";
import { createDataTransfer } from "./data-transfer.ts";
import { DialectsPanel } from "./dialects.ts";
import { DiffPanel } from "./diff.ts";
import { ExportPanel } from "./export.ts";
import { FilterPanel } from "./filter.ts";
import { InspectorPanel } from "./inspector.ts";
import { LibraryPanel } from "./library.ts";
import { LimitsPanel } from "./limits.ts";
import { OperationsPanel } from "./operations.ts";
import { PalettePanel } from "./palette.ts";
import { ProblemsPanel } from "./problems.ts";
import { RailPanel } from "./rail.ts";
import { ReplayPanel } from "./replay.ts";
import { RequestsPanel } from "./requests.ts";
import { SummaryPanel } from "./summary.ts";
import { TapPanel } from "./tap.ts";
import { TimelinePanel } from "./timeline.ts";
import { TransportPanel } from "./transport.ts";

export class Loupe {
  readonly page: Page;
  readonly connect: ConnectPanel;
  readonly card: CardPanel;
  readonly composer: ComposerPanel;
  readonly conversation: ConversationPanel;
  readonly timeline: TimelinePanel;
  readonly inspector: InspectorPanel;
  readonly summary: SummaryPanel;
  readonly content: ContentPanel;
  readonly rail: RailPanel;
  readonly transport: TransportPanel;
  readonly problems: ProblemsPanel;
  readonly filter: FilterPanel;
  readonly palette: PalettePanel;
  readonly dialects: DialectsPanel;
  readonly credentials: CredentialsPanel;
  readonly operations: OperationsPanel;
  readonly replay: ReplayPanel;
  readonly requests: RequestsPanel;
  readonly tap: TapPanel;
  readonly library: LibraryPanel;
  readonly limits: LimitsPanel;
  readonly diff: DiffPanel;
  readonly exporting: ExportPanel;

  #hasChosenView = false;

  constructor(page: Page) {
    this.page = page;
    // Intercept file choosers from the start: one opened by a shortcut before that could not be
    // handled.
    page.on("filechooser", () => undefined);
    this.connect = new ConnectPanel(page);
    this.card = new CardPanel(page);
    this.composer = new ComposerPanel(page);
    this.conversation = new ConversationPanel(page);
    this.timeline = new TimelinePanel(page);
    this.inspector = new InspectorPanel(page);
    this.summary = new SummaryPanel(page);
    this.content = new ContentPanel(page);
    this.rail = new RailPanel(page);
    this.transport = new TransportPanel(page);
    this.problems = new ProblemsPanel(page);
    this.filter = new FilterPanel(page);
    this.palette = new PalettePanel(page);
    this.dialects = new DialectsPanel(page);
    this.credentials = new CredentialsPanel(page);
    this.operations = new OperationsPanel(page);
    this.replay = new ReplayPanel(page);
    this.requests = new RequestsPanel(page);
    this.tap = new TapPanel(page);
    this.library = new LibraryPanel(page);
    this.limits = new LimitsPanel(page);
    this.diff = new DiffPanel(page);
    this.exporting = new ExportPanel(page);
  }

  /**
   * The start page, not connected. Most tests are about rows, so the user has chosen the timeline
   * before; a newcomer has chosen nothing.
   */
  async open(path = "/", { isNewcomer = false } = {}): Promise<void> {
    if (!isNewcomer && !this.#hasChosenView) {
      this.#hasChosenView = true;
      await this.page.addInitScript(chooseTimeline);
    }
    await this.page.goto(path);
    await this.#waitUntilReady();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.#waitUntilReady();
  }

  // The server-rendered page appears before shortcuts work.
  async #waitUntilReady(): Promise<void> {
    await this.page.locator("[data-part=screen][aria-busy]").waitFor({ state: "detached" });
  }

  /** Connects to the agent at an address. */
  async connectTo(address: string): Promise<void> {
    await this.open();
    await this.connect.connectTo(address);
    await this.composer.message.waitFor();
  }

  /** Connects again in the open page, from its start page: a new run without a page load. */
  async connectAnew(address: string): Promise<void> {
    await this.showStartPage();
    await this.connect.connectTo(address);
    await this.composer.message.waitFor();
  }

  async showStartPage(): Promise<void> {
    await this.page.getByRole("button", { name: "Loupe, start page" }).click();
    await this.connect.demo.waitFor();
  }

  /** Connects to the demo agent, of another Loupe with its address. */
  async connectToDemo(server = "/"): Promise<void> {
    await this.open(server);
    await this.connect.demo.click();
    await this.composer.message.waitFor();
  }

  /** The ID of the open recording. */
  get recording(): string {
    const id = new URL(this.page.url()).searchParams.get("run");
    if (id === null) throw new Error("no recording is open");
    return id;
  }

  /** Opens a log with the file chooser. */
  async chooseContent(name: string, content: string | Buffer): Promise<void> {
    const choosing = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: "Import", exact: true }).click();
    const buffer = Buffer.from(content);
    await (await choosing).setFiles({ name, mimeType: "application/octet-stream", buffer });
  }

  /** Waits until the log is open: the one before stays until records of it are read. */
  async expectOpen(name: string): Promise<void> {
    await expect(this.connect.address).toHaveAttribute("placeholder", name);
  }

  /** Opens a log from disk. */
  async chooseFile(path: string): Promise<void> {
    const choosing = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: "Import", exact: true }).click();
    await (await choosing).setFiles(path);
  }

  /** Opens a log by dropping it on the window, once the drop zone is shown. */
  async drop(name: string, content: string | Buffer): Promise<void> {
    const file = { name, mimeType: "", buffer: Buffer.from(content) };
    const dataTransfer = await createDataTransfer(this.page, [file]);
    const over = (type: string) => this.page.dispatchEvent("body", type, { dataTransfer });
    await expect(async () => {
      await over("dragenter");
      await over("dragover");
      await expect(this.page.locator("[data-part=drop-zone]")).toBeVisible({ timeout: 200 });
    }).toPass();
    await over("drop");
    await dataTransfer.dispose();
  }
}

/** Runs in the page, before its scripts. */
function chooseTimeline(): void {
  try {
    localStorage["loupe.mainView"] ??= JSON.stringify("timeline");
  } catch {
    // A page without storage.
  }
}
