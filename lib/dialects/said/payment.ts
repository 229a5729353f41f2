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
  /** What else it takes to pay: where to, in what, over which network. */
  readonly terms: readonly (readonly [name: string, value: string])[];
  readonly value: unknown;
}

export interface PaymentItem {
  readonly label: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
}

export const PAYMENT_KEY = /^(?:ap2\.|payment_request\.|contact_picker\.|x402\.payment\.required$)/;

/** Under it an agent that is paid by x402 says what it asks for, in one or several ways to pay. */
export const PRICE_KEY = "x402.payment.required";

/** One data part may hold several. */
export function readPayments(data: unknown): Payment[] {
  if (!isObject(data)) return [];
  return Object.keys(data).flatMap((key) => {
    if (key === PRICE_KEY) return readPrices(data[key]);
    return PAYMENT_KEY.test(key) ? [paymentOf(key, data[key])] : [];
  });
}

/** Of which one is to be paid. The amount is in the smallest unit of its asset, as it was sent. */
function readPrices(value: unknown): Payment[] {
  return listOf(own(value, "accepts")).map((way) => {
    const amount = textIn(way, "maxAmountRequired", "amount");
    const named: [name: string, value: string | null][] = [
      ["Price", amount && `${amount} in the smallest unit of the asset`],
      ["Asset", textIn(way, "asset")],
      ["Currency", textIn(own(way, "extra"), "name")],
      ["Network", textIn(way, "network")],
      ["Pay to", textIn(way, "payTo")],
      ["Scheme", textIn(way, "scheme")],
      ["Resource", textIn(way, "resource")],
      ["Within", withUnit(textIn(way, "maxTimeoutSeconds"), "s")],
    ];
    return {
      kind: "x402 payment required",
      key: PRICE_KEY,
      title: textIn(way, "description"),
      items: [],
      total: null,
      expires: null,
      isSigned: false,
      terms: named.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
      value: way,
    };
  });
}

function withUnit(text: string | null, unit: string): string | null {
  return text === null ? null : `${text} ${unit}`;
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
    terms: [],
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
