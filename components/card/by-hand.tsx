"use client";
// Calling the agent otherwise than its card says: another address, binding or version.
import { type FormEvent, useState } from "react";
import { BINDING_NAMES, SPOKEN } from "../../lib/protocol/card/card.ts";
import type { Binding, Version } from "../../lib/protocol/versions.ts";
import { useDesk } from "../command/desk.tsx";
import { useAgent } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";

const VERSIONS: readonly Version[] = ["1.1", "1.0", "0.3", "0.2", "0.1"];

export function ByHand() {
  const { agent } = useDesk();
  const endpoint = useAgent((state) => state.endpoint);
  const chosen = useAgent((state) => state.version);
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [binding, setBinding] = useState<Binding>(endpoint?.binding ?? "jsonrpc");
  const [version, setVersion] = useState<Version>(chosen ?? endpoint?.version ?? "1.0");
  const isUrl = /^https?:\/\//i.test(url.trim()) && URL.canParse(url.trim());
  const use = (event: FormEvent) => {
    event.preventDefault();
    if (!isUrl) return;
    const { href } = new URL(url.trim());
    const tenant = endpoint?.tenant ?? null;
    agent.chooseEndpoint({ url: href, binding, version, tenant, why: "written by hand" });
    announce(`Calls go to ${href} from now on`);
  };
  return (
    <form className="card-by-hand" onSubmit={use}>
      <TextField
        label="URL to call"
        mono
        value={url}
        onChange={setUrl}
        invalid={url.trim() !== "" && !isUrl}
      />
      <Select
        label="Binding"
        outlined
        options={[...SPOKEN].map((value) => ({ value, label: BINDING_NAMES[value] }))}
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
      <Button type="submit" variant="outline" disabled={!isUrl}>
        Use this
      </Button>
    </form>
  );
}
