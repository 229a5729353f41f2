/** Imports the file of a collection into the saved requests. */
import { createImportChanges, parseCollectionFile } from "../../lib/requests/collection-file.ts";
import { createUniqueName } from "../../lib/requests/saved-requests.ts";
import { formatQuantity } from "../ui/format.ts";
import { showToast } from "../ui/toast.tsx";
import type { SavedRequestsControls } from "./use-saved-requests.ts";

/** A name that is taken gets a number. */
export async function importCollectionFile(
  file: File,
  { saved, change }: SavedRequestsControls,
): Promise<void> {
  const text = await file.text().catch(() => null);
  if (text === null) return showToast({ text: `Couldn't read ${file.name}.` });
  const read = parseCollectionFile(text, () => crypto.randomUUID());
  if (typeof read === "string") return showToast({ text: `Couldn't import ${file.name}. ${read}` });
  const names = saved.collections.map(({ name }) => name);
  const collection = {
    ...read.collection,
    name: createUniqueName(read.collection.name, names),
  };
  const isAdded = await change(createImportChanges({ ...read, collection }));
  if (!isAdded) return;
  const count = formatQuantity(collection.requests.length, "request");
  const environments =
    read.environments.length > 0
      ? ` and ${formatQuantity(read.environments.length, "environment")}`
      : "";
  showToast({ text: `Imported ${count}${environments} into ${collection.name}` });
}
