/** Payments between agents: intents, carts, payments and receipts, in short. */

import { isObject } from "../../protocol/json.ts";
import { listOf, numberIn, own, textIn } from "./json.ts";

export interface Payment {
  /** The key it stood under, without its prefixes: `CartMandate`. */
  readonly kind: string;
  readonly key: string;
  readonly title: string | null;
  readonly items: readonly PaymentItem[];
  readonly total: PaymentItem | null;
  readonly expires: string | null;
  /** The mandate is a signed token, not to be read here. */
  readonly isSigned: boolean;
  readonly value: unknown;
}

export interface PaymentItem {
  readonly label: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
}

export const PAYMENT_KEY = /^(?:ap2\.|payment_request\.|contact_picker\.)/;

/** One data part may hold several. */
export function readPayments(data: unknown): Payment[] {
  if (!isObject(data)) return [];
  return Object.keys(data).flatMap((key) =>
    PAYMENT_KEY.test(key) ? [paymentOf(key, data[key])] : [],
  );
}

function paymentOf(key: string, value: unknown): Payment {
  const contents = own(value, "contents", "payment_mandate_contents") ?? value;
  const request = own(contents, "payment_request", "payment_details") ?? contents;
  const details = own(request, "details") ?? request;
  const total = own(details, "total", "payment_details_total") ?? own(value, "amount");
  return {
    kind: key.slice(key.lastIndexOf(".") + 1),
    key,
    title: textIn(contents, "natural_language_description", "merchant_name", "id"),
    items: listOf(own(details, "display_items", "displayItems")).map(itemOf),
    total: total === undefined ? null : itemOf(total),
    expires: textIn(contents, "cart_expiry", "intent_expiry", "expires_at"),
    isSigned: typeof value === "string" || textIn(value, "merchant_authorization") !== null,
    value,
  };
}

function itemOf(item: unknown): PaymentItem {
  const amount = own(item, "amount") ?? item;
  return {
    label: textIn(item, "label"),
    amount: numberIn(amount, "value"),
    currency: textIn(amount, "currency"),
  };
}
