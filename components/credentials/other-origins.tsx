"use client";
// Lists the other origins that have stored credentials, so that they can be removed from any page.
import { useStore } from "zustand";
import { hasNoCredentials } from "../../lib/session/origin-credentials.ts";
import { useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { CredentialsSection, LINK_TEXT } from "./credentials-section.tsx";

export function OtherOrigins({ shown }: { shown: readonly string[] }) {
  const { credentials } = useSession();
  const stored = useStore(credentials);
  const others = Object.entries(stored).filter(
    ([origin, it]) => !shown.includes(origin) && !hasNoCredentials(it),
  );
  if (others.length === 0) return null;
  return (
    <CredentialsSection title="Other origins">
      <ul>
        {others.map(([origin]) => (
          <li key={origin} className="flex min-h-7 items-center gap-2">
            <span className={cx(LINK_TEXT, "flex-1")}>{origin}</span>
            <Button
              size={24}
              aria-label={`Remove credentials for ${origin}`}
              onClick={() => credentials.forget(origin)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </CredentialsSection>
  );
}
