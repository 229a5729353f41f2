/**
 * Browser history of the app: Back and Forward go through runs, exchanges, cards and dialogs, each
 * restored as the user left it.
 *
 * Guarantees: an entry is added only when something else is opened; a closed dialog leaves no entry
 * for Back to go through; nothing is added while the browser is navigating to an entry.
 */

/** What is open, as two keys: a different key is a different entry. */
export interface NavigationState<Snapshot> {
  /** The key of the run, the shown part of it, and the card. */
  readonly page: string;
  /** The key of the open dialog; empty for none. */
  readonly dialog: string;
  /** The dialog leads elsewhere, as the palette does: what it opens replaces its entry. */
  readonly isPassing: boolean;
  readonly url: string;
  /** The state to restore, while this page is loaded. */
  readonly snapshot: Snapshot;
  /** The part of the snapshot that survives a reload, as plain data. */
  readonly saved: unknown;
}

/** The state that the browser stores with an entry. */
export interface HistoryEntry {
  readonly id: string;
  readonly page: string;
  readonly dialog: string;
  /** How many entries back the page without a dialog is; 0 if unknown. */
  readonly depth: number;
  /** The dialog of the previous entry, if that is of the same page. */
  readonly under: string;
  readonly saved: unknown;
}

/** The part of the browser's history API that is used. */
interface BrowserHistory {
  push(state: HistoryEntry, url: string): void;
  replace(state: HistoryEntry, url: string): void;
  go(delta: number): void;
}

interface NavigationOptions<Snapshot> {
  readonly browser: BrowserHistory;
  getState(): NavigationState<Snapshot>;
  /** Restores an entry from its snapshot, or from its saved state after a reload. */
  restore(snapshot: Snapshot | null, saved: unknown): void;
  createId(): string;
}

export class Navigation<Snapshot> {
  readonly #options: NavigationOptions<Snapshot>;
  readonly #snapshots = new Map<string, Snapshot>();
  #entry: HistoryEntry;
  #latest: NavigationState<Snapshot>;
  #isNavigating = false;

  /** `entry`: the current entry from before a reload. */
  constructor(options: NavigationOptions<Snapshot>, entry: HistoryEntry | null) {
    this.#options = options;
    this.#latest = options.getState();
    this.#entry = this.#createEntry(this.#latest, entry?.depth ?? 0, entry?.id, entry?.under);
    this.#replaceEntry();
    // The dialog could not be restored, so its entry would show the same as the one current.
    if (entry !== null && entry.depth > 0 && this.#latest.dialog === "") this.#goBack(entry.depth);
  }

  /** Call after a change, when everything that changes with it is up to date. */
  update(): void {
    if (this.#isNavigating) return;
    const current = this.#entry;
    const now = this.#options.getState();
    if (now.page === current.page && now.dialog === current.dialog) {
      this.#latest = now;
      return;
    }
    this.#saveSnapshot();
    // After an arrival, `#latest` still belongs to the entry that was left.
    const wasPassing = this.#latest.isPassing && this.#latest.dialog === current.dialog;
    const isSamePage = now.page === current.page;
    if (current.dialog !== "" && now.dialog === "" && current.depth > 0) {
      if (isSamePage || current.depth > 1) return this.#goBack(current.depth);
      return this.#setEntry(now, 0, "replace");
    }
    if (isSamePage) {
      if (now.dialog === "") return this.#setEntry(now, 0, "replace");
      if (wasPassing && now.dialog === current.under) return this.#goBack(1);
      if (wasPassing) return this.#setEntry(now, current.depth, "replace");
      return this.#setEntry(now, current.depth + 1, "push");
    }
    const method = current.dialog !== "" && current.depth === 1 ? "replace" : "push";
    if (now.dialog === "") return this.#setEntry(now, 0, method);
    // The page gets its own entry, so that closing the dialog goes back to it.
    this.#setEntry({ ...now, dialog: "" }, 0, method);
    this.#setEntry(now, 1, "push");
  }

  /** Call when the key of what is open changes but nothing else was opened. */
  rename(): void {
    if (this.#isNavigating) return;
    this.#setEntry(this.#options.getState(), this.#entry.depth, "replace");
  }

  /** Updates the URL and the saved state of the current entry. */
  updateEntry(): void {
    if (this.#isNavigating) return;
    const now = this.#options.getState();
    if (now.page !== this.#entry.page || now.dialog !== this.#entry.dialog) return;
    this.#latest = now;
    this.#entry = { ...this.#entry, saved: now.saved };
    this.#replaceEntry();
  }

  /**
   * Call when the browser arrives at an entry; `null` for an entry that `Navigation` did not
   * create.
   */
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
    // What could not be restored is no longer part of the entry's key.
    this.#entry = this.#createEntry(this.#latest, entry?.depth ?? 0, entry?.id, entry?.under);
    this.#replaceEntry();
  }

  #saveSnapshot(): void {
    const { page, dialog, snapshot } = this.#latest;
    // Right after an arrival, `#latest` still belongs to another entry.
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

  #setEntry(now: NavigationState<Snapshot>, depth: number, method: "push" | "replace"): void {
    this.#latest = now;
    const { id, under, dialog } = this.#entry;
    // The snapshot is of what the entry was.
    if (method === "replace") this.#snapshots.delete(id);
    this.#entry =
      method === "replace"
        ? { ...this.#createEntry(now, depth, id), under }
        : { ...this.#createEntry(now, depth), under: dialog };
    this.#options.browser[method](this.#entry, now.url);
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

/** Bounded because snapshots hold files; older entries are restored from their saved state. */
const MAX_SNAPSHOTS = 50;
