"use client";
// What the agent takes and gives by default, and how one proves to it who one is.
import type { Requirement } from "../../lib/protocol/card/security.ts";
import { useDesk } from "../command/desk.tsx";
import { demandInWords, needInWords } from "../credentials/words.ts";
import { useAgent } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { Facts, Section } from "./facts.tsx";
import type { ShownCard } from "./use-card.ts";
import { useFirst } from "./use-first.tsx";

export function Access({ card: { profile, fetched } }: { card: ShownCard }) {
  const { screen } = useDesk();
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const [shown, more] = useFirst(profile?.security.schemes ?? [], "schemes");
  if (!profile) return null;
  const { inputModes, outputModes, security } = profile;
  const listed = (words: readonly string[], nothing: string) => ({
    value: words.length > 0 ? words.join(", ") : nothing,
    mono: words.length > 0,
  });
  const { schemes, requirements } = security;
  return (
    <Section title="Modes and access">
      <Facts
        facts={[
          { name: "Default input", ...listed(inputModes, "not said") },
          { name: "Default output", ...listed(outputModes, "not said") },
          {
            name: schemes.length > 1 ? "Security schemes" : "Security scheme",
            value:
              schemes.length === 0 ? "none" : <Names names={schemes.map(({ name }) => name)} />,
          },
        ]}
      />
      {schemes.length > 0 && (
        <dl className="card-list">
          {shown.map(({ name, demand, description }) => (
            <div key={name}>
              <dt className="mono">{boundText(name)}</dt>
              <dd>
                {demandInWords(demand)}
                {description !== null && (
                  <span className="card-second">{boundText(description)}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {more}
      {requirements.length > 0 && <Requirements requirements={requirements} />}
      {isConnected && fetched && schemes.length > 0 && (
        <Button size={24} variant="outline" icon="key" onClick={() => screen.openCredentials()}>
          Give credentials
        </Button>
      )}
    </Section>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return <span className="mono">{boundText(names.join(", "))}</span>;
}

/** Any one of them will do, and needs all that it names. */
function Requirements({ requirements }: { requirements: readonly Requirement[] }) {
  const ways = requirements.map((needs) =>
    needs.length === 0 ? "nothing" : needs.map(needInWords).join(" and "),
  );
  return <p className="card-requirements">Required: {ways.join(", or ")}.</p>;
}
