"use client";
// Payments in short: what for, how much, until when; signed ones are not looked into.
import type { Payment, PaymentItem } from "../../lib/dialects/payloads/payment.ts";
import { FactList, type Facts } from "../inspect/entry-facts.tsx";
import { formatCount } from "../ui/format.ts";
import { Most } from "./most.tsx";
import { short } from "./short.ts";

const MOST_ITEMS = 100;

export function PaymentsView({ payments }: { payments: readonly Payment[] }) {
  return (
    <Most
      of={payments}
      list={(items) => <div>{items}</div>}
      each={(payment, place) => (
        <FactList key={`${String(place)} ${payment.key}`} facts={factsOf(payment)} />
      )}
    />
  );
}

function factsOf({ kind, title, items, total, expires, isSigned, terms }: Payment): Facts {
  const facts: Facts = [["Kind", short(kind, 200)]];
  if (title !== null) facts.push(["For", short(title)]);
  for (const item of items.slice(0, MOST_ITEMS)) {
    facts.push([short(item.label ?? "Item", 100), amountOf(item)]);
  }
  if (items.length > MOST_ITEMS) facts.push(["More", formatCount(items.length - MOST_ITEMS)]);
  if (total !== null) facts.push(["Total", amountOf(total)]);
  for (const [name, value] of terms) facts.push([name, short(value, 200)]);
  if (expires !== null) facts.push(["Expires", short(expires, 100)]);
  if (isSigned) facts.push(["Signed", "yes; the signature is not checked here"]);
  return facts;
}

function amountOf({ amount, currency }: PaymentItem): string {
  if (amount === null) return "not told";
  const shown = amount.toLocaleString("en", { maximumFractionDigits: 4 });
  return currency === null ? shown : `${shown} ${short(currency, 20)}`;
}
