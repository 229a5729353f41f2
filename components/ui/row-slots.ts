// Assigns elements to rows. After a jump, elements of rows that left are reused for new rows, which is
// much cheaper than creating elements.
// Guarantees: elements never change their order, so that none loses its focus.
type RowKey = string | number;

export class RowSlots {
  /** The rows drawn last, in order, with their slots. */
  #slots = new Map<RowKey, number>();
  #next = 0;

  /** The slots of the rows to draw, in order; called while rendering, idempotent. */
  assign(keys: readonly RowKey[]): Map<RowKey, number> {
    const wanted = new Set(keys);
    const left = [...this.#slots].filter(([key]) => !wanted.has(key)).map(([, slot]) => slot);
    const reusing = this.#assignSlots(keys, left);
    this.#slots = this.#keepsOrder(reusing) ? reusing : this.#assignSlots(keys, []);
    return this.#slots;
  }

  #assignSlots(keys: readonly RowKey[], left: readonly number[]): Map<RowKey, number> {
    const free = left.values();
    return new Map(
      keys.map((key) => [key, this.#slots.get(key) ?? free.next().value ?? this.#next++]),
    );
  }

  #keepsOrder(slots: ReadonlyMap<RowKey, number>): boolean {
    const places = new Map([...this.#slots.values()].map((slot, place) => [slot, place]));
    let last = -1;
    for (const slot of slots.values()) {
      const place = places.get(slot);
      if (place === undefined) continue;
      if (place < last) return false;
      last = place;
    }
    return true;
  }
}
