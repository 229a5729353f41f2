/**
 * What is open as entries of the browser's history: Back and Forward go through runs, exchanges,
 * cards and dialogs, each as it was left.
 *
 * Guarantees: an entry is added where something else is opened and nowhere else; a dialog that is
 * closed leaves no entry behind that Back would have to pass; while the browser is on its way to an
 * entry nothing is added.
 */

/** What is open, as two names: another name is another entry. */
export interface Opened<Snapshot> {
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
export interface EntryState {
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
  push(state: EntryState, url: string): void;
  replace(state: EntryState, url: string): void;
  go(delta: number): void;
}

export interface NavigationOptions<Snapshot> {
  readonly browser: BrowserHistory;
  read(): Opened<Snapshot>;
  /** Shows what an entry names: by its snapshot, or by what outlived a reload. */
  restore(snapshot: Snapshot | null, saved: unknown): void;
  newId(): string;
}

export class Navigation<Snapshot> {
  readonly #options: NavigationOptions<Snapshot>;
  readonly #snapshots = new Map<string, Snapshot>();
  #entry: EntryState;
  #latest: Opened<Snapshot>;
  #isOnItsWay = false;

  /** `entry` is what the browser kept from before a reload. */
  constructor(options: NavigationOptions<Snapshot>, entry: EntryState | null) {
    this.#options = options;
    this.#latest = options.read();
    this.#entry = this.#entryFor(this.#latest, entry?.depth ?? 0, entry?.id, entry?.under);
    this.#replace();
    // A dialog that could not be shown again has an entry that shows nothing new.
    if (entry !== null && entry.depth > 0 && this.#latest.dialog === "") this.#goBack(entry.depth);
  }

  /** Something has changed: to be called once all that changes with it has. */
  update(): void {
    if (this.#isOnItsWay) return;
    const before = this.#entry;
    const now = this.#options.read();
    if (now.page === before.page && now.dialog === before.dialog) {
      this.#latest = now;
      return;
    }
    this.#keep();
    const wasPassing = this.#latest.isPassing;
    const isSamePage = now.page === before.page;
    if (before.dialog !== "" && now.dialog === "" && before.depth > 0) {
      if (isSamePage || before.depth > 1) return this.#goBack(before.depth);
      return this.#take(now, 0, "replace");
    }
    if (isSamePage) {
      if (now.dialog === "") return this.#take(now, 0, "replace");
      if (wasPassing && now.dialog === before.under) return this.#goBack(1);
      if (wasPassing) return this.#take(now, before.depth, "replace");
      return this.#take(now, before.depth + 1, "push");
    }
    const way = before.dialog !== "" && before.depth === 1 ? "replace" : "push";
    if (now.dialog === "") return this.#take(now, 0, way);
    // The page gets an entry of its own, so that closing the dialog leads to it.
    this.#take({ ...now, dialog: "" }, 0, way);
    this.#take(now, 1, "push");
  }

  /** What is open now is the same thing going on under another name, not another thing. */
  rename(): void {
    if (this.#isOnItsWay) return;
    this.#take(this.#options.read(), this.#entry.depth, "replace");
  }

  /** Brings the address of the entry up to date. */
  write(): void {
    if (this.#isOnItsWay) return;
    const now = this.#options.read();
    if (now.page !== this.#entry.page || now.dialog !== this.#entry.dialog) return;
    this.#latest = now;
    this.#entry = { ...this.#entry, saved: now.saved };
    this.#replace();
  }

  /** The browser came to an entry; `null` for one that was not made here. */
  arrive(entry: EntryState | null): void {
    if (this.#isOnItsWay) {
      this.#isOnItsWay = false;
      if (entry !== null) this.#entry = entry;
      this.update();
      return this.write();
    }
    this.#keep();
    if (entry !== null) {
      this.#options.restore(this.#snapshots.get(entry.id) ?? null, entry.saved);
    }
    this.#latest = this.#options.read();
    // What cannot be shown again is not the entry's name any more.
    this.#entry = this.#entryFor(this.#latest, entry?.depth ?? 0, entry?.id, entry?.under);
    this.#replace();
  }

  #keep(): void {
    const { page, dialog, snapshot } = this.#latest;
    // Just arrived at an entry, what was read last is still another's.
    if (page !== this.#entry.page || dialog !== this.#entry.dialog) return;
    this.#snapshots.set(this.#entry.id, snapshot);
    for (const oldest of [...this.#snapshots.keys()].slice(0, -MOST_KEPT)) {
      this.#snapshots.delete(oldest);
    }
  }

  #goBack(entries: number): void {
    this.#isOnItsWay = true;
    this.#options.browser.go(-entries);
  }

  #take(now: Opened<Snapshot>, depth: number, way: "push" | "replace"): void {
    this.#latest = now;
    const { id, under, dialog } = this.#entry;
    this.#entry =
      way === "replace"
        ? { ...this.#entryFor(now, depth, id), under }
        : { ...this.#entryFor(now, depth), under: dialog };
    this.#options.browser[way](this.#entry, now.url);
  }

  #replace(): void {
    this.#options.browser.replace(this.#entry, this.#latest.url);
  }

  #entryFor(
    { page, dialog, saved }: Opened<Snapshot>,
    depth: number,
    id = this.#options.newId(),
    under = "",
  ): EntryState {
    return { id, page, dialog, depth, under, saved };
  }
}

/** Snapshots hold on to files; whoever goes further back sees what the address says. */
const MOST_KEPT = 50;
