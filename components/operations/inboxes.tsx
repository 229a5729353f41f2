"use client";
// Places on this server where agents may post notifications: opened here, and filled into the form.
import { useId, useState } from "react";
import { type Problem, problemFrom } from "../../lib/session/problem.ts";
import { service } from "../../lib/session/service.ts";
import { readSetting, SETTINGS, writeSetting } from "../../lib/session/settings.ts";
import type { InboxResponse } from "../../lib/wire/api-types.ts";
import { useAgent } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { TextField } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import type { Fields } from "./fields.ts";
import { baseProblem, inboxAddress } from "./inbox-address.ts";

export type OpenInbox = InboxResponse & { readonly proof: Proof };

const PROOFS = [
  { value: "token", label: "a token" },
  { value: "bearer", label: "Bearer credentials" },
  { value: "both", label: "a token and credentials" },
  { value: "nothing", label: "nothing" },
] as const;
type Proof = (typeof PROOFS)[number]["value"];

export interface InboxesProps {
  inboxes: readonly OpenInbox[];
  onOpened: (inbox: OpenInbox, shown: Partial<Fields>) => void;
}

export function Inboxes({ inboxes, onOpened }: InboxesProps) {
  const recording = useAgent((agent) => agent.recording);
  const id = useId();
  const [proof, setProof] = useState<Proof>("token");
  const [base, setBase] = useState(() => readSetting(SETTINGS.inboxBase));
  const [problem, setProblem] = useState<Problem | null>(null);
  const wrongBase = baseProblem(base);
  const open = async () => {
    const { token, credentials } = secretsFor(proof);
    setProblem(null);
    try {
      const inbox = await service.inbox({
        ...(recording !== null && { recording }),
        ...(token !== "" && { token }),
        ...(credentials !== "" && { authentication: { scheme: "Bearer", credentials } }),
      });
      const scheme = credentials === "" ? "" : "Bearer";
      onOpened({ ...inbox, proof }, { url: inboxAddress(inbox, base), token, scheme, credentials });
    } catch (error) {
      setProblem(problemFrom(error, "No inbox"));
    }
  };
  const here = inboxes.filter((inbox) => inbox.recording === recording);
  return (
    <section className="operations-inboxes" aria-label="Inboxes">
      <h3>An inbox of this server</h3>
      <p className="operations-lead">
        What an agent posts to it stands on this timeline, and is believed only with what it was
        told to show.
      </p>
      <div className="operations-fields">
        <div className="operations-field">
          <span aria-hidden="true">To be shown</span>
          <Select label="To be shown" outlined options={PROOFS} value={proof} onChange={setProof} />
        </div>
        <div className="operations-field">
          <span aria-hidden="true">Address of Loupe for agents elsewhere</span>
          <TextField
            label="Address of Loupe for agents elsewhere"
            mono
            placeholder="as this browser reaches it"
            value={base}
            invalid={wrongBase !== null}
            aria-describedby={wrongBase === null ? undefined : `${id}-base`}
            onChange={(value) => {
              setBase(value);
              if (baseProblem(value) === null) writeSetting(SETTINGS.inboxBase, value.trim());
            }}
          />
          {wrongBase !== null && (
            <p id={`${id}-base`} className="operations-problem">
              {wrongBase}
            </p>
          )}
        </div>
      </div>
      <Button
        variant="outline"
        icon="import"
        disabled={wrongBase !== null}
        onClick={() => void open()}
      >
        Receive pushes here
      </Button>
      {problem && (
        <Banner
          severity="error"
          who={problem.who}
          title={problem.title}
          remedy={problem.remedy ?? undefined}
        >
          {problem.what}
        </Banner>
      )}
      {here.length > 0 && (
        <ul className="operations-inbox-list" aria-label="Open inboxes">
          {here.map((inbox) => (
            <li key={inbox.key}>
              <code>{inboxAddress(inbox, base)}</code>
              <span>wants {PROOFS.find(({ value }) => value === inbox.proof)?.label}</span>
              <CopyButton text={inboxAddress(inbox, base)} what="inbox address" size={24} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function secretsFor(proof: Proof): { token: string; credentials: string } {
  const token = proof === "token" || proof === "both" ? crypto.randomUUID() : "";
  const credentials = proof === "bearer" || proof === "both" ? crypto.randomUUID() : "";
  return { token, credentials };
}
