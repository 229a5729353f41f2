"use client";
// Fields for a token, and for a user name with its password.
import type { Credential } from "../../lib/session/origin-credentials.ts";
import { SecretField, TextField } from "../ui/field.tsx";
import { FIELD_PAIR } from "./credentials-section.tsx";

interface CredentialFieldsProps {
  credential: Credential | undefined;
  put: (credential: Credential | null) => void;
  /** The name of the scheme, for distinct labels. */
  of: string;
}

export function BasicFields({ credential, put, of }: CredentialFieldsProps) {
  const { user, password } = credential?.kind === "basic" ? credential : { user: "", password: "" };
  const change = (part: { user?: string; password?: string }) => {
    const next = { kind: "basic" as const, user, password, ...part };
    put(next.user === "" && next.password === "" ? null : next);
  };
  return (
    <div className={FIELD_PAIR}>
      <TextField
        label={`User name for ${of}`}
        placeholder="User name"
        mono
        value={user}
        onChange={(typed) => change({ user: typed })}
      />
      <SecretField
        label={`Password for ${of}`}
        placeholder="Password"
        value={password}
        onChange={(typed) => change({ password: typed })}
      />
    </div>
  );
}

export function TokenField({ credential, put, of }: CredentialFieldsProps) {
  const token = credential?.kind === "bearer" ? credential.token : "";
  return (
    <SecretField
      label={`Token for ${of}`}
      placeholder="Token"
      value={token}
      onChange={(typed) => put(typed === "" ? null : { kind: "bearer", token: typed })}
    />
  );
}
