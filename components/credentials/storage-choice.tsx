"use client";
// How long credentials are kept, each way with what it means.
import {
  CREDENTIAL_STORAGES,
  type CredentialStorage,
} from "../../lib/session/origin-credentials.ts";
import { useOriginCredentials, useSession } from "../session.tsx";

const STORAGE_LABELS: Readonly<
  Record<CredentialStorage, readonly [label: string, meaning: string]>
> = {
  page: ["Until this page is left", "In memory only. A reload forgets them."],
  tab: ["For this tab", "In the tab’s own storage. They survive a reload and go with the tab."],
  machine: [
    "On this machine",
    "In this browser’s storage, unencrypted, until you forget them. Anybody who uses this browser profile can read them.",
  ],
};

export function StorageChoice({ origin }: { origin: string }) {
  const { credentials } = useSession();
  const { keep } = useOriginCredentials(origin);
  return (
    <fieldset className="keep-choice">
      <legend>Keep them</legend>
      {CREDENTIAL_STORAGES.map((value) => {
        const [label, meaning] = STORAGE_LABELS[value];
        return (
          <label key={value}>
            <input
              type="radio"
              name="keep-credentials"
              checked={keep === value}
              aria-label={label}
              onChange={() => credentials.change(origin, { keep: value })}
            />
            <span>
              {label}
              <span className="credentials-hint">{meaning}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
