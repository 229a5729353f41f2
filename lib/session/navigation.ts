/**
 * What is open as entries of the browser's history: Back and Forward go through runs, exchanges,
 * cards and dialogs, each as it was left.
 *
 * Guarantees: an entry is added where something else is opened and nowhere else; a dialog that is
 * closed leaves no entry behind that Back would have to pass; while the browser is on its way to an
 * entry nothing is added.
 */

/** What is open, as two names: another name is another entry. */
export interface NavigationState<Snapshot> {
  /** The run, what of it is shown, and the card. */
  readonly page: string;
  /** The dialog over it; empty for none. */
  readonly dialog: string;
  /** One that leads elsewhere, such as the palette: what it leads to stands in its place. */
  readonly isPassing: boolean;
  readonly url: string;
  /** All that is needed to show it again, for as long as this page lives. */
  readonly snapshot: Snapshot;
  /** What of that outlives a reload; plain data. */
  readonly saved: unknown;
}

/** What the browser keeps with an entry. */
export interface HistoryEntry {
  readonly id: string;
  readonly page: string;
  readonly dialog: string;
  /** How many entries further back the page without a dialog is; 0 where that is unknown. */
  readonly depth: number;
  /** The dialog of the entry before, where that is of the same page. */
  readonly under: string;
  readonly saved: unknown;
}

/** The part of the browser's history that is used. */
export interface BrowserHistory {
  push(state: HistoryEntry, url: string): void;
  replace(state: HistoryEntry, url: string): void;
  go(delta: number): void;
}

export interface NavigationOptions<Snapshot> {
  readonly browser: BrowserHistory;
  getState(): NavigationState<Snapshot>;
  /** Shows what an entry names: by its snapshot, or by what outlived a reload. */
  restore(snapshot: Snapshot | null, saved: unknown): void;
  createId(): string;
}

export class Navigation<Snapshot> {
  readonly #options: NavigationOptions<Snapshot>;
  readonly #snapshots = new Map<string, Snapshot>();
  #entry: HistoryEntry;
  #latest: NavigationState<Snapshot>;
  #isNavigating = false;

  /** `entry` is what the browser kept from before a reload. */
  constructor(options: NavigationOptions<Snapshot>, entry: HistoryEntry | null) {
    this.#options = options;
    this.#latest = options.getState();
    this.#entry = this.#createEntry(this.#latest, entry?.depth ?? 0, entry?.id, entry?.under);
    this.#replaceEntry();
    // A dialog that could not be shown again has an entry that shows nothing new.
    if (entry !== null && entry.depth > 0 && this.#latest.dialog === "") this.#goBack(entry.depth);
  }

  /** Something has changed: to be called once all that changes with it has. */
  update(): void {
    if (this.#isNavigating) return;
    const before = this.#entry;
    const now = this.#options.getState();
    if (now.page === before.page && now.dialog === before.dialog) {
      this.#latest = now;
      return;
    }
    this.#saveSnapshot();
    const wasPassing = this.#latest.isPassing;
    const isSamePage = now.page === before.page;
    if (before.dialog !== "" && now.dialog === "" && before.depth > 0) {
      if (isSamePage || before.depth > 1) return this.#goBack(before.depth);
      return this.#setEntry(now, 0, "replace");
    }
    if (isSamePage) {
      if (now.dialog === "") return this.#setEntry(now, 0, "replace");
      if (wasPassing && now.dialog === before.under) return this.#goBack(1);
      if (wasPassing) return this.#setEntry(now, before.depth, "replace");
      return this.#setEntry(now, before.depth + 1, "push");
    }
    const way = before.dialog !== "" && before.depth === 1 ? "replace" : "push";
    if (now.dialog === "") return this.#setEntry(now, 0, way);
    // The page gets an entry of its own, so that closing the dialog leads to it.
    this.#setEntry({ ...now, dialog: "" }, 0, way);
    this.#setEntry(now, 1, "push");
  }

  /** What is open now is the same thing going on under another name, not another thing. */
  rename(): void {
    if (this.#isNavigating) return;
    this.#setEntry(this.#options.getState(), this.#entry.depth, "replace");
  }

  /** Brings the address of the entry up to date. */
  updateEntry(): void {
    if (this.#isNavigating) return;
    const now = this.#options.getState();
    if (now.page !== this.#entry.page || now.dialog !== this.#entry.dialog) return;
    this.#latest = now;
    this.#entry = { ...this.#entry, saved: now.saved };
    this.#replaceEntry();
  }

  /** The browser came to an entry; `null` for one that was not made here. */
  handleArrival(entry: HistoryEntry | null): void {
    if (this.#isNavigating) {
      this.#isNavigating = false;
      if (entry !== null) this.#entry = entry;
      this.update();
      return this.updateEntry();
    }
    this.#saveSnapshot();
    if (entry !== null) {
      this.#options.restore(this.#snapshots.get(entry.id) ?? null, entry.saved);
    }
    this.#latest = this.#options.getState();
    // What cannot be shown again is not the entry's name any more.
    this.#entry = this.#createEntry(this.#latest, entry?.depth ?? 0, entry?.id, entry?.under);
    this.#replaceEntry();
  }

  #saveSnapshot(): void {
    const { page, dialog, snapshot } = this.#latest;
    // Just arrived at an entry, what was read last is still another's.
    if (page !== this.#entry.page || dialog !== this.#entry.dialog) return;
    this.#snapshots.set(this.#entry.id, snapshot);
    for (const oldest of [...this.#snapshots.keys()].slice(0, -MAX_SNAPSHOTS)) {
      this.#snapshots.delete(oldest);
    }
  }

  #goBack(entries: number): void {
    this.#isNavigating = true;
    this.#options.browser.go(-entries);
  }

  #setEntry(now: NavigationState<Snapshot>, depth: number, way: "push" | "replace"): void {
    this.#latest = now;
    const { id, under, dialog } = this.#entry;
    this.#entry =
      way === "replace"
        ? { ...this.#createEntry(now, depth, id), under }
        : { ...this.#createEntry(now, depth), under: dialog };
    this.#options.browser[way](this.#entry, now.url);
  }

  #replaceEntry(): void {
    this.#options.browser.replace(this.#entry, this.#latest.url);
  }

  #createEntry(
    { page, dialog, saved }: NavigationState<Snapshot>,
    depth: number,
    id = this.#options.createId(),
    under = "",
  ): HistoryEntry {
    return { id, page, dialog, depth, under, saved };
  }
}

/** Snapshots hold on to files; whoever goes further back sees what the address says. */
const MAX_SNAPSHOTS = 50;
