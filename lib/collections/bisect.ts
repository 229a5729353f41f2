/** Binary searches in lists that are sorted by what is looked for. */

/**
 * How many elements match, of a list in which all that match come first: also the index of the first
 * that does not. The last that matches is one before.
 *
 *     times    0  3  3  8
 *     countFirst(4, (i) => times[i] <= 3)  // 3: the first time after 3 has the index 3
 */
export function countFirst(length: number, matches: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (matches(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of ascending numbers are at most `limit`. */
export const countAtMost = (numbers: ArrayLike<number>, limit: number): number =>
  countFirst(numbers.length, (index) => (numbers[index] ?? 0) <= limit);

/** How many of ascending numbers are less than `limit`: the index of the first that is not. */
export const countBelow = (numbers: ArrayLike<number>, limit: number): number =>
  countFirst(numbers.length, (index) => (numbers[index] ?? 0) < limit);
