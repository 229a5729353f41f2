"use client";
// Choice of how long credentials are stored, with an explanation of each option.
import {
  CREDENTIAL_STORAGES,
  type CredentialStorage,
} from "../../lib/session/origin-credentials.ts";
import { useOriginCredentials, useSession } from "../session.tsx";
import { CHECK_BOX, CHECK_LINE } from "../ui/check-line.tsx";
import { cx } from "../ui/cx.ts";
import { HINT, SECTION } from "./credentials-section.tsx";

const STORAGE_LABELS: Readonly<
  Record<CredentialStorage, readonly [label: string, meaning: string]>
> = {
  page: ["This page only", "In memory only. A reload removes them."],
  tab: [
    "This tab",
    "In the tab’s own storage. They survive a reload and are deleted with the tab.",
  ],
  machine: [
    "This browser",
    "In this browser’s storage, unencrypted, until you remove them. Anyone who uses this browser profile can read them.",
  ],
};

export function StorageChoice({ origin }: { origin: string }) {
  const { credentials } = useSession();
  const { keep } = useOriginCredentials(origin);
  return (
    <fieldset className={SECTION}>
      <legend className="float-left mb-1 w-full font-semibold">Store for</legend>
      {CREDENTIAL_STORAGES.map((value) => {
        const [label, meaning] = STORAGE_LABELS[value];
        return (
          <label key={value} className={cx(CHECK_LINE, "clear-both w-full")}>
            <input
              className={CHECK_BOX}
              type="radio"
              name="keep-credentials"
              checked={keep === value}
              aria-label={label}
              onChange={() => credentials.change(origin, { keep: value })}
            />
            <span>
              {label}
              <span className={cx(HINT, "block")}>{meaning}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
