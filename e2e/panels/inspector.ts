// The inspector of the selected row: its text, JSON and bytes.
import type { Locator, Page } from "@playwright/test";

export type InspectorTab = "Rendered" | "Chunks" | "Decoded" | "Wire" | "Problems";

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
  /** The origin of the selected text: chunk, frame, time, bytes. */
  readonly chunkSource: Locator;
  readonly chunkPosition: Locator;
  readonly revision: Locator;
  readonly comparison: Locator;
  readonly problems: Locator;
  readonly compare: Locator;
  /** All chunks of the text in sequence. */
  readonly chunk: Locator;
  /** The selected chunk, highlighted in the rendered text. */
  readonly marks: Locator;
  /** The values that Loupe normalized. */
  readonly notes: Locator;
  /** The decoded value that a problem leads to. */
  readonly violationValue: Locator;
  /** The raw text of the frame, with the chunk's value highlighted. */
  readonly violationBytes: Locator;
  /** The chunk's value in the raw bytes. */
  readonly wireHit: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.panel = page.getByTestId("inspector");
    this.title = this.panel.getByRole("heading", { level: 2 });
    this.rendered = page.getByRole("region", { name: "Rendered text" });
    this.decoded = page.getByRole("tree", { name: "Decoded frame" });
    this.wire = page.getByRole("region", { name: "Exact bytes" });
    this.chunks = page.getByRole("grid", { name: "Chunks" });
    this.chunkSource = page.getByTestId("proof");
    this.chunkPosition = page.getByTestId("chunk-place");
    this.revision = page.getByRole("combobox", { name: "Revision" });
    this.comparison = page.getByRole("region", { name: "Comparison" });
    this.problems = this.panel.locator("[data-part=findings]").getByRole("listitem");
    this.compare = this.panel.getByRole("button", { name: "Compare" });
    this.chunk = page.getByRole("slider", { name: "Chunk", exact: true });
    this.marks = this.rendered.locator("[data-part=marks] > *");
    this.notes = this.panel.getByRole("list", { name: "Normalized values" });
    this.violationValue = this.decoded.locator("[data-pointed]");
    this.violationBytes = this.chunkSource
      .getByRole("region", { name: "The frame" })
      .locator("mark");
    this.wireHit = this.wire.locator("mark");
    this.position = page.getByTestId("frame-position");
    this.nextFrame = page.getByRole("button", { name: "Next frame" });
    this.previousFrame = page.getByRole("button", { name: "Previous frame" });
  }

  tab(name: InspectorTab): Locator {
    return this.#page.getByRole("tab", { name });
  }

  async show(name: InspectorTab): Promise<void> {
    await this.tab(name).click();
  }

  /** Clicks on the first character of a part of the rendered text. */
  async clickOn(piece: string): Promise<void> {
    const { left, top, height } = await this.#boxOf(piece);
    await this.#page.mouse.click(left + 3, top + height / 2);
  }

  /** Selects with the mouse from the start of one part to the end of another. */
  async dragOver(first: string, last: string): Promise<void> {
    const from = await this.#boxOf(first);
    const to = await this.#boxOf(last);
    const { mouse } = this.#page;
    await mouse.move(from.left, from.top + from.height / 2);
    await mouse.down();
    await mouse.move(to.right - 0.5, to.top + to.height / 2, { steps: 8 });
    await mouse.up();
  }

  async #boxOf(piece: string) {
    const at = await this.rendered.evaluate((root, wanted) => {
      const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (nodes.nextNode()) {
        const from = nodes.currentNode.textContent?.indexOf(wanted) ?? -1;
        if (from < 0) continue;
        const range = document.createRange();
        range.setStart(nodes.currentNode, from);
        range.setEnd(nodes.currentNode, from + wanted.length);
        const { left, right, top, height } = range.getBoundingClientRect();
        return { left, right, top, height };
      }
      return null;
    }, piece);
    if (!at) throw new Error(`nothing says ${piece}`);
    return at;
  }

  /** A file part by the name of the file. */
  file(name: string): Locator {
    return this.panel.getByRole("region", { name: `File ${name}` });
  }

  /** A fact in the header by its name: `Frames`, `task`. */
  fact(name: string): Locator {
    return this.panel
      .locator("dl > div")
      .filter({ has: this.#page.locator("dt").getByText(name, { exact: true }) })
      .locator("dd");
  }
}
