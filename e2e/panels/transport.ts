// The playhead: the overview as a slider, the buttons below it, and the selected time range.
import { expect, type Locator, type Page } from "@playwright/test";

export type SpeedLabel = "0.5×" | "1×" | "4×" | "16×" | "max";

export class TransportPanel {
  readonly playhead: Locator;
  /** `event 3 / 12` */
  readonly position: Locator;
  readonly play: Locator;
  readonly pause: Locator;
  readonly toStart: Locator;
  readonly toEnd: Locator;
  /** While a run is live: what follows its end again, and the same button while it does. */
  readonly follow: Locator;
  readonly following: Locator;
  readonly stepBack: Locator;
  readonly stepForward: Locator;
  /** Between the last past row and the first future one. */
  readonly divider: Locator;
  readonly lanes: Locator;
  /** The measures of the selected time range. */
  readonly timeRange: Locator;
  readonly showAll: Locator;
  /** The edges of the selected time range. */
  readonly rangeStart: Locator;
  readonly rangeEnd: Locator;
  readonly #bar: Locator;

  constructor(page: Page) {
    this.playhead = page.getByRole("slider", { name: "Playhead" });
    this.lanes = this.playhead.getByRole("img", { name: /^Task / });
    this.position = page.getByTestId("position");
    this.#bar = page.getByRole("toolbar", { name: "Playback" });
    const button = (name: string) => this.#bar.getByRole("button", { name, exact: true });
    this.play = button("Play");
    this.pause = button("Pause");
    this.toStart = button("Jump to start");
    this.toEnd = button("Jump to end");
    this.follow = button("Follow");
    this.following = button("Following");
    this.stepBack = button("Previous event");
    this.stepForward = button("Next event");
    const range = page.getByRole("toolbar", { name: "Time range" });
    this.timeRange = range.getByRole("status");
    this.showAll = range.getByRole("button", { name: "Show all", exact: true });
    this.rangeStart = page.getByRole("slider", { name: "Start of time range" });
    this.rangeEnd = page.getByRole("slider", { name: "End of time range" });
    this.divider = page.getByRole("button", { name: "Return to end" });
  }

  async setSpeed(name: SpeedLabel): Promise<void> {
    await this.#choose("menuitemradio", name);
  }

  /** Whether idle time is folded on the axis. */
  async toggleIdleFolds(): Promise<void> {
    await this.#choose("menuitemcheckbox", /^Fold idle time/);
    await this.playhead.page().keyboard.press("Escape");
  }

  async #choose(role: "menuitemradio" | "menuitemcheckbox", name: string | RegExp): Promise<void> {
    await this.#bar.getByRole("button", { name: /^Speed/ }).click();
    await this.#bar.getByRole(role, { name }).click();
  }

  /** Asserts that everything is shown as of this event. */
  async expectEvent(event: number): Promise<void> {
    const text = new RegExp(`^event ${event.toLocaleString("en")} /`);
    await expect(this.position).toHaveText(text);
  }

  /** The number of events. */
  async readLength(): Promise<number> {
    const [, text = ""] = /\/ ([\d,]+)/.exec((await this.position.textContent()) ?? "") ?? [];
    return Number(text.replaceAll(",", ""));
  }

  async expectEnd(): Promise<void> {
    await expect(this.position).toHaveText(/^event ([\d,]+) \/ \1\b/);
    await expect(this.divider).toHaveCount(0);
  }

  /** Moves the playhead with the mouse, to a fraction of the whole width. */
  async point(share: number): Promise<void> {
    const { x, y, width, height } = await this.#getBox();
    await this.playhead.page().mouse.click(x + width * share, y + height - 10);
  }

  /** Drags the playhead along the axis at the top. */
  async scrub(from: number, to: number): Promise<void> {
    await this.#drag(from, to, 8);
  }

  /** Selects a time range below the axis. */
  async markRange(from: number, to: number): Promise<void> {
    const { height } = await this.#getBox();
    await this.#drag(from, to, height - 10);
  }

  /** Drags an edge of the time range to a fraction of the whole width. */
  async dragEdge(edge: Locator, to: number): Promise<void> {
    const { x, y, width } = await this.#getBox();
    const at = await edge.boundingBox();
    if (!at) throw new Error("nothing is marked");
    const { mouse } = edge.page();
    await mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await mouse.down();
    await mouse.move(x + width * to, y + 40, { steps: 8 });
    await mouse.up();
  }

  async #drag(from: number, to: number, down: number): Promise<void> {
    const { x, y, width } = await this.#getBox();
    const { mouse } = this.playhead.page();
    await mouse.move(x + width * from, y + down);
    await mouse.down();
    await mouse.move(x + width * to, y + down, { steps: 8 });
    await mouse.up();
  }

  async #getBox() {
    const box = await this.playhead.boundingBox();
    if (!box) throw new Error("there is no overview");
    return box;
  }
}
