"use client";
// An endpoint that somebody knows: its URL, its binding and the version it speaks.
import { type FormEvent, useId, useState } from "react";
import { BINDING_NAMES, type Endpoint, SUPPORTED_BINDINGS } from "../../lib/protocol/card/card.ts";
import { createManualEndpoint } from "../../lib/protocol/card/manual-endpoint.ts";
import type { Binding, Version } from "../../lib/protocol/versions.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";

const VERSIONS: readonly Version[] = ["1.1", "1.0", "0.3", "0.2", "0.1"];

export interface EndpointFormProps {
  url: string;
  binding?: Binding;
  version?: Version;
  /** Whom the endpoint serves, where a card says so. */
  tenant?: string | null;
  submit: string;
  onUse: (endpoint: Endpoint) => void;
}

export function EndpointForm({ tenant = null, submit, onUse, ...given }: EndpointFormProps) {
  const [address, setAddress] = useState(given.url);
  const [binding, setBinding] = useState<Binding>(given.binding ?? "jsonrpc");
  const [version, setVersion] = useState<Version>(given.version ?? "1.0");
  const problemId = useId();
  const isEmpty = address.trim() === "";
  const endpoint = createManualEndpoint({ address, binding, version, tenant });
  const problem = typeof endpoint === "string" && !isEmpty ? endpoint : null;
  const use = (event: FormEvent) => {
    event.preventDefault();
    if (typeof endpoint !== "string") onUse(endpoint);
  };
  return (
    <form className="endpoint-form" onSubmit={use}>
      <TextField
        label="URL to call"
        mono
        value={address}
        onChange={setAddress}
        invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
      />
      <Select
        label="Binding"
        outlined
        options={[...SUPPORTED_BINDINGS].map((value) => ({ value, label: BINDING_NAMES[value] }))}
        value={binding}
        onChange={setBinding}
      />
      <Select
        label="Version to speak"
        outlined
        options={VERSIONS.map((value) => ({ value, label: `A2A ${value}` }))}
        value={version}
        onChange={setVersion}
      />
      <Button type="submit" variant="outline" disabled={typeof endpoint === "string"}>
        {submit}
      </Button>
      {problem !== null && <p id={problemId}>{problem}</p>}
    </form>
  );
}
