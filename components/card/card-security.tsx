"use client";
// Card section: default input and output modes, security schemes and requirements.
import type { SecurityRequirement } from "../../lib/protocol/card/security.ts";
import { formatDemand, formatNeed } from "../../lib/protocol/card/security-labels.ts";
import { useOpenDialog } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import {
  CARD_REMARK,
  CardFactGrid,
  CardFactRows,
  CardSection,
  SecondLine,
  useFirstItems,
} from "./card-fact-grid.tsx";
import type { ShownCard } from "./use-card.ts";

export function CardSecuritySection({ card: { profile, fetched } }: { card: ShownCard }) {
  const openDialog = useOpenDialog();
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const [shown, more] = useFirstItems(profile?.security.schemes ?? [], "schemes");
  if (!profile) return null;
  const { inputModes, outputModes, security } = profile;
  const formatModes = (modes: readonly string[]) => ({
    value: modes.length > 0 ? modes.join(", ") : "not declared",
    mono: modes.length > 0,
  });
  const { schemes, requirements } = security;
  return (
    <CardSection title="Modes and access">
      <CardFactGrid
        facts={[
          { name: "Default input", ...formatModes(inputModes) },
          { name: "Default output", ...formatModes(outputModes) },
          {
            name: schemes.length > 1 ? "Security schemes" : "Security scheme",
            value:
              schemes.length === 0 ? "none" : <NameList names={schemes.map(({ name }) => name)} />,
          },
        ]}
      />
      {schemes.length > 0 && (
        <CardFactRows
          facts={shown.map(({ name, demand, description }) => ({
            name,
            monoName: true,
            value: (
              <>
                {formatDemand(demand)}
                {description !== null && <SecondLine>{boundText(description)}</SecondLine>}
              </>
            ),
          }))}
        />
      )}
      {more}
      {requirements.length > 0 && <RequirementList requirements={requirements} />}
      {isConnected && fetched && schemes.length > 0 && (
        <Button
          size={24}
          variant="outline"
          icon="key"
          className="justify-self-start"
          onClick={() => openDialog("credentials")}
        >
          Add credentials
        </Button>
      )}
    </CardSection>
  );
}

function NameList({ names }: { names: readonly string[] }) {
  return <span className="mono">{boundText(names.join(", "))}</span>;
}

/** One requirement must be met, with all the schemes it names. */
function RequirementList({ requirements }: { requirements: readonly SecurityRequirement[] }) {
  const options = requirements.map((needs) =>
    needs.length === 0 ? "nothing" : needs.map(formatNeed).join(" and "),
  );
  return <p className={CARD_REMARK}>Required: {options.join(", or ")}.</p>;
}
