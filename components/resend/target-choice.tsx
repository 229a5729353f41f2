"use client";
// Choice of the agent to resend to: the connected one, or one at another address.
import { BINDING_NAMES } from "../../lib/protocol/card/card.ts";
import { useAgent } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { TextField } from "../ui/field.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";

interface TargetChoiceProps {
  kind: "connected" | "address";
  address: string;
  isBusy: boolean;
  onKind: (kind: "connected" | "address") => void;
  onAddress: (address: string) => void;
  onEnter: () => void;
}

export function TargetChoice({
  kind,
  address,
  isBusy,
  onKind,
  onAddress,
  onEnter,
}: TargetChoiceProps) {
  const name = useAgent((agent) => agent.card?.name ?? "the agent");
  const endpoint = useAgent((agent) => agent.endpoint);
  const version = useAgent((agent) => agent.version) ?? endpoint?.version;
  return (
    <div className="grid justify-items-start gap-2 text-fg-2">
      {endpoint && (
        <SegmentedControl
          label="To"
          options={[
            { value: "connected", label: "Connected agent" },
            { value: "address", label: "Another address" },
          ]}
          value={kind}
          onChange={onKind}
        />
      )}
      {kind === "connected" && endpoint ? (
        <p>
          <b dir="auto" className="font-medium text-fg-1">
            {boundText(name)}
          </b>
          , A2A {version} over {BINDING_NAMES[endpoint.binding]}, with the credentials set for it
          here
        </p>
      ) : (
        <div className="grid w-full gap-1">
          <span aria-hidden="true">Agent address</span>
          <TextField
            label="Agent address"
            mono
            placeholder="https://agent.example.com"
            value={address}
            disabled={isBusy}
            onChange={onAddress}
            onKeyDown={({ key, nativeEvent }) => {
              if (key === "Enter" && !nativeEvent.isComposing) onEnter();
            }}
          />
        </div>
      )}
    </div>
  );
}
