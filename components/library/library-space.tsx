"use client";
import { type FormEvent, useId, useState } from "react";
// Storage that the recordings use, and its limit. Nothing is deleted automatically when it is full.
import { getErrorMessage } from "../../lib/text/error-message.ts";
import { useOpenDialog } from "../app-context.tsx";
import { useChangeLimits } from "../limits/use-limits.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/field.tsx";
import { formatBytes } from "../ui/format.ts";
import { ProgressLine } from "../ui/status.tsx";
import { useRecordings } from "./recordings-provider.tsx";

const BYTES_PER_GB = 1e9;

export function LibrarySpace() {
  const { usedBytes, limitBytes } = useRecordings();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const openDialog = useOpenDialog();
  const { mutateAsync: changeLimits } = useChangeLimits();
  if (usedBytes === null || limitBytes === null) return null;
  const isFull = usedBytes >= limitBytes;
  const text = draft ?? String(limitBytes / BYTES_PER_GB);
  const newLimit = Math.round(Number(text.replace(",", ".")) * BYTES_PER_GB);
  const isChanged = draft !== null && newLimit !== limitBytes;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!(newLimit > 0)) return setProblem("Enter a number of gigabytes such as 2 or 0.5.");
    try {
      await changeLimits({ libraryBytes: newLimit });
      setDraft(null);
      setProblem(null);
    } catch (error) {
      setProblem(getErrorMessage(error));
    }
  };
  return (
    <section className="flex flex-wrap items-center gap-2 pt-1 text-fg-2" aria-label="Storage">
      <div className="w-30 flex-none bg-bg-4 max-phone:hidden">
        <ProgressLine value={Math.min(1, usedBytes / limitBytes)} label="Space used" />
      </div>
      <span className={cx("min-w-40 flex-1", isFull && "text-warning")}>
        <b>{formatBytes(usedBytes)}</b> of {formatBytes(limitBytes)} used
        {isFull && ". Full: nothing new is recorded until you raise the limit or delete recordings"}
      </span>
      <form className="flex flex-wrap items-center gap-2" onSubmit={(event) => void save(event)}>
        <TextField
          size={26}
          label="Limit in gigabytes"
          inputMode="decimal"
          className="w-32"
          lead={
            <span aria-hidden="true" className="text-fg-3">
              Limit
            </span>
          }
          value={text}
          invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          onChange={setDraft}
        >
          <span aria-hidden="true" className="text-fg-3">
            GB
          </span>
        </TextField>
        {isChanged && (
          <Button size={24} variant="outline" type="submit">
            Set
          </Button>
        )}
        <Button size={24} onClick={() => openDialog("limits")}>
          All limits
        </Button>
      </form>
      {problem !== null && (
        <p id={problemId} role="alert" className="basis-full text-right text-error">
          {problem}
        </p>
      )}
    </section>
  );
}
