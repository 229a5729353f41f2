"use client";
// What the agent takes and gives by default, and how one proves to it who one is.
import type { Required } from "../../lib/protocol/card/schemes.ts";
import { Facts, Section } from "./facts.tsx";
import type { ShownCard } from "./use-card.ts";

export function Access({ card: { profile } }: { card: ShownCard }) {
  if (!profile) return null;
  const { inputModes, outputModes, schemes, requirements, authentication } = profile;
  const listed = (words: readonly string[], nothing: string) => ({
    value: words.length > 0 ? words.join(", ") : nothing,
    mono: words.length > 0,
  });
  const scheme = [...schemes.map(({ name, summary }) => `${name} · ${summary}`), ...authentication];
  return (
    <Section title="Modes and access">
      <Facts
        facts={[
          { name: "Default input", ...listed(inputModes, "not said") },
          { name: "Default output", ...listed(outputModes, "not said") },
          {
            name: scheme.length > 1 ? "Security schemes" : "Security scheme",
            ...listed(scheme, "none"),
          },
        ]}
      />
      {requirements.length > 0 && <Requirements requirements={requirements} />}
    </Section>
  );
}

/** Any one of them will do, and needs all that it names. */
function Requirements({ requirements }: { requirements: readonly (readonly Required[])[] }) {
  return (
    <p className="card-requirements">
      Required:{" "}
      {requirements.map((together, i) => (
        <span key={String(i)}>
          {i > 0 && " or "}
          {together.length === 0 && "nothing"}
          {together.map(({ scheme, scopes }, j) => (
            <span key={scheme}>
              {j > 0 && " and "}
              <code>{scheme}</code>
              {scopes.length > 0 && ` with ${scopes.join(", ")}`}
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}
