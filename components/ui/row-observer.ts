// Observes the heights of drawn rows with one ResizeObserver and reports them by row index.
type ReportHeights = (heights: [row: number, height: number][]) => void;

export class RowObserver {
  #observer: ResizeObserver | undefined;
  #report: ReportHeights | undefined;
  readonly #elements = new Map<Element, { index: number; height: number }>();

  start(report: ReportHeights): () => void {
    this.#report = report;
    this.#observer = new ResizeObserver((entries) => {
      const heights: [number, number][] = [];
      for (const entry of entries) {
        const known = this.#elements.get(entry.target);
        const height = entry.borderBoxSize[0]?.blockSize;
        if (!known || height === undefined) continue;
        known.height = height;
        heights.push([known.index, height]);
      }
      if (heights.length > 0) report(heights);
    });
    for (const element of this.#elements.keys()) this.#observer.observe(element);
    return () => {
      this.#observer?.disconnect();
      this.#observer = undefined;
      this.#report = undefined;
    };
  }

  observe(element: HTMLElement): () => void {
    this.#elements.set(element, { index: Number(element.dataset.row), height: 0 });
    this.#observer?.observe(element);
    return () => {
      this.#elements.delete(element);
      this.#observer?.unobserve(element);
    };
  }

  /** Reports all known heights again, for a list that cleared them. */
  reportAll(): void {
    const heights = [...this.#elements.values()].filter((known) => known.height > 0);
    if (heights.length === 0) return;
    queueMicrotask(() => this.#report?.(heights.map((known) => [known.index, known.height])));
  }

  /** The element now draws another row, whose height is unknown until it is laid out. */
  replaceRow(element: HTMLElement, index: number): void {
    const known = this.#elements.get(element);
    if (!known) return;
    Object.assign(known, { index, height: 0 });
    this.#observer?.unobserve(element);
    this.#observer?.observe(element);
  }

  moveRow(element: HTMLElement, index: number): void {
    const known = this.#elements.get(element);
    if (!known || known.index === index) return;
    known.index = index;
    if (known.height === 0) return;
    const { height } = known;
    // Deferred, because React cannot render synchronously during a commit.
    queueMicrotask(() => this.#report?.([[index, height]]));
  }
}
