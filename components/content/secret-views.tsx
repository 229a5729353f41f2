"use client";
// Sign-in and secret requests. Their inputs are hidden while typed and masked in recordings.
import { useState } from "react";
import { createSecretsReply, type SecretDemand } from "../../lib/dialects/payloads/secrets.ts";
import { createSignInReply, type SignInRequest } from "../../lib/dialects/payloads/sign-in.ts";
import { TextField } from "../ui/field.tsx";
import { AgentLink, truncateText } from "./agent-text.tsx";
import { REPLY_FIELD, REPLY_ITEM, REPLY_STACK, ReplyBar, ReplyField } from "./reply-bar.tsx";
import { ShowMore } from "./show-more.tsx";
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
        <div className={REPLY_ITEM}>
          <p>
            The address that the sign-in redirected to. It contains a code, so it is not recorded.
          </p>
          <SecretInput label="Redirect address" value={redirect} onChange={setRedirect} />
        </div>
      </ReplyBar>
    </>
  );
}

interface SecretsViewProps {
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
        renderList={(items) => <div className={REPLY_STACK}>{items}</div>}
        renderItem={({ id, name, description }) => (
          <ReplyField
            key={id}
            label={truncateText(name, 200)}
            type={truncateText(id, 60)}
            description={description}
          >
            <SecretInput
              label={truncateText(name, 200)}
              value={values.get(id) ?? ""}
              onChange={(value) => setValues(new Map(values).set(id, value))}
            />
          </ReplyField>
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
      className={REPLY_FIELD}
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
