"use client";
// Form that chooses the clients, the responses that they get, and whether also variants are served.

import type { FormEvent, ReactNode } from "react";
import type { FoundClient } from "../../lib/api/clients.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import { formatExchangeTitle } from "../labels/exchange-label.ts";
import { useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { CheckLine } from "../ui/check-line.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { Select } from "../ui/select.tsx";
import { StartStop } from "../ui/start-stop.tsx";

export interface ClientDraft {
  /** The ids of the clients that are not run. */
  readonly unchecked: readonly string[];
  readonly isStressed: boolean;
  /** The exchange to serve; `null` for all. */
  readonly exchange: string | null;
}

export const EMPTY_CLIENT_DRAFT: ClientDraft = {
  unchecked: [],
  isStressed: false,
  exchange: null,
};

/** A select with more options is of no use. */
const MAX_EXCHANGES = 500;

interface ClientFormProps {
  found: readonly FoundClient[];
  draft: ClientDraft;
  onChange: (draft: ClientDraft) => void;
  onStart: (chosen: {
    readonly clients: readonly string[];
    readonly isStressed: boolean;
    readonly exchange: string | null;
  }) => void;
  isRunning: boolean;
  onStop: () => void;
  /** Below the clients: which others there are. */
  children: ReactNode;
}

export function ClientForm(props: ClientFormProps) {
  const { found, draft, onChange, onStart, isRunning, onStop, children } = props;
  const { unchecked, isStressed, exchange } = draft;
  const clients = found.map(({ id }) => id).filter((id) => !unchecked.includes(id));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (clients.length > 0) onStart({ clients, isStressed, exchange });
  };
  const check = (id: string, isChecked: boolean) => {
    const others = unchecked.filter((one) => one !== id);
    onChange({ ...draft, unchecked: isChecked ? others : [...others, id] });
  };
  return (
    <form className="grid min-w-0 gap-3" aria-label="Test clients" onSubmit={submit}>
      <fieldset className="grid justify-items-start">
        <legend className="sr-only">Clients to test</legend>
        {found.map(({ id, name }) => (
          <CheckLine
            key={id}
            checked={!unchecked.includes(id)}
            disabled={isRunning}
            onChange={(isChecked) => check(id, isChecked)}
          >
            <span className="wrap-anywhere">{boundText(name)}</span>
          </CheckLine>
        ))}
      </fieldset>
      {children}
      <ExchangeSelect
        exchange={exchange}
        disabled={isRunning}
        onChange={(next) => onChange({ ...draft, exchange: next })}
      />
      <CheckLine
        checked={isStressed}
        disabled={isRunning}
        onChange={(next) => onChange({ ...draft, isStressed: next })}
      >
        Stress them: also serve the same meaning in other legal bytes
      </CheckLine>
      <StartStop
        start="Test"
        disabled={clients.length === 0}
        isRunning={isRunning}
        onStop={onStop}
      />
    </form>
  );
}

interface ExchangeSelectProps {
  exchange: string | null;
  disabled: boolean;
  onChange: (exchange: string | null) => void;
}

function ExchangeSelect({ exchange, disabled, onChange }: ExchangeSelectProps) {
  const timeline = useRun((run) => run.timeline);
  const count = useRun(({ version }) => version.timeline.exchanges.length);
  const calls = timeline.exchanges
    .slice(0, count)
    .filter((one) => one.id === exchange || !isDiscovery(one))
    .slice(0, MAX_EXCHANGES);
  if (calls.length < 2 && exchange === null) return null;
  return (
    <LabeledField label="Responses">
      <Select
        label="Responses"
        outlined
        className="justify-self-start"
        disabled={disabled}
        options={[
          { value: "", label: "All of this run" },
          ...calls.map((one) => ({
            value: one.id,
            label: `${one.index + 1}: ${formatExchangeTitle(one)}`,
          })),
        ]}
        value={exchange ?? ""}
        onChange={(value) => onChange(value === "" ? null : value)}
      />
    </LabeledField>
  );
}
