/** Helpers for maps. */

/** The value under a key, created if there is none. */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

/** A map with the same keys. */
export function mapValues<K, V, W>(
  map: ReadonlyMap<K, V>,
  change: (value: V) => W,
): ReadonlyMap<K, W> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
