"use client";
// What must be brought and not kept: a sign-in somewhere else, and secrets. Both are typed unseen.
import { useState } from "react";
import { createSecretsReply, type SecretDemand } from "../../lib/dialects/payloads/secrets.ts";
import { createSignInReply, type SignInRequest } from "../../lib/dialects/payloads/sign-in.ts";
import { TextField } from "../ui/field.tsx";
import { Address } from "./address.tsx";
import { AnswerBar } from "./answer-bar.tsx";
import { Most } from "./most.tsx";
import { short } from "./short.ts";
import type { Asked } from "./use-question.ts";

export function SignInView({ inspected, signIn }: { inspected: Asked; signIn: SignInRequest }) {
  const [redirect, setRedirect] = useState("");
  return (
    <>
      {signIn.url === null ? (
        <p className="text-fg-3">The agent does not say where to sign in.</p>
      ) : (
        <p>
          Sign in at <Address url={signIn.url} open="Open the sign-in" />
        </p>
      )}
      <AnswerBar
        inspected={inspected}
        ways={[
          {
            label: "Send the address",
            variant: "primary",
            answer: () => createSignInReply(signIn, redirect),
          },
        ]}
        onSent={() => setRedirect("")}
      >
        <div className="said-field">
          <p>Where the sign-in led to in the end. It holds a code, so it is not recorded.</p>
          <SecretField label="Address after the sign-in" value={redirect} onChange={setRedirect} />
        </div>
      </AnswerBar>
    </>
  );
}

export interface SecretsViewProps {
  inspected: Asked;
  uri: string;
  demands: readonly SecretDemand[];
}

export function SecretsView({ inspected, uri, demands }: SecretsViewProps) {
  const [given, setGiven] = useState<ReadonlyMap<string, string>>(new Map());
  return (
    <AnswerBar
      inspected={inspected}
      ways={[
        {
          label: "Send secrets",
          variant: "primary",
          answer: () => createSecretsReply(uri, demands, given),
        },
      ]}
      onSent={() => setGiven(new Map())}
    >
      <Most
        of={demands}
        list={(items) => <div className="said-fields">{items}</div>}
        each={({ id, name, description }) => (
          <div key={id} className="said-field">
            <p>
              <span className="said-field-label" dir="auto">
                {short(name, 200)}
              </span>
              <span className="text-fg-3 mono said-field-type">{short(id, 60)}</span>
            </p>
            {description !== null && (
              <p className="text-fg-3" dir="auto">
                {short(description)}
              </p>
            )}
            <SecretField
              label={short(name, 200)}
              value={given.get(id) ?? ""}
              onChange={(value) => setGiven(new Map(given).set(id, value))}
            />
          </div>
        )}
      />
      <p className="text-fg-3">
        They go to the agent and nowhere else: what is recorded is masked.
      </p>
    </AnswerBar>
  );
}

interface SecretFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function SecretField({ label, value, onChange }: SecretFieldProps) {
  return (
    <TextField
      label={label}
      type="password"
      // Browsers offer to keep what they take for a login.
      autoComplete="new-password"
      required
      mono
      value={value}
      onChange={onChange}
    />
  );
}
