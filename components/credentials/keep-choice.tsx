"use client";
// How long credentials are kept, each way with what it means.
import { KEEPS, type Keep } from "../../lib/session/credential.ts";
import { useHeld, useSession } from "../session.tsx";

const WORDS: Readonly<Record<Keep, readonly [label: string, meaning: string]>> = {
  page: ["Until this page is left", "In memory only. A reload forgets them."],
  tab: ["For this tab", "In the tab’s own storage. They survive a reload and go with the tab."],
  machine: [
    "On this machine",
    "In this browser’s storage, unencrypted, until you forget them. Anybody who uses this browser profile can read them.",
  ],
};

export function KeepChoice({ origin }: { origin: string }) {
  const { credentials } = useSession();
  const { keep } = useHeld(origin);
  return (
    <fieldset className="keep-choice">
      <legend>Keep them</legend>
      {KEEPS.map((value) => {
        const [label, meaning] = WORDS[value];
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
