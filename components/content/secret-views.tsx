"use client";
// Sign-in and secret requests. Their inputs are hidden while typed and masked in recordings.
import { useState } from "react";
import { createSecretsReply, type SecretDemand } from "../../lib/dialects/payloads/secrets.ts";
import { createSignInReply, type SignInRequest } from "../../lib/dialects/payloads/sign-in.ts";
import { TextField } from "../ui/field.tsx";
import { AgentLink } from "./agent-link.tsx";
import { ReplyBar } from "./reply-bar.tsx";
import { ShowMore } from "./show-more.tsx";
import { truncateText } from "./truncate-text.ts";
import type { InspectedQuestion } from "./use-agent-question.ts";

export function SignInView({
  inspected,
  signIn,
}: {
  inspected: InspectedQuestion;
  signIn: SignInRequest;
}) {
  const [redirect, setRedirect] = useState("");
  return (
    <>
      {signIn.url === null ? (
        <p className="text-fg-3">The agent did not provide a sign-in URL.</p>
      ) : (
        <p>
          Sign in at <AgentLink url={signIn.url} open="Open sign-in" />
        </p>
      )}
      <ReplyBar
        inspected={inspected}
        actions={[
          {
            label: "Send address",
            variant: "primary",
            createReply: () => createSignInReply(signIn, redirect),
          },
        ]}
        onSent={() => setRedirect("")}
      >
        <div className="said-field">
          <p>
            The address that the sign-in redirected to. It contains a code, so it is not recorded.
          </p>
          <SecretInput label="Redirect address" value={redirect} onChange={setRedirect} />
        </div>
      </ReplyBar>
    </>
  );
}

export interface SecretsViewProps {
  inspected: InspectedQuestion;
  uri: string;
  demands: readonly SecretDemand[];
}

export function SecretsView({ inspected, uri, demands }: SecretsViewProps) {
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  return (
    <ReplyBar
      inspected={inspected}
      actions={[
        {
          label: "Send secrets",
          variant: "primary",
          createReply: () => createSecretsReply(uri, demands, values),
        },
      ]}
      onSent={() => setValues(new Map())}
    >
      <ShowMore
        items={demands}
        renderList={(items) => <div className="said-fields">{items}</div>}
        renderItem={({ id, name, description }) => (
          <div key={id} className="said-field">
            <p>
              <span className="said-field-label" dir="auto">
                {truncateText(name, 200)}
              </span>
              <span className="text-fg-3 mono said-field-type">{truncateText(id, 60)}</span>
            </p>
            {description !== null && (
              <p className="text-fg-3" dir="auto">
                {truncateText(description)}
              </p>
            )}
            <SecretInput
              label={truncateText(name, 200)}
              value={values.get(id) ?? ""}
              onChange={(value) => setValues(new Map(values).set(id, value))}
            />
          </div>
        )}
      />
      <p className="text-fg-3">Sent only to the agent. Recordings contain them masked.</p>
    </ReplyBar>
  );
}

interface SecretInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function SecretInput({ label, value, onChange }: SecretInputProps) {
  return (
    <TextField
      label={label}
      type="password"
      // Keeps browsers from offering to save the value as a login.
      autoComplete="new-password"
      required
      mono
      value={value}
      onChange={onChange}
    />
  );
}
