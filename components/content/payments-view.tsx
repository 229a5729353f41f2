"use client";
// Payments in short: purpose, amounts and expiry. Signatures are not checked.
import type { Payment, PaymentItem } from "../../lib/dialects/payloads/payment.ts";
import { FactList, type Facts } from "../ui/fact-list.tsx";
import { formatCount } from "../ui/format.ts";
import { truncateText } from "./agent-text.tsx";
import { ShowMore } from "./show-more.tsx";

const MAX_ITEMS = 100;

export function PaymentsView({ payments }: { payments: readonly Payment[] }) {
  return (
    <ShowMore
      items={payments}
      renderList={(items) => <div>{items}</div>}
      renderItem={(payment, i) => (
        <FactList dense key={`${String(i)} ${payment.key}`} facts={createPaymentFacts(payment)} />
      )}
    />
  );
}

function createPaymentFacts({
  kind,
  title,
  items,
  total,
  expires,
  isSigned,
  terms,
}: Payment): Facts {
  const facts: Facts = [["Kind", truncateText(kind, 200)]];
  if (title !== null) facts.push(["For", truncateText(title)]);
  for (const item of items.slice(0, MAX_ITEMS)) {
    facts.push([truncateText(item.label ?? "Item", 100), formatAmount(item)]);
  }
  if (items.length > MAX_ITEMS) facts.push(["More", formatCount(items.length - MAX_ITEMS)]);
  if (total !== null) facts.push(["Total", formatAmount(total)]);
  for (const [name, value] of terms) facts.push([name, truncateText(value, 200)]);
  if (expires !== null) facts.push(["Expires", truncateText(expires, 100)]);
  if (isSigned) facts.push(["Signed", "yes (signature not verified)"]);
  return facts;
}

function formatAmount({ amount, currency }: PaymentItem): string {
  if (amount === null) return "not stated";
  const shown = amount.toLocaleString("en", { maximumFractionDigits: 4 });
  return currency === null ? shown : `${shown} ${truncateText(currency, 20)}`;
}
