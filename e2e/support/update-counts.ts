// Counts what a page does for each update of a live run. Counts are the same on any machine.
import type { Page } from "@playwright/test";

/** What the page itself counts. */
export interface PageCounts {
  /** Renders by React that changed the page. */
  commits: number;
  /** Components that were called for the renders. */
  components: number;
  /** Elements that came and went, with all inside them. */
  added: number;
  removed: number;
  /** Characters that parsers looked at, one by one. */
  characters: number;
}

export interface UpdateCounts extends PageCounts {
  layouts: number;
  styles: number;
}

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
    const counts = await readPageCounts(page);
    return { ...counts, layouts: metric("LayoutCount"), styles: metric("RecalcStyleCount") };
  };
  await waitForRest(page);
  const before = await read();
  await act();
  await waitForRest(page);
  const after = await read();
  await devtools.detach();
  return subtractCounts(after, before);
}

/** So far. */
export const readPageCounts = (page: Page): Promise<PageCounts> =>
  page.evaluate(() => (globalThis as unknown as { counts: PageCounts }).counts);

export function subtractCounts<Counts extends Readonly<Record<keyof Counts, number>>>(
  after: Counts,
  before: Counts,
): Counts {
  const counts = { ...after };
  for (const name in counts) {
    counts[name] = (after[name] - before[name]) as Counts[typeof name];
  }
  return counts;
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

/** What is known here of React's nodes; those of the commit before are their alternates. */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

/** Runs in the page, before its scripts. */
function installCounters(): void {
  const counts = { commits: 0, components: 0, added: 0, removed: 0, characters: 0 };
  // Functions, classes, forwarded refs and memoized functions. The flag says that one was called.
  const componentTags = new Set([0, 1, 11, 15]);
  const wasCalled = 1;
  const countCalled = (now: Fiber, before: Fiber | null): number => {
    const isCalled = before === null || (now.flags & wasCalled) !== 0;
    let called = isCalled && componentTags.has(now.tag) ? 1 : 0;
    // React has not looked below a node that has the same child.
    if (before !== null && before.child === now.child) return called;
    for (let child = now.child; child !== null; child = child.sibling)
      called += countCalled(child, child.alternate);
    return called;
  };
  Object.assign(globalThis, {
    counts,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot(_renderer: unknown, { current }: { readonly current: Fiber }) {
        counts.commits++;
        counts.components += countCalled(current, current.alternate);
      },
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
