import fc from "fast-check";
import { expect, test } from "vitest";
import { type HistoryEntry, Navigation } from "./navigation.ts";

/** A fake browser history, whose traversals take until they are awaited. */
class Browser {
  entries: { state: HistoryEntry | null; url: string }[] = [{ state: null, url: "/" }];
  at = 0;
  pages: Pages | null = null;

  push(state: HistoryEntry, url: string): void {
    this.entries = [...this.entries.slice(0, this.at + 1), { state, url }];
    this.at++;
  }
  replace(state: HistoryEntry, url: string): void {
    this.entries[this.at] = { state, url };
  }
  #due: number[] = [];
  go(delta: number): void {
    this.#due.push(delta);
  }
  /** Completes all requested traversals. */
  arrive(): void {
    for (let delta = this.#due.shift(); delta !== undefined; delta = this.#due.shift()) {
      const to = this.at + delta;
      if (to < 0 || to >= this.entries.length) continue;
      this.at = to;
      this.pages?.navigation.handleArrival(this.entries[to]?.state ?? null);
    }
  }
  move(delta: number): void {
    this.go(delta);
    this.arrive();
  }
  get urls(): string[] {
    return this.entries.map(({ url }) => url);
  }
}

interface State {
  page: string;
  dialog: string;
  row: number;
}

/** The open page and dialog, with a selected row. */
class Pages {
  state: State = { page: "home", dialog: "", row: 0 };
  readonly navigation: Navigation<State>;
  #ids = 0;

  constructor(browser: Browser, entry: HistoryEntry | null = null, start?: State) {
    if (start) this.state = start;
    this.navigation = new Navigation<State>(
      {
        browser,
        getState: () => ({
          page: this.state.page,
          dialog: this.state.dialog,
          isPassing: this.state.dialog === "palette",
          url: `${this.state.page}?row=${this.state.row}`,
          snapshot: this.state,
          saved: { page: this.state.page },
        }),
        restore: (snapshot, saved) => {
          const { page } = saved as { page: string };
          this.state = snapshot ?? { page, dialog: "", row: 0 };
        },
        createId: () => `id-${++this.#ids}`,
      },
      entry,
    );
    browser.pages = this;
  }

  show(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.navigation.update();
  }
}

function open() {
  const browser = new Browser();
  const pages = new Pages(browser);
  return { browser, pages };
}

test("Back and Forward restore the previous and the next run as the user left them", () => {
  const { browser, pages } = open();
  pages.show({ page: "a" });
  pages.show({ row: 7 });
  pages.navigation.updateEntry();
  pages.show({ page: "b", row: 0 });
  pages.show({ row: 3 });
  browser.move(-1);
  expect(pages.state).toEqual({ page: "a", dialog: "", row: 7 });
  browser.move(-1);
  expect(pages.state.page).toBe("home");
  browser.move(2);
  expect(pages.state).toEqual({ page: "b", dialog: "", row: 3 });
  expect(browser.entries).toHaveLength(3);
});

test("selecting rows adds no entry", () => {
  const { browser, pages } = open();
  pages.show({ page: "a" });
  for (let row = 0; row < 100; row++) {
    pages.show({ row });
    pages.navigation.updateEntry();
  }
  expect(browser.urls).toEqual(["home?row=0", "a?row=99"]);
});

test("Back closes a dialog, and Forward opens it again", () => {
  const { browser, pages } = open();
  pages.show({ page: "a" });
  pages.show({ dialog: "library" });
  browser.move(-1);
  expect(pages.state).toMatchObject({ page: "a", dialog: "" });
  browser.move(1);
  expect(pages.state).toMatchObject({ page: "a", dialog: "library" });
});

test("a dialog that was closed leaves no entry for Back", () => {
  const { browser, pages } = open();
  pages.show({ page: "a" });
  pages.show({ dialog: "rules all" });
  pages.show({ dialog: "rules one" });
  browser.move(-1);
  expect(pages.state.dialog).toBe("rules all");
  pages.show({ dialog: "rules two" });
  pages.show({ dialog: "" });
  browser.arrive();
  expect(pages.state).toMatchObject({ page: "a", dialog: "" });
  browser.move(-1);
  expect(pages.state.page).toBe("home");
});

test("a run that is opened from a dialog follows the previous run", () => {
  const { browser, pages } = open();
  pages.show({ page: "a", row: 5 });
  pages.show({ dialog: "library" });
  pages.show({ page: "b", dialog: "", row: 0 });
  browser.move(-1);
  expect(pages.state).toEqual({ page: "a", dialog: "", row: 5 });
});

test("what is opened during navigation is added after the arrival", () => {
  const { browser, pages } = open();
  pages.show({ page: "a", row: 2 });
  pages.show({ dialog: "library" });
  pages.show({ dialog: "" });
  pages.show({ page: "b", row: 0 });
  browser.arrive();
  expect(pages.state.page).toBe("b");
  browser.move(-1);
  expect(pages.state).toEqual({ page: "a", dialog: "", row: 2 });
});

test("what the palette opens replaces its entry, also together with a run", () => {
  const { browser, pages } = open();
  pages.show({ page: "a" });
  pages.show({ dialog: "palette" });
  pages.show({ dialog: "library" });
  browser.move(-1);
  expect(pages.state).toMatchObject({ page: "a", dialog: "" });
  pages.show({ page: "b", dialog: "export" });
  browser.move(-1);
  expect(pages.state).toMatchObject({ page: "b", dialog: "" });
});

test("what opens after the palette has closed keeps the entry of the page", () => {
  const { browser, pages } = open();
  pages.show({ page: "a" });
  pages.show({ dialog: "palette" });
  pages.show({ dialog: "" });
  pages.show({ dialog: "library" });
  browser.arrive();
  browser.move(-1);
  expect(pages.state).toMatchObject({ page: "a", dialog: "" });
  browser.move(-1);
  expect(pages.state).toMatchObject({ page: "home" });
});

test("after a reload entries are restored from their saved state", () => {
  const { browser, pages } = open();
  pages.show({ page: "a", row: 9 });
  pages.show({ page: "b" });
  pages.show({ dialog: "library" });
  const kept = browser.entries[browser.at]?.state ?? null;
  const reloaded = new Pages(browser, kept, { page: "b", dialog: "", row: 0 });
  // The dialog was not restored, so navigation leaves its entry.
  browser.arrive();
  expect(browser.at).toBe(2);
  browser.move(-1);
  expect(reloaded.state).toEqual({ page: "a", dialog: "", row: 0 });
});

const deed = fc.oneof(
  fc.record({ page: fc.constantFrom("a", "b", "c"), dialog: fc.constant("") }),
  fc.record({ dialog: fc.constantFrom("", "library", "rules one", "rules two", "palette") }),
  fc.record({ page: fc.constantFrom("a", "b"), dialog: fc.constantFrom("export", "") }),
  fc.record({ row: fc.nat(9) }),
  fc.constantFrom(-1, 1, -2),
);

test("the entry always matches what is open, and Back from a page goes to another page", () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 40 }), (deeds) => {
      const { browser, pages } = open();
      for (const one of deeds) {
        if (typeof one === "number") browser.move(one);
        else pages.show(one);
        browser.arrive();
        pages.navigation.updateEntry();
        const { state } = browser.entries[browser.at] ?? {};
        expect(state).toMatchObject({ page: pages.state.page, dialog: pages.state.dialog });
        const before = browser.entries[browser.at - 1]?.state;
        const isSame = before?.page === state?.page && before?.dialog === state?.dialog;
        expect(isSame).toBe(false);
      }
    }),
    { numRuns: 500 },
  );
});

test("under every dialog is its page, also if more is opened before the browser arrives", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(deed, fc.boolean()), { maxLength: 40 }), (deeds) => {
      const { browser, pages } = open();
      for (const [one, isAwaited] of deeds) {
        if (typeof one === "number") browser.move(one);
        else pages.show(one);
        if (isAwaited) browser.arrive();
      }
      browser.arrive();
      const { page, dialog } = pages.state;
      const { state } = browser.entries[browser.at] ?? {};
      expect(state).toMatchObject({ page, dialog });
      if (dialog === "") return;
      const under = browser.entries[browser.at - (state?.depth ?? 0)]?.state;
      expect(under).toMatchObject({ page, dialog: "" });
    }),
    { numRuns: 2000 },
  );
});
