"use client";
// Lists the other origins that have stored credentials, so that they can be removed from any page.
import { useId } from "react";
import { useStore } from "zustand";
import { hasNoCredentials } from "../../lib/session/origin-credentials.ts";
import { useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";

export function OtherOrigins({ shown }: { shown: readonly string[] }) {
  const { credentials } = useSession();
  const stored = useStore(credentials);
  const id = useId();
  const others = Object.entries(stored).filter(
    ([origin, it]) => !shown.includes(origin) && !hasNoCredentials(it),
  );
  if (others.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Other origins</h3>
      <ul className="other-origins">
        {others.map(([origin]) => (
          <li key={origin}>
            <span className="mono">{origin}</span>
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
    </section>
  );
}
