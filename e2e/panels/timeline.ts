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
  | "Stopped"
  | "HTTP"
  | "Other";

export class TimelinePanel {
  readonly verdict: Locator;
  readonly list: Locator;
  readonly rows: Locator;
  /** The headers of turns, if there are several. */
  readonly headers: Locator;
  readonly panel: Locator;
  /** Rows after the playhead. */
  readonly futureRows: Locator;
  /** Why a log cannot be shown. */
  readonly problem: Locator;
  /** The sentence of a verdict, which links to the evidence. */
  readonly reason: Locator;
  /** Expands verdict and timing. */
  readonly timingButton: Locator;
  readonly timing: Locator;
  readonly columnMenu: Locator;
  /** Says that the rows are sorted. */
  readonly sortNote: Locator;
  /** The marks of stalls on the overview. */
  readonly stallMarks: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole("region", { name: "Timeline", exact: true });
    this.problem = this.panel.getByRole("alert");
    this.verdict = page.getByRole("region", { name: "Verdict" });
    this.reason = this.verdict.locator("button[data-part=reason]");
    this.timingButton = this.verdict.getByRole("button", { name: "Timing" });
    this.timing = page.getByRole("dialog", { name: "Verdict and timing" });
    this.columnMenu = this.panel.getByRole("button", { name: "Columns", exact: true });
    this.sortNote = this.panel.locator("[data-part=sort-note]");
    this.stallMarks = page.locator("[data-part=stall]");
    this.list = page.getByRole("treegrid", { name: "Timeline" });
    // Tables in rendered text have rows of their own.
    this.rows = this.list.locator("[role=row]:not([data-kind=group])");
    this.headers = this.list.locator("[role=row][data-kind=group]");
    this.futureRows = this.list.locator("[role=row][data-future]:not([data-kind=group])");
  }

  /** The rows of a kind, optionally with this text. */
  row(kind: RowKind, about?: string): Locator {
    const rows = this.rows.filter({
      has: this.#cells.filter({ hasText: new RegExp(`^${kind}$`) }),
    });
    return about === undefined ? rows : rows.filter({ hasText: about });
  }

  /** A value of the timing by its name. */
  timingRow(label: string): Locator {
    const term = this.timing.page().getByRole("term").filter({ hasText: label });
    return this.timing.locator("dl > div").filter({ has: term }).getByRole("definition");
  }

  frameCell(row: Locator): Locator {
    return this.rowCells(row).nth(4);
  }

  /** The columns of a row; the playhead may be above them. */
  rowCells(row: Locator): Locator {
    return row.locator("[role=gridcell]:not([data-part=divider])");
  }

  /** The edge that resizes a column. */
  columnEdge(column: string): Locator {
    return this.panel.getByRole("separator", { name: `Resize ${column}`, exact: true });
  }

  /** Chooses from the menu of the columns, and closes it. */
  async chooseInColumnMenu(...names: readonly string[]): Promise<void> {
    const page = this.rows.page();
    const menu = page.getByRole("menu", { name: "Columns" });
    await this.columnMenu.click();
    for (const name of names) await menu.getByText(name, { exact: true }).click();
    if (await menu.isVisible()) await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
  }

  /** Asserts which task the menu beside the verdict is about. */
  async expectTask(id: string): Promise<void> {
    const page = this.rows.page();
    await this.verdict.getByRole("button", { name: "IDs and operations" }).click();
    await expect(page.getByRole("menuitem", { name: "Copy task ID" })).toContainText(id);
    await page.keyboard.press("Escape");
  }

  /** Waits until the run has ended with this verdict. */
  async expectVerdict(word: string): Promise<void> {
    await expect(this.verdict.getByRole("status")).toHaveText(word);
  }

  /** Waits until its stream has ended, which comes a moment after the last state. */
  async waitForStreamEnd(): Promise<void> {
    await expect(this.row("HTTP", "stream ended")).toHaveCount(1);
  }

  /** Waits until this many frames of a stream were received. */
  async expectFrames(row: Locator, least: number): Promise<void> {
    // A running stream does not wait: slow polling would miss the number.
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

  /** The names of the rows in order. */
  async readTitles(): Promise<string[]> {
    await this.getDrawnRows();
    return this.list.locator("[data-part=title]").allTextContents();
  }

  /** The text of the rows without times: kind, entry, frames and bytes. */
  async readCells(): Promise<string[][]> {
    const rows = await this.getDrawnRows();
    return Promise.all(
      rows.map(async (row) => {
        const cells = await this.rowCells(row).allTextContents();
        return [1, 2, 4, 5].map((column) => cells[column] ?? "");
      }),
    );
  }

  get #cells(): Locator {
    return this.rows.page().getByRole("gridcell");
  }
}
