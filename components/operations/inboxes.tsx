"use client";
// Creates inboxes, where agents can post push notifications, and fills their URL into the form.

import { useId, useState } from "react";
import type { InboxResponse } from "../../lib/api/api-types.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { readSetting, SETTINGS, writeSetting } from "../../lib/session/settings.ts";
import { toUserFacingError, type UserFacingError } from "../../lib/session/user-facing-error.ts";
import { useAgent } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { TextField } from "../ui/field.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { Select } from "../ui/select.tsx";
import { FIELD_GRID } from "./field-input.tsx";
import type { OperationFields } from "./operation-fields.ts";

export type OpenInbox = InboxResponse & { readonly auth: InboxAuth };

const INBOX_AUTH_OPTIONS = [
  { value: "token", label: "Token" },
  { value: "bearer", label: "Bearer credentials" },
  { value: "both", label: "Token and credentials" },
  { value: "nothing", label: "None" },
] as const;
type InboxAuth = (typeof INBOX_AUTH_OPTIONS)[number]["value"];

interface InboxesProps {
  inboxes: readonly OpenInbox[];
  onOpened: (inbox: OpenInbox, fields: Partial<OperationFields>) => void;
}

export function Inboxes({ inboxes, onOpened }: InboxesProps) {
  const recording = useAgent((agent) => agent.recording);
  const id = useId();
  const [auth, setAuth] = useState<InboxAuth>("token");
  const [base, setBase] = useState(() => readSetting(SETTINGS.inboxBase));
  const [problem, setProblem] = useState<UserFacingError | null>(null);
  const baseError = getBaseUrlError(base);
  const open = async () => {
    const { token, credentials } = createInboxSecrets(auth);
    setProblem(null);
    try {
      const inbox = await apiClient.createInbox({
        ...(recording !== null && { recording }),
        ...(token !== "" && { token }),
        ...(credentials !== "" && { authentication: { scheme: "Bearer", credentials } }),
      });
      const scheme = credentials === "" ? "" : "Bearer";
      onOpened({ ...inbox, auth }, { url: getInboxUrl(inbox, base), token, scheme, credentials });
    } catch (error) {
      setProblem(toUserFacingError(error, "Couldn't create an inbox"));
    }
  };
  const openInboxes = inboxes.filter((inbox) => inbox.recording === recording);
  return (
    <section
      className="grid justify-items-start gap-2.5 border-t border-line-1 pt-3 text-12/5"
      aria-label="Inboxes"
    >
      <h3 className="font-semibold">Receive notifications in Loupe</h3>
      <p className="-mt-1.5 text-12 text-fg-2">
        An inbox is a URL on this server. What an agent posts to it appears on this timeline, and is
        accepted only with the chosen authentication.
      </p>
      <div className={FIELD_GRID}>
        <LabeledField label="Inbox authentication">
          <Select
            label="Inbox authentication"
            outlined
            fill
            options={INBOX_AUTH_OPTIONS}
            value={auth}
            onChange={setAuth}
          />
        </LabeledField>
        <LabeledField
          label="Loupe URL for remote agents"
          problem={baseError}
          noteId={`${id}-base`}
          isQuiet
        >
          <TextField
            label="Loupe URL for remote agents"
            mono
            placeholder="same as in this browser"
            value={base}
            invalid={baseError !== null}
            aria-describedby={baseError === null ? undefined : `${id}-base`}
            onChange={(value) => {
              setBase(value);
              if (getBaseUrlError(value) === null) writeSetting(SETTINGS.inboxBase, value.trim());
            }}
          />
        </LabeledField>
      </div>
      <Button
        variant="outline"
        icon="inbox"
        disabled={baseError !== null}
        onClick={() => void open()}
      >
        Create inbox
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
      {openInboxes.length > 0 && (
        <ul className="w-full" aria-label="Open inboxes">
          {openInboxes.map((inbox) => (
            <li
              key={inbox.key}
              className="grid min-h-8 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-2.5 border-t border-line-1 text-fg-2"
            >
              <code className="truncate">{getInboxUrl(inbox, base)}</code>
              <span>
                Authentication:{" "}
                {INBOX_AUTH_OPTIONS.find(({ value }) => value === inbox.auth)?.label}
              </span>
              <CopyButton text={getInboxUrl(inbox, base)} what="inbox URL" size={24} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function createInboxSecrets(auth: InboxAuth): { token: string; credentials: string } {
  const token = auth === "token" || auth === "both" ? crypto.randomUUID() : "";
  const credentials = auth === "bearer" || auth === "both" ? crypto.randomUUID() : "";
  return { token, credentials };
}

// The URL of an inbox as agents reach it, which may differ from the one that the browser uses.

/** The error of a base URL for inboxes. `null` if it is valid or empty. */
export function getBaseUrlError(base: string): string | null {
  const text = base.trim();
  if (text === "") return null;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return "Enter a full URL with http:// or https://.";
  }
  const { search, hash, username, password } = new URL(text);
  const isPlain = search === "" && hash === "" && username === "" && password === "";
  return isPlain
    ? null
    : "Enter only host, port and an optional path: no query, fragment or user name.";
}

/** `url` is the URL from the server, used if there is no valid base. */
export function getInboxUrl({ url, path }: { url: string; path: string }, base: string): string {
  const text = base.trim();
  if (text === "" || getBaseUrlError(text) !== null) return url;
  return text.replace(/\/+$/, "") + path;
}
