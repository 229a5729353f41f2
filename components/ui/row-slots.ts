// Which element draws which row: where a list jumps, the elements of the rows left behind draw the
// new ones, which costs the browser much less than to make them. No element ever changes its place
// among the others, so none loses its focus.
type RowKey = string | number;

export class RowSlots {
  /** The rows drawn last, in order, each with its slot. */
  private slots = new Map<RowKey, number>();
  private next = 0;

  /** The slots of the rows to draw, in order; called while rendering, idempotent. */
  assign(keys: readonly RowKey[]): Map<RowKey, number> {
    const wanted = new Set(keys);
    const left = [...this.slots].filter(([key]) => !wanted.has(key)).map(([, slot]) => slot);
    const reusing = this.assigned(keys, left);
    this.slots = this.keepsOrder(reusing) ? reusing : this.assigned(keys, []);
    return this.slots;
  }

  private assigned(keys: readonly RowKey[], left: readonly number[]): Map<RowKey, number> {
    const free = left.values();
    return new Map(
      keys.map((key) => [key, this.slots.get(key) ?? free.next().value ?? this.next++]),
    );
  }

  private keepsOrder(slots: ReadonlyMap<RowKey, number>): boolean {
    const places = new Map([...this.slots.values()].map((slot, place) => [slot, place]));
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
