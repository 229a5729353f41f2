// The verdict and the rows.
import { expect, type Locator, type Page } from "@playwright/test";

export type Kind =
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
  readonly future: Locator;
  /** Why a log cannot be shown. */
  readonly problem: Locator;
  /** The sentence of a verdict, which leads to what shows it. */
  readonly because: Locator;
  /** Opens verdict and timing in full. */
  readonly howItWent: Locator;
  readonly timing: Locator;
  /** Marks of silences on the overview. */
  readonly silences: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole("region", { name: "Timeline", exact: true });
    this.problem = this.panel.getByRole("alert");
    this.verdict = page.getByRole("region", { name: "Verdict" });
    this.because = this.verdict.locator("button.verdict-because");
    this.howItWent = this.verdict.getByRole("button", { name: "Verdict and timing" });
    this.timing = page.getByRole("dialog", { name: "Verdict and timing" });
    this.silences = page.locator(".pace-stall");
    this.list = page.getByRole("treegrid", { name: "Timeline" });
    // The tables of an answer have rows of their own.
    this.rows = this.list.locator("[role=row]");
    this.future = this.list.locator("[role=row][data-future]");
  }

  /** The rows of a kind, those about something where one is given. */
  row(kind: Kind, about?: string): Locator {
    const rows = this.rows.filter({ has: this.cells.filter({ hasText: new RegExp(`^${kind}$`) }) });
    return about === undefined ? rows : rows.filter({ hasText: about });
  }

  /** What the timing says of something. */
  timingOf(label: string): Locator {
    const term = this.timing.page().getByRole("term").filter({ hasText: label });
    return this.timing.locator("dl > div").filter({ has: term }).getByRole("definition");
  }

  framesOf(row: Locator): Locator {
    return this.cellsOf(row).nth(4);
  }

  /** The columns of a row; the playhead may stand above them. */
  cellsOf(row: Locator): Locator {
    return row.locator("[role=gridcell]:not(.playhead-divider)");
  }

  /** The run is over, and this is what it came to. */
  async endsAs(word: string): Promise<void> {
    await expect(this.verdict.getByRole("status")).toHaveText(word, { timeout: 20_000 });
  }

  /** So is its stream, whose end comes a moment after the state that it told last. */
  async streamEnds(): Promise<void> {
    await expect(this.row("HTTP", "stream ended")).toHaveCount(1);
  }

  /** So many frames of a stream have been seen. */
  async hasFrames(row: Locator, least: number): Promise<void> {
    // A running stream does not wait: what is asked seldom is long past.
    const often = { intervals: [50] };
    await expect.poll(() => this.countOf(row), often).toBeGreaterThanOrEqual(least);
  }

  async countOf(row: Locator): Promise<number> {
    const text = await this.framesOf(row).textContent();
    return Number((text ?? "").replace(/\D/g, ""));
  }

  /** The rows in view, when all of them are drawn. */
  async drawn(): Promise<Locator[]> {
    await expect(this.list).not.toHaveAttribute("aria-busy");
    return this.rows.all();
  }

  /** What the rows are called, in their order. */
  async titles(): Promise<string[]> {
    await this.drawn();
    return this.list.locator(".entry-title").allTextContents();
  }

  /** All that rows say but their times: kind, entry, frames and bytes. */
  async contents(): Promise<string[][]> {
    const rows = await this.drawn();
    return Promise.all(
      rows.map(async (row) => {
        const cells = await this.cellsOf(row).allTextContents();
        return [1, 2, 4, 5].map((column) => cells[column] ?? "");
      }),
    );
  }

  private get cells(): Locator {
    return this.rows.page().getByRole("gridcell");
  }
}
