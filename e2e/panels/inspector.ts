// The proof of the selected row: its text, its JSON, its bytes.
import type { Locator, Page } from "@playwright/test";

export type Tab = "Rendered" | "Chunks" | "Decoded" | "Wire" | "Problems";

export class InspectorPanel {
  readonly panel: Locator;
  readonly title: Locator;
  readonly rendered: Locator;
  readonly decoded: Locator;
  readonly wire: Locator;
  readonly position: Locator;
  readonly nextFrame: Locator;
  readonly previousFrame: Locator;
  readonly chunks: Locator;
  /** Where the text at hand came from: chunk, frame, time, bytes. */
  readonly proof: Locator;
  readonly chunkPlace: Locator;
  readonly revision: Locator;
  readonly comparison: Locator;
  readonly problems: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.panel = page.getByTestId("inspector");
    this.title = this.panel.getByRole("heading", { level: 2 });
    this.rendered = page.getByRole("region", { name: "Rendered text" });
    this.decoded = page.getByRole("tree", { name: "Decoded frame" });
    this.wire = page.getByRole("region", { name: "Exact bytes" });
    this.chunks = page.getByRole("grid", { name: "Chunks" });
    this.proof = page.getByTestId("proof");
    this.chunkPlace = page.getByTestId("chunk-place");
    this.revision = page.getByRole("combobox", { name: "Revision" });
    this.comparison = page.getByRole("region", { name: "Comparison" });
    this.problems = this.panel.locator(".findings").getByRole("listitem");
    this.position = page.getByTestId("frame-position");
    this.nextFrame = page.getByRole("button", { name: "Next frame" });
    this.previousFrame = page.getByRole("button", { name: "Previous frame" });
  }

  tab(name: Tab): Locator {
    return this.#page.getByRole("tab", { name });
  }

  async show(name: Tab): Promise<void> {
    await this.tab(name).click();
  }

  /** A fact of the head, by its name: `Frames`, `task`. */
  fact(name: string): Locator {
    return this.panel
      .locator("dl > div")
      .filter({ has: this.#page.locator("dt").getByText(name, { exact: true }) })
      .locator("dd");
  }
}
