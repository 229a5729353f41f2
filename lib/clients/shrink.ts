/**
 * Makes a failing input smaller: removes what it fails without.
 *
 * **Guarantees:** what is returned fails; the number of tries is bounded.
 */

/** Removes items in chunks that halve. `fails` is asked at most `budget` times. */
export async function shrinkList<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
  budget: number,
): Promise<readonly T[]> {
  let found = items;
  let left = budget;
  for (let size = Math.ceil(found.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < found.length && found.length > 1; ) {
      if (left-- <= 0) return found;
      const rest = [...found.slice(0, at), ...found.slice(at + size)];
      if (rest.length > 0 && (await fails(rest))) found = rest;
      else at += size;
    }
  }
  return found;
}
