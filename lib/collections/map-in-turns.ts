/** Maps items with an asynchronous function, a limited number at a time. */

/** The results are in the order of the items. Rejects with the first error; what has begun goes on. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  maxParallel: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const work = async () => {
    for (const [index, item] of rest) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: maxParallel }, work));
  return results;
}
