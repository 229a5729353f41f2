"use client";
// Other origins that something is held for: named here so that it can be forgotten from anywhere.
import { useId } from "react";
import { useStore } from "zustand";
import { hasNoCredentials } from "../../lib/session/origin-credentials.ts";
import { useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";

export function OtherOrigins({ shown }: { shown: readonly string[] }) {
  const { credentials } = useSession();
  const held = useStore(credentials);
  const id = useId();
  const others = Object.entries(held).filter(
    ([origin, it]) => !shown.includes(origin) && !hasNoCredentials(it),
  );
  if (others.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Held for other origins</h3>
      <ul className="other-origins">
        {others.map(([origin]) => (
          <li key={origin}>
            <span className="mono">{origin}</span>
            <Button
              size={24}
              aria-label={`Forget those for ${origin}`}
              onClick={() => credentials.forget(origin)}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
