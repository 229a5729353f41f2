"use client";
// Menu of an exchange in the rail: edit its request and resend it.
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { useAppContext } from "../app-context.tsx";
import { getNotEditableReason } from "../request/editable-request.ts";
import { useAgent } from "../session.tsx";
import { RowMenu } from "../ui/row-menu.tsx";

export function ExchangeMenu({ exchange, title }: { exchange: Exchange; title: string }) {
  const { actions } = useAppContext();
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const { record } = exchange.open;
  if (!isConnected || record.method === "" || record.inbound) return null;
  const reason = getNotEditableReason(record);
  return (
    <RowMenu
      title={title}
      className="exchange-menu"
      items={[
        {
          id: "again",
          label: "Edit and resend",
          keys: "e",
          disabled: reason !== null,
          ...(reason !== null && { hint: reason }),
          onSelect: () => actions.editAndResend(record.x),
        },
      ]}
    />
  );
}
