"use client";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
// Dialog with all limits that can be changed.
import {
  formatLimit,
  LIMIT_NAMES,
  LIMITS,
  type LimitName,
  type LimitState,
  parseLimit,
} from "../../lib/api/limits.ts";
import { getErrorMessage } from "../../lib/text/error-message.ts";
import { useDialogParameters } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { EmptyState } from "../ui/status.tsx";
import { useLimits } from "./use-limits.ts";

interface LimitsDialogProps {
  open: boolean;
  onClose: () => void;
}

export default function LimitsDialog({ open, onClose }: LimitsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Limits">
      <div className="text-12/5">
        <LimitsForm />
      </div>
    </Dialog>
  );
}

export function LimitsForm() {
  const { limits, isServerLost, change } = useLimits();
  const requested = useDialogParameters("limits")?.limit;
  if (!limits) {
    return isServerLost ? (
      <EmptyState icon="warning" title="No response">
        Loupe's server is not responding.
      </EmptyState>
    ) : null;
  }
  return (
    <>
      <p className="max-w-[72ch] pb-3 text-fg-2">
        Limits on what Loupe accepts from an agent. When a limit is reached, Loupe stops, shows it
        on the timeline, and keeps what came before. Changes apply from the next exchange.
      </p>
      {LIMIT_NAMES.map((name) => (
        <LimitField
          key={name}
          name={name}
          state={limits[name]}
          isRequested={name === requested}
          onSet={(value) => change({ [name]: value })}
        />
      ))}
    </>
  );
}

interface LimitFieldProps {
  name: LimitName;
  state: LimitState;
  /** Focuses this limit. */
  isRequested: boolean;
  /** `null` resets the limit to its start value. */
  onSet: (value: number | null) => Promise<unknown>;
}

/** Form for one limit: title, description, value and reset. */
function LimitField({ name, state, isRequested, onSet }: LimitFieldProps) {
  const { title, description, variable, option } = LIMITS[name];
  const { value, start, most } = state;
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const descriptionId = useId();
  const problemId = useId();
  // Runs after the dialog has opened, which focuses its first button.
  useEffect(() => {
    if (!isRequested) return;
    input.current?.focus();
    input.current?.select();
  }, [isRequested]);
  const set = async (next: number | null) => {
    try {
      await onSet(next);
      setDraft(null);
      setProblem(null);
    } catch (error) {
      setProblem(getErrorMessage(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseLimit(name, draft ?? "", most);
    if (typeof parsed === "number") void set(parsed);
    else setProblem(`It must be ${parsed.wrong}.`);
  };
  const text = draft ?? formatLimit(name, value);
  const isChanged = draft !== null && parseLimit(name, draft, most) !== value;
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_236px] items-start gap-x-4 gap-y-1 border-t border-line-1 py-2.5 max-phone:grid-cols-1"
      aria-label={title}
      noValidate
      onSubmit={submit}
    >
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p id={descriptionId} className="text-fg-2">
          {description}
        </p>
        <p className="flex flex-wrap gap-x-2.5 gap-y-0.5 text-11/5 text-fg-3">
          <code>{variable}</code>
          {option !== null && <code>{option}</code>}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <TextField
          ref={input}
          label={title}
          className="flex-[0_1_110px]"
          value={text}
          invalid={problem !== null}
          aria-describedby={problem === null ? descriptionId : problemId}
          onChange={(typed) => {
            setDraft(typed);
            setProblem(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || draft === null) return;
            event.preventDefault();
            setDraft(null);
            setProblem(null);
          }}
        />
        {isChanged ? (
          <Button variant="outline" type="submit">
            Set
          </Button>
        ) : (
          value !== start && (
            <Button onClick={() => void set(null)}>Reset to {formatLimit(name, start)}</Button>
          )
        )}
      </div>
      {problem !== null && (
        <p id={problemId} role="alert" className="col-span-full text-error">
          {problem}
        </p>
      )}
    </form>
  );
}
