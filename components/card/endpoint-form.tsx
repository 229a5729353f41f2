"use client";
// Form for an endpoint: URL, binding and A2A version. It connects without a card, or overrides the
// card's endpoint.
import { type FormEvent, useId, useState } from "react";
import { BINDING_NAMES, type Endpoint, SUPPORTED_BINDINGS } from "../../lib/protocol/card/card.ts";
import { createManualEndpoint } from "../../lib/protocol/card/manual-endpoint.ts";
import type { Binding, Version } from "../../lib/protocol/versions.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { Select } from "../ui/select.tsx";

const VERSIONS: readonly Version[] = ["1.1", "1.0", "0.3", "0.2", "0.1"];

export interface EndpointFormProps {
  url: string;
  binding?: Binding;
  version?: Version;
  /** The tenant from the card, if it names one. */
  tenant?: string | null;
  submit: string;
  onUse: (endpoint: Endpoint) => void;
}

export default function EndpointForm({
  tenant = null,
  submit,
  onUse,
  ...initial
}: EndpointFormProps) {
  const [address, setAddress] = useState(initial.url);
  const [binding, setBinding] = useState<Binding>(initial.binding ?? "jsonrpc");
  const [version, setVersion] = useState<Version>(initial.version ?? "1.0");
  const problemId = useId();
  const isEmpty = address.trim() === "";
  const endpoint = createManualEndpoint({ address, binding, version, tenant });
  const problem = typeof endpoint === "string" && !isEmpty ? endpoint : null;
  const use = (event: FormEvent) => {
    event.preventDefault();
    if (typeof endpoint !== "string") onUse(endpoint);
  };
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={use}>
      <LabeledField label="Endpoint URL" className="flex-[1_1_260px]">
        <TextField
          label="Endpoint URL"
          mono
          value={address}
          onChange={setAddress}
          invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
        />
      </LabeledField>
      <Select
        label="Binding"
        outlined
        options={[...SUPPORTED_BINDINGS].map((value) => ({ value, label: BINDING_NAMES[value] }))}
        value={binding}
        onChange={setBinding}
      />
      <Select
        label="A2A version"
        outlined
        options={VERSIONS.map((value) => ({ value, label: `A2A ${value}` }))}
        value={version}
        onChange={setVersion}
      />
      <Button type="submit" variant="outline" disabled={typeof endpoint === "string"}>
        {submit}
      </Button>
      {problem !== null && (
        <p id={problemId} className="flex-[1_0_100%] text-error">
          {problem}
        </p>
      )}
    </form>
  );
}

export function ManualEndpoint() {
  const { agent } = useAppContext();
  const endpoint = useAgent((state) => state.endpoint);
  const version = useAgent((state) => state.version) ?? endpoint?.version;
  const use = (chosen: Endpoint) => {
    agent.chooseEndpoint(chosen);
    announce(`Requests now go to ${chosen.url}`);
  };
  return (
    <EndpointForm
      url={endpoint?.url ?? ""}
      tenant={endpoint?.tenant ?? null}
      {...(endpoint && { binding: endpoint.binding })}
      {...(version && { version })}
      submit="Use endpoint"
      onUse={use}
    />
  );
}
