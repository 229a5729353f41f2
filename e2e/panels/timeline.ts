// The verdict and the rows.
import { expect, type Locator, type Page } from "@playwright/test";

export type RowKind =
  | "Message"
  | "State"
  | "Plan"
  | "Tool"
  | "Result"
  | "Thought"
  | "Artifact"
  | "Error"
  | "HTTP"
  | "Other";

export class TimelinePanel {
  readonly verdict: Locator;
  readonly list: Locator;
  readonly rows: Locator;
  readonly panel: Locator;
  /** Rows that only came after the playhead. */
  readonly futureRows: Locator;
  /** Why a log cannot be shown. */
  readonly problem: Locator;
  /** The sentence of a verdict, which leads to what shows it. */
  readonly reason: Locator;
  /** Opens verdict and timing in full. */
  readonly timingButton: Locator;
  readonly timing: Locator;
  /** Marks of silences on the overview. */
  readonly stallMarks: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole("region", { name: "Timeline", exact: true });
    this.problem = this.panel.getByRole("alert");
    this.verdict = page.getByRole("region", { name: "Verdict" });
    this.reason = this.verdict.locator("button.verdict-because");
    this.timingButton = this.verdict.getByRole("button", { name: "Verdict and timing" });
    this.timing = page.getByRole("dialog", { name: "Verdict and timing" });
    this.stallMarks = page.locator(".pace-stall");
    this.list = page.getByRole("treegrid", { name: "Timeline" });
    // The tables of an answer have rows of their own.
    this.rows = this.list.locator("[role=row]");
    this.futureRows = this.list.locator("[role=row][data-future]");
  }

  /** The rows of a kind, those about something where one is given. */
  row(kind: RowKind, about?: string): Locator {
    const rows = this.rows.filter({ has: this.cells.filter({ hasText: new RegExp(`^${kind}$`) }) });
    return about === undefined ? rows : rows.filter({ hasText: about });
  }

  /** What the timing says of something. */
  timingRow(label: string): Locator {
    const term = this.timing.page().getByRole("term").filter({ hasText: label });
    return this.timing.locator("dl > div").filter({ has: term }).getByRole("definition");
  }

  frameCell(row: Locator): Locator {
    return this.rowCells(row).nth(4);
  }

  /** The columns of a row; the playhead may stand above them. */
  rowCells(row: Locator): Locator {
    return row.locator("[role=gridcell]:not(.playhead-divider)");
  }

  /** The run is over, and this is what it came to. */
  async expectVerdict(word: string): Promise<void> {
    await expect(this.verdict.getByRole("status")).toHaveText(word, { timeout: 20_000 });
  }

  /** So is its stream, whose end comes a moment after the state that it told last. */
  async waitForStreamEnd(): Promise<void> {
    await expect(this.row("HTTP", "stream ended")).toHaveCount(1);
  }

  /** So many frames of a stream have been seen. */
  async expectFrames(row: Locator, least: number): Promise<void> {
    // A running stream does not wait: what is asked seldom is long past.
    const often = { intervals: [50] };
    await expect.poll(() => this.readCount(row), often).toBeGreaterThanOrEqual(least);
  }

  async readCount(row: Locator): Promise<number> {
    const text = await this.frameCell(row).textContent();
    return Number((text ?? "").replace(/\D/g, ""));
  }

  /** The rows in view, when all of them are drawn. */
  async getDrawnRows(): Promise<Locator[]> {
    await expect(this.list).not.toHaveAttribute("aria-busy");
    return this.rows.all();
  }

  /** What the rows are called, in their order. */
  async readTitles(): Promise<string[]> {
    await this.getDrawnRows();
    return this.list.locator(".entry-title").allTextContents();
  }

  /** All that rows say but their times: kind, entry, frames and bytes. */
  async readCells(): Promise<string[][]> {
    const rows = await this.getDrawnRows();
    return Promise.all(
      rows.map(async (row) => {
        const cells = await this.rowCells(row).allTextContents();
        return [1, 2, 4, 5].map((column) => cells[column] ?? "");
      }),
    );
  }

  private get cells(): Locator {
    return this.rows.page().getByRole("gridcell");
  }
}
