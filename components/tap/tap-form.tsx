"use client";
// Form that starts a tap: how callers reach it, and its routes. A problem is shown below its field.
import { type FormEvent, useEffect, useId, useRef } from "react";
import {
  type AppTapMode,
  MAX_TAP_ROUTES,
  type TapProblem,
  type TapRouteDraft,
} from "../../lib/api/taps.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { focusOnOpen } from "../ui/use-modal.ts";

export interface TapDraft {
  readonly mode: AppTapMode;
  readonly routes: readonly TapRouteDraft[];
}

const EMPTY_ROUTE: TapRouteDraft = { listen: "", target: "" };

export const EMPTY_TAP_DRAFT: TapDraft = { mode: "takeover", routes: [EMPTY_ROUTE] };

const MODE_OPTIONS = [
  { value: "takeover", label: "In the agent’s place" },
  { value: "reverse", label: "At an address of its own" },
] as const;

const MODE_HINTS: Readonly<Record<AppTapMode, string>> = {
  takeover:
    "Move the agent to another port, and let the tap listen where it was. Nothing is changed on the way.",
  reverse:
    "Leave the agent where it is, and give your clients the tap’s address. The tap writes it into the agent’s cards.",
};

const FIELDS = [
  ["listen", "Tap listens at", "9999"],
  ["target", "Agent is at", "9998"],
] as const;

interface TapFormProps {
  draft: TapDraft;
  onChange: (draft: TapDraft) => void;
  problem: TapProblem | null;
  onStart: (startsAnyway: boolean) => void;
  isBusy: boolean;
}

export function TapForm({ draft, onChange, problem, onStart, isBusy }: TapFormProps) {
  const { mode, routes } = draft;
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onStart(false);
  };
  const setRoutes = (changed: readonly TapRouteDraft[]) => onChange({ ...draft, routes: changed });
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problem]);
  return (
    <form
      ref={form}
      className="grid min-w-0 gap-3"
      aria-label="Start a tap"
      noValidate
      onSubmit={submit}
    >
      <div className="grid gap-1.5">
        <SegmentedControl
          label="How callers reach the tap"
          className="justify-self-start"
          options={MODE_OPTIONS}
          value={mode}
          onChange={(chosen) => onChange({ ...draft, mode: chosen })}
        />
        <p className="max-w-[72ch] text-fg-2">{MODE_HINTS[mode]}</p>
      </div>
      <ul className="grid gap-2.5" aria-label="Routes">
        {routes.map((route, index) => (
          <RouteFields
            // biome-ignore lint/suspicious/noArrayIndexKey: routes have no other identity
            key={index}
            number={routes.length > 1 ? index + 1 : null}
            isFirst={index === 0}
            route={route}
            problem={problem?.route === index ? problem : null}
            onChange={(changed) =>
              setRoutes(routes.map((other, i) => (i === index ? { ...other, ...changed } : other)))
            }
            onRemove={() => setRoutes(routes.filter((_, i) => i !== index))}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          icon="plus"
          variant="outline"
          disabled={routes.length >= MAX_TAP_ROUTES}
          onClick={() => setRoutes([...routes, EMPTY_ROUTE])}
        >
          Add an agent
        </Button>
        <span className="grow" />
        {problem?.canStartAnyway && (
          <Button variant="outline" disabled={isBusy} onClick={() => onStart(true)}>
            Start anyway
          </Button>
        )}
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? "Starting…" : "Start"}
        </Button>
      </div>
    </form>
  );
}

interface RouteFieldsProps {
  /** `null` if it is the only one. */
  number: number | null;
  isFirst: boolean;
  route: TapRouteDraft;
  problem: TapProblem | null;
  onChange: (changed: Partial<TapRouteDraft>) => void;
  onRemove: () => void;
}

function RouteFields(props: RouteFieldsProps) {
  const { number, isFirst, route, problem, onChange, onRemove } = props;
  const problemId = useId();
  const suffix = number === null ? "" : `, agent ${number}`;
  return (
    <li className="grid gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-end gap-2">
        {FIELDS.map(([field, label, placeholder], index) => (
          <div key={field} className={index === 0 ? "grid gap-1" : "col-start-3 grid gap-1"}>
            <span aria-hidden="true" className="text-fg-2">
              {label}
            </span>
            <TextField
              label={`${label}${suffix}`}
              mono
              ref={isFirst && index === 0 ? focusOnOpen : undefined}
              placeholder={placeholder}
              value={route[field]}
              invalid={problem?.field === field}
              aria-describedby={problem?.field === field ? problemId : undefined}
              onChange={(value) => onChange({ [field]: value })}
            />
          </div>
        ))}
        <Icon
          name="arrow-right"
          size={14}
          className="col-start-2 row-start-1 mb-2 text-fg-3 pointer-coarse:mb-3.5"
        />
        {number !== null && (
          <IconButton icon="close" label={`Remove agent ${number}`} onClick={onRemove} />
        )}
      </div>
      {problem && (
        <p id={problemId} role="alert" className="max-w-[72ch] text-error">
          {problem.message}
        </p>
      )}
    </li>
  );
}
