"use client";
// Form that starts a tap: how callers reach it, its routes and its options. A problem is shown below its
// field.

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { TapDraft, TapRouteDraft } from "../../lib/api/schemas/api-requests.ts";
import { MAX_TAP_ROUTES, type TapProblem } from "../../lib/api/taps.ts";
import { TAP_MODES, type TapMode } from "../../lib/wire/record.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { cx } from "../ui/cx.ts";
import { TextArea, TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { LabeledField, Problem } from "../ui/labeled-field.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { focusOnOpen } from "../ui/use-modal.ts";

const EMPTY_ROUTE: TapRouteDraft = { listen: "", target: "" };

export const EMPTY_TAP_DRAFT: TapDraft = {
  mode: "takeover",
  routes: [EMPTY_ROUTE],
  rolls: true,
  hosts: "",
  push: "",
  keys: "",
};

/** How callers reach a tap, as the user chooses it. */
export const TAP_MODE_LABELS: Readonly<Record<TapMode, string>> = {
  takeover: "In the agent’s place",
  reverse: "At its own address",
  forward: "As a proxy",
};

const MODE_OPTIONS = TAP_MODES.map((mode) => ({ value: mode, label: TAP_MODE_LABELS[mode] }));

const MODE_HINTS: Readonly<Record<TapMode, string>> = {
  takeover:
    "Move the agent to another port, and let the tap listen where it was. Nothing is changed on the way.",
  reverse:
    "Leave the agent where it is, and give your clients the tap’s address. The tap writes it into the agent’s cards.",
  forward:
    "Leave all addresses as they are, and run your clients with HTTP_PROXY set to the tap’s address. It forwards to these agents, refuses everything else, and does not see into TLS.",
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
          className="justify-self-start max-phone:h-auto max-phone:min-h-9"
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
            hasListen={mode !== "forward" || index === 0}
            route={route}
            problem={problem?.route === index && problem.field in route ? problem : null}
            onChange={(changed) =>
              setRoutes(routes.map((other, i) => (i === index ? { ...other, ...changed } : other)))
            }
            onRemove={() => setRoutes(removeRoute(draft, index))}
          />
        ))}
      </ul>
      <Button
        icon="plus"
        variant="outline"
        className="justify-self-start"
        disabled={routes.length >= MAX_TAP_ROUTES}
        onClick={() => setRoutes([...routes, EMPTY_ROUTE])}
      >
        Add an agent
      </Button>
      <TapOptions draft={draft} problem={problem} onChange={onChange} />
      <div className="flex flex-wrap items-center justify-end gap-2">
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

/** A proxy still listens at the first address. */
function removeRoute({ mode, routes }: TapDraft, index: number): readonly TapRouteDraft[] {
  const left = routes.filter((_, i) => i !== index);
  const [first, ...others] = left;
  const listen = routes[0]?.listen ?? "";
  return mode === "forward" && first ? [{ ...first, listen }, ...others] : left;
}

interface RouteFieldsProps {
  /** `null` if it is the only one. */
  number: number | null;
  isFirst: boolean;
  /** A proxy listens at one address for all agents. */
  hasListen: boolean;
  route: TapRouteDraft;
  problem: TapProblem | null;
  onChange: (changed: Partial<TapRouteDraft>) => void;
  onRemove: () => void;
}

function RouteFields(props: RouteFieldsProps) {
  const { number, isFirst, hasListen, route, problem, onChange, onRemove } = props;
  const problemId = useId();
  const suffix = number === null ? "" : `, agent ${number}`;
  const fields = FIELDS.filter(([field]) => hasListen || field !== "listen");
  return (
    <li className="grid gap-1">
      <div
        className={cx(
          "grid items-end gap-2",
          number === null
            ? "grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]"
            : "grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto]",
        )}
      >
        {fields.map(([field, label, placeholder]) => (
          <LabeledField
            key={field}
            label={label}
            className={field === "target" ? "col-start-3" : undefined}
          >
            <TextField
              label={`${label}${suffix}`}
              mono
              ref={isFirst && field === "listen" ? focusOnOpen : undefined}
              placeholder={placeholder}
              value={route[field]}
              invalid={problem?.field === field}
              aria-describedby={problem?.field === field ? problemId : undefined}
              onChange={(value) => onChange({ [field]: value })}
            />
          </LabeledField>
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
      {problem && <Problem id={problemId}>{problem.message}</Problem>}
    </li>
  );
}

interface TapOptionsProps {
  draft: TapDraft;
  problem: TapProblem | null;
  onChange: (draft: TapDraft) => void;
}

const OPTION_FIELDS: ReadonlySet<TapProblem["field"]> = new Set(["hosts", "push", "keys"]);

/** Options of a tap that most do not need, folded until they are used or have a problem. */
function TapOptions({ draft, problem, onChange }: TapOptionsProps) {
  const { mode, rolls, hosts, push, keys } = draft;
  const [isOpen, setOpen] = useState(!rolls || `${hosts}${push}${keys}` !== "");
  const hasProblem = problem !== null && OPTION_FIELDS.has(problem.field);
  return (
    <details open={isOpen || hasProblem} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-1 py-1 font-medium text-fg-2 hover:text-fg-1 pointer-coarse:py-2.75">
        More options
      </summary>
      <div className="grid gap-3 pt-1.5">
        <CheckLine checked={rolls} onChange={(checked) => onChange({ ...draft, rolls: checked })}>
          <span>Begin a new recording at 64 MB or after an hour, when no call is running</span>
        </CheckLine>
        {mode === "reverse" && (
          <Option
            label="Host names"
            hint="Names by which callers may reach the tap, besides IP addresses and localhost. It refuses all others, so that no web page reaches the agent by a name of its own (DNS rebinding)."
            problem={problem?.field === "hosts" ? problem.message : null}
          >
            {(shared) => (
              <TextField
                {...shared}
                mono
                placeholder="tap.internal"
                className="max-w-90"
                value={hosts}
                onChange={(text) => onChange({ ...draft, hosts: text })}
              />
            )}
          </Option>
        )}
        {mode !== "forward" && (
          <Option
            label="Rewrite push callbacks to"
            hint="The tap puts this address into push configurations, records what agents send there, and passes it on. Empty: callbacks stay as they are, and notifications pass the tap by."
            problem={problem?.field === "push" ? problem.message : null}
          >
            {(shared) => (
              <TextField
                {...shared}
                mono
                placeholder="9990"
                className="max-w-60"
                value={push}
                onChange={(text) => onChange({ ...draft, push: text })}
              />
            )}
          </Option>
        )}
        {mode === "reverse" && (
          <Option
            label="Public keys"
            hint="JWK, JWK set or PEM. They verify the signatures of cards before the tap drops them: a changed card has no valid ones."
            problem={problem?.field === "keys" ? problem.message : null}
          >
            {({ invalid, ...shared }) => (
              <TextArea
                {...shared}
                look="exact"
                aria-invalid={invalid || undefined}
                value={keys}
                onChange={(text) => onChange({ ...draft, keys: text })}
              />
            )}
          </Option>
        )}
      </div>
    </details>
  );
}

interface FieldProps {
  label: string;
  invalid: boolean;
  "aria-describedby": string;
}

interface OptionProps {
  label: string;
  hint: string;
  problem: string | null;
  children: (shared: FieldProps) => ReactNode;
}

function Option({ children, ...about }: OptionProps) {
  const id = useId();
  return (
    <LabeledField {...about} noteId={id}>
      {children({
        label: about.label,
        invalid: about.problem !== null,
        "aria-describedby": id,
      })}
    </LabeledField>
  );
}
