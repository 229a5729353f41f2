/** Turns a `MetadataPatch` into the lines of a metadata file. */

import type { MetadataChange } from "../../api/recording-metadata.ts";
import type { MetadataPatch } from "../../api/schemas/api-requests.ts";
import { createNoteId } from "../ids.ts";

export function createMetadataChanges(
  { name, addTags: add = [], removeTags: remove = [], notes = [], edges = [] }: MetadataPatch,
  now: Date,
): MetadataChange[] {
  const at = now.toISOString();
  return [
    ...(name === undefined ? [] : [{ a: "name", at, name } as const]),
    ...(add.length + remove.length === 0 ? [] : [{ a: "tags", at, add, remove } as const]),
    ...notes.map(({ id = createNoteId(), ...note }) => ({ a: "note", id, ...note, at }) as const),
    ...edges.map((edge) => ({ a: "edge", at, ...edge }) as const),
  ];
}
