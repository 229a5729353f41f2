"use client";
// What can be done with an exchange from the rail: take what it sent, change it, send it again.
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { useAppContext } from "../app-context.tsx";
import { getNotEditableReason } from "../compose/editable-request.ts";
import { useAgent } from "../session.tsx";
import { RowMenu } from "../ui/row-menu.tsx";

export function ExchangeMenu({ exchange, title }: { exchange: Exchange; title: string }) {
  const { screen } = useAppContext();
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const { record } = exchange.open;
  if (!isConnected || record.method === "" || record.inbound) return null;
  const refusal = getNotEditableReason(record);
  return (
    <RowMenu
      title={title}
      className="exchange-menu"
      items={[
        {
          id: "again",
          label: "Edit and resend",
          keys: "e",
          disabled: refusal !== null,
          ...(refusal !== null && { hint: refusal }),
          onSelect: () => screen.editAndResend(record.x),
        },
      ]}
    />
  );
}
