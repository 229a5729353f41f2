"use client";
// Credentials that are sent with every request, regardless of the card: headers, query parameters,
// cookies, tokens and passwords.
import type { Credential } from "../../lib/session/origin-credentials.ts";
import { useOriginCredentials, useSession } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { SecretField, TextField } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { CredentialsSection, HINT } from "./credentials-section.tsx";
import { BasicFields, TokenField } from "./token-field.tsx";

const CUSTOM_KINDS = [
  { value: "header", label: "Header" },
  { value: "bearer", label: "Bearer token" },
  { value: "basic", label: "User and password" },
  { value: "query", label: "Query parameter" },
  { value: "cookie", label: "Cookie" },
] as const;
type CustomCredentialKind = (typeof CUSTOM_KINDS)[number]["value"];

const EMPTY_CREDENTIALS: Readonly<Record<CustomCredentialKind, Credential>> = {
  header: { kind: "key", place: "header", name: "", value: "" },
  query: { kind: "key", place: "query", name: "", value: "" },
  cookie: { kind: "key", place: "cookie", name: "", value: "" },
  bearer: { kind: "bearer", token: "" },
  basic: { kind: "basic", user: "", password: "" },
};

export function CustomCredentials({ origin }: { origin: string }) {
  const { credentials } = useSession();
  const { always } = useOriginCredentials(origin);
  const set = (next: readonly Credential[]) => credentials.change(origin, { always: next });
  return (
    <CredentialsSection title="Sent with every request">
      <p className={HINT}>
        To this origin, regardless of the card. Also sent when the card is fetched, except for query
        parameters.
      </p>
      <ul>
        {always.map((credential, index) => (
          <li key={String(index)} className="flex items-start gap-1 py-1">
            <CustomCredentialRow
              credential={credential}
              number={index + 1}
              onChange={(next) => set(always.with(index, next))}
            />
            <IconButton
              icon="close"
              label={`Remove entry ${index + 1}`}
              size={28}
              iconSize={14}
              onClick={() => set(always.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <Button icon="plus" onClick={() => set([...always, EMPTY_CREDENTIALS.header])}>
        Add header
      </Button>
    </CredentialsSection>
  );
}

interface CustomCredentialRowProps {
  credential: Credential;
  number: number;
  onChange: (credential: Credential) => void;
}

const REST_OF_ROW = "col-[2/-1] max-[560px]:col-auto";

function CustomCredentialRow({ credential, number, onChange }: CustomCredentialRowProps) {
  const kind = credential.kind === "key" ? credential.place : credential.kind;
  const of = `entry ${number}`;
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[150px_minmax(0,1fr)_minmax(0,1.4fr)_auto] items-center gap-x-2 gap-y-1.5 max-[560px]:grid-cols-1">
      <Select
        label={`Type of ${of}`}
        outlined
        fill
        options={CUSTOM_KINDS}
        value={CUSTOM_KINDS.find(({ value }) => value === kind)?.value ?? "header"}
        onChange={(next) => onChange(changeKind(credential, next))}
      />
      {credential.kind === "key" && <KeyFields {...{ credential, of, onChange }} />}
      {credential.kind === "bearer" && (
        <div className={REST_OF_ROW}>
          <TokenField
            credential={credential}
            of={of}
            put={(next) => onChange(next ?? EMPTY_CREDENTIALS.bearer)}
          />
        </div>
      )}
      {credential.kind === "basic" && (
        <div className={REST_OF_ROW}>
          <BasicFields
            credential={credential}
            of={of}
            put={(next) => onChange(next ?? EMPTY_CREDENTIALS.basic)}
          />
        </div>
      )}
    </div>
  );
}

/** Keeps what was typed, if the other kind has the same fields. */
function changeKind(credential: Credential, kind: CustomCredentialKind): Credential {
  const fresh = EMPTY_CREDENTIALS[kind];
  return fresh.kind === "key" && credential.kind === "key"
    ? { ...credential, place: fresh.place }
    : fresh;
}

interface KeyFieldsProps {
  credential: Credential & { kind: "key" };
  of: string;
  onChange: (credential: Credential) => void;
}

function KeyFields({ credential, of, onChange }: KeyFieldsProps) {
  const { name, value, isOpen = false } = credential;
  const change = (part: { name?: string; value?: string; isOpen?: boolean }) =>
    onChange({ ...credential, ...part });
  const shared = { label: `Value of ${of}`, placeholder: "Value", value };
  return (
    <>
      <TextField
        label={`Name of ${of}`}
        placeholder="Name"
        mono
        value={name}
        onChange={(typed) => change({ name: typed.trim() })}
      />
      {isOpen ? (
        <TextField {...shared} mono onChange={(typed) => change({ value: typed })} />
      ) : (
        <SecretField {...shared} onChange={(typed) => change({ value: typed })} />
      )}
      <CheckLine
        checked={!isOpen}
        label={`${of} is a secret`}
        onChange={(isSecret) => change({ isOpen: !isSecret })}
      >
        Secret
      </CheckLine>
    </>
  );
}
