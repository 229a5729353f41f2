"use client";
// What the agent takes and gives by default, and how one proves to it who one is.
import type { Requirement } from "../../lib/protocol/card/security.ts";
import { useAppContext } from "../app-context.tsx";
import { formatDemand, formatNeed } from "../credentials/credential-labels.ts";
import { useAgent } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CardFactGrid, CardSection } from "./card-fact-grid.tsx";
import type { ShownCard } from "./use-card.ts";
import { useFirstItems } from "./use-first-items.tsx";

export function CardSecuritySection({ card: { profile, fetched } }: { card: ShownCard }) {
  const { screen } = useAppContext();
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const [shown, more] = useFirstItems(profile?.security.schemes ?? [], "schemes");
  if (!profile) return null;
  const { inputModes, outputModes, security } = profile;
  const listed = (words: readonly string[], nothing: string) => ({
    value: words.length > 0 ? words.join(", ") : nothing,
    mono: words.length > 0,
  });
  const { schemes, requirements } = security;
  return (
    <CardSection title="Modes and access">
      <CardFactGrid
        facts={[
          { name: "Default input", ...listed(inputModes, "not said") },
          { name: "Default output", ...listed(outputModes, "not said") },
          {
            name: schemes.length > 1 ? "Security schemes" : "Security scheme",
            value:
              schemes.length === 0 ? "none" : <NameList names={schemes.map(({ name }) => name)} />,
          },
        ]}
      />
      {schemes.length > 0 && (
        <dl className="card-list">
          {shown.map(({ name, demand, description }) => (
            <div key={name}>
              <dt className="mono">{boundText(name)}</dt>
              <dd>
                {formatDemand(demand)}
                {description !== null && (
                  <span className="card-second">{boundText(description)}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {more}
      {requirements.length > 0 && <RequirementList requirements={requirements} />}
      {isConnected && fetched && schemes.length > 0 && (
        <Button size={24} variant="outline" icon="key" onClick={() => screen.openCredentials()}>
          Give credentials
        </Button>
      )}
    </CardSection>
  );
}

function NameList({ names }: { names: readonly string[] }) {
  return <span className="mono">{boundText(names.join(", "))}</span>;
}

/** Any one of them will do, and needs all that it names. */
function RequirementList({ requirements }: { requirements: readonly Requirement[] }) {
  const ways = requirements.map((needs) =>
    needs.length === 0 ? "nothing" : needs.map(formatNeed).join(" and "),
  );
  return <p className="card-requirements">Required: {ways.join(", or ")}.</p>;
}
