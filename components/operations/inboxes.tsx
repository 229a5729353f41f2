"use client";
// Places on this server where agents may post notifications: opened here, and filled into the form.
import { useId, useState } from "react";
import { apiClient } from "../../lib/session/api-client.ts";
import { readSetting, SETTINGS, writeSetting } from "../../lib/session/settings.ts";
import { toUserFacingError, type UserFacingError } from "../../lib/session/user-facing-error.ts";
import type { InboxResponse } from "../../lib/wire/api-types.ts";
import { useAgent } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { TextField } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { getBaseUrlError, getInboxUrl } from "./inbox-url.ts";
import type { OperationFields } from "./operation-fields.ts";

export type OpenInbox = InboxResponse & { readonly proof: InboxAuth };

const INBOX_AUTH_OPTIONS = [
  { value: "token", label: "a token" },
  { value: "bearer", label: "Bearer credentials" },
  { value: "both", label: "a token and credentials" },
  { value: "nothing", label: "nothing" },
] as const;
type InboxAuth = (typeof INBOX_AUTH_OPTIONS)[number]["value"];

export interface InboxesProps {
  inboxes: readonly OpenInbox[];
  onOpened: (inbox: OpenInbox, shown: Partial<OperationFields>) => void;
}

export function Inboxes({ inboxes, onOpened }: InboxesProps) {
  const recording = useAgent((agent) => agent.recording);
  const id = useId();
  const [proof, setProof] = useState<InboxAuth>("token");
  const [base, setBase] = useState(() => readSetting(SETTINGS.inboxBase));
  const [problem, setProblem] = useState<UserFacingError | null>(null);
  const wrongBase = getBaseUrlError(base);
  const open = async () => {
    const { token, credentials } = createInboxSecrets(proof);
    setProblem(null);
    try {
      const inbox = await apiClient.createInbox({
        ...(recording !== null && { recording }),
        ...(token !== "" && { token }),
        ...(credentials !== "" && { authentication: { scheme: "Bearer", credentials } }),
      });
      const scheme = credentials === "" ? "" : "Bearer";
      onOpened({ ...inbox, proof }, { url: getInboxUrl(inbox, base), token, scheme, credentials });
    } catch (error) {
      setProblem(toUserFacingError(error, "No inbox"));
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
          <Select
            label="To be shown"
            outlined
            options={INBOX_AUTH_OPTIONS}
            value={proof}
            onChange={setProof}
          />
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
              if (getBaseUrlError(value) === null) writeSetting(SETTINGS.inboxBase, value.trim());
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
              <code>{getInboxUrl(inbox, base)}</code>
              <span>
                wants {INBOX_AUTH_OPTIONS.find(({ value }) => value === inbox.proof)?.label}
              </span>
              <CopyButton text={getInboxUrl(inbox, base)} what="inbox address" size={24} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function createInboxSecrets(proof: InboxAuth): { token: string; credentials: string } {
  const token = proof === "token" || proof === "both" ? crypto.randomUUID() : "";
  const credentials = proof === "bearer" || proof === "both" ? crypto.randomUUID() : "";
  return { token, credentials };
}
