"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { LibraryState } from "../../lib/api/api-types.ts";
import type { RecordingMetadata } from "../../lib/api/recording-metadata.ts";
// Changes of what the user adds to recordings: names, tags and notes. They show at once.
import type { EdgeChange, MetadataPatch, NoteChange } from "../../lib/api/schemas/api-requests.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { createOptimisticUpdate, getMetadataKey, LIBRARY_KEY } from "../server-state.ts";

/** The same change of the name or the tags of some recordings. */
export interface LabelChange {
  readonly ids: readonly string[];
  readonly patch: Pick<MetadataPatch, "name" | "addTags" | "removeTags">;
}

export function useChangeLabels() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, patch }: LabelChange) =>
      Promise.all(ids.map((id) => apiClient.updateMetadata(id, patch))),
    ...createOptimisticUpdate(queries, { getKey: () => LIBRARY_KEY, apply: applyLabelChange }),
    onSettled: () => void queries.invalidateQueries({ queryKey: LIBRARY_KEY }),
  });
}

export function applyLabelChange(library: LibraryState, { ids, patch }: LabelChange): LibraryState {
  const { name, addTags = [], removeTags = [] } = patch;
  return {
    ...library,
    recordings: library.recordings.map((recording) => {
      if (!ids.includes(recording.id)) return recording;
      const kept = recording.tags.filter((tag) => !removeTags.includes(tag));
      return {
        ...recording,
        given: name === undefined ? recording.given : name || null,
        tags: [...kept, ...addTags.filter((tag) => !kept.includes(tag))],
      };
    }),
  };
}

interface RecordingNoteChange {
  readonly recording: string;
  readonly change: NoteChange;
}

export function useChangeNote() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ recording, change }: RecordingNoteChange) =>
      apiClient.updateMetadata(recording, { notes: [change] }),
    ...createOptimisticUpdate(queries, {
      getKey: ({ recording }: RecordingNoteChange) => getMetadataKey(recording),
      apply: applyNoteChange,
    }),
    onSuccess: (metadata, { recording }) =>
      void queries.setQueryData(getMetadataKey(recording), metadata),
    // It has the number of notes.
    onSettled: () => void queries.invalidateQueries({ queryKey: LIBRARY_KEY }),
  });
}

/** A new note shows when the server has given it an id. */
export function applyNoteChange(
  metadata: RecordingMetadata,
  { change: { id, text } }: RecordingNoteChange,
): RecordingMetadata {
  const notes = metadata.notes.flatMap((note) => {
    if (note.id !== id) return [note];
    return text === "" ? [] : [{ ...note, text }];
  });
  return { ...metadata, notes };
}

interface RecordingEdgeChange {
  readonly recording: string;
  readonly change: EdgeChange;
}

export function useChangeEdge() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ recording, change }: RecordingEdgeChange) =>
      apiClient.updateMetadata(recording, { edges: [change] }),
    ...createOptimisticUpdate(queries, {
      getKey: ({ recording }: RecordingEdgeChange) => getMetadataKey(recording),
      apply: applyEdgeChange,
    }),
    onSuccess: (metadata, { recording }) =>
      void queries.setQueryData(getMetadataKey(recording), metadata),
    // It has the verdict.
    onSettled: () => void queries.invalidateQueries({ queryKey: LIBRARY_KEY }),
  });
}

export function applyEdgeChange(
  metadata: RecordingMetadata,
  { change: { x, parent } }: RecordingEdgeChange,
): RecordingMetadata {
  const others = metadata.edges.filter((edge) => edge.x !== x);
  return { ...metadata, edges: parent === undefined ? others : [...others, { x, parent }] };
}
