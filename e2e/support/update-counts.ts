// Counts what a page does for each update of a live run. Counts are the same on any machine.
import type { Page } from "@playwright/test";

export interface UpdateCounts {
  /** Renders by React that changed the page. */
  commits: number;
  /** Elements that came and went, with all inside them. */
  added: number;
  removed: number;
  /** Characters that parsers looked at, one by one. */
  characters: number;
  layouts: number;
  styles: number;
}

type PageCounts = Omit<UpdateCounts, "layouts" | "styles">;

/** Must be called before the page is opened. */
export async function countUpdates(page: Page): Promise<void> {
  await page.addInitScript(installCounters);
}

/** What the page does for an action, until it rests. */
export async function measureUpdates(
  page: Page,
  act: () => Promise<void>,
): Promise<Readonly<UpdateCounts>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const read = async (): Promise<UpdateCounts> => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
    const counts = await page.evaluate(
      () => (globalThis as unknown as { counts: PageCounts }).counts,
    );
    return { ...counts, layouts: metric("LayoutCount"), styles: metric("RecalcStyleCount") };
  };
  await waitForRest(page);
  const before = await read();
  await act();
  await waitForRest(page);
  const after = await read();
  await devtools.detach();
  return {
    commits: after.commits - before.commits,
    added: after.added - before.added,
    removed: after.removed - before.removed,
    characters: after.characters - before.characters,
    layouts: after.layouts - before.layouts,
    styles: after.styles - before.styles,
  };
}

/** Resolves once nothing was rendered for a while, in which what is throttled comes. */
function waitForRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { counts } = globalThis as unknown as { counts: PageCounts };
    for (let before = -1; before !== counts.commits; ) {
      before = counts.commits;
      await new Promise((resolve) => setTimeout(resolve, 300));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

/** Runs in the page, before its scripts. */
function installCounters(): void {
  const counts = { commits: 0, added: 0, removed: 0, characters: 0 };
  Object.assign(globalThis, {
    counts,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => counts.commits++,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  });
  const countElements = (nodes: NodeList) => {
    let elements = 0;
    for (const node of nodes)
      if (node instanceof Element) elements += 1 + node.querySelectorAll("*").length;
    return elements;
  };
  new MutationObserver((mutations) => {
    for (const { addedNodes, removedNodes } of mutations) {
      counts.added += countElements(addedNodes);
      counts.removed += countElements(removedNodes);
    }
  }).observe(document, { subtree: true, childList: true });
  const { charCodeAt } = String.prototype;
  String.prototype.charCodeAt = function (index) {
    counts.characters++;
    return charCodeAt.call(this, index);
  };
}
