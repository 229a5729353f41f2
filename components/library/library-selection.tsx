"use client";
// Toolbar to tag or delete the selected recordings.
import { type FormEvent, useState } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { TAG_LIMIT } from "../../lib/api/recording-metadata.ts";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { formatBytes, formatCount, formatQuantity } from "../ui/format.ts";
import { showFailureToast } from "../ui/toast.tsx";
import { useChangeLabels } from "./metadata-mutations.ts";

interface LibrarySelectionProps {
  selected: readonly RecordingSummary[];
  onDelete: () => void;
  onClear: () => void;
}

export function LibrarySelection({ selected, onDelete, onClear }: LibrarySelectionProps) {
  const [tag, setTag] = useState("");
  const { mutateAsync: changeLabels } = useChangeLabels();
  const size = selected.reduce((sum, { bytes }) => sum + bytes, 0);
  const tagAll = async (event: FormEvent) => {
    event.preventDefault();
    const newTag = tag.trim();
    if (newTag === "") return;
    try {
      await changeLabels({ ids: selected.map(({ id }) => id), patch: { addTags: [newTag] } });
      setTag("");
      announce(`Tagged ${formatQuantity(selected.length, "recording")}`);
    } catch (error) {
      showFailureToast(error);
    }
  };
  return (
    <section
      className="flex flex-wrap items-center gap-2 rounded-2 bg-accent-bg px-2.5 py-1.25"
      aria-label="Selected recordings"
    >
      <span role="status" className="mr-auto">
        <b>{formatCount(selected.length)}</b> selected, {formatBytes(size)}
      </span>
      <form className="flex flex-wrap items-center gap-2" onSubmit={(event) => void tagAll(event)}>
        <TextField
          size={26}
          icon="tag"
          label="Tag for all selected"
          placeholder="Add a tag"
          className="w-37.5"
          value={tag}
          maxLength={TAG_LIMIT}
          onChange={setTag}
        />
        <Button size={24} type="submit" disabled={tag.trim() === ""}>
          Tag
        </Button>
      </form>
      <Button size={24} variant="danger" icon="close" onClick={onDelete}>
        Delete
      </Button>
      <Button size={24} onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
