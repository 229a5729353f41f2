"use client";
// What can be done with an exchange from the rail: take what it sent, change it, send it again.
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { useDesk } from "../command/desk.tsx";
import { notEditable } from "../compose/raw.ts";
import { useAgent } from "../session.tsx";
import { MenuButton } from "../ui/menu.tsx";

export function ExchangeMenu({ exchange, title }: { exchange: Exchange; title: string }) {
  const { screen } = useDesk();
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const { record } = exchange.open;
  if (!isConnected || record.method === "" || record.inbound) return null;
  const refusal = notEditable(record);
  return (
    // A row around it has keys and clicks of its own.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps them to itself
    <span
      className="exchange-menu"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <MenuButton
        label={`More for ${title}`}
        icon="more"
        size={24}
        align="end"
        tabIndex={-1}
        items={[
          {
            id: "again",
            label: "Edit and send again",
            keys: "e",
            disabled: refusal !== null,
            ...(refusal !== null && { hint: refusal }),
            onSelect: () => screen.editAgain(record.x),
          },
        ]}
      />
    </span>
  );
}
