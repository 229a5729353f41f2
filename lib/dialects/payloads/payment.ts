/** Payments between agents, summarized: intents, carts, payments and receipts. */

import { isObject } from "../../protocol/json.ts";
import { getOwnMember, getOwnNumber, getOwnText, toList } from "./json-access.ts";

export interface Payment {
  /** Its key without prefixes: `CartMandate`. */
  readonly kind: string;
  readonly key: string;
  readonly title: string | null;
  readonly items: readonly PaymentItem[];
  readonly total: PaymentItem | null;
  readonly expires: string | null;
  /** Whether the mandate is a signed token, which is not decoded. */
  readonly isSigned: boolean;
  /** Other payment details: recipient, currency, network. */
  readonly terms: readonly (readonly [name: string, value: string])[];
  readonly value: unknown;
}

export interface PaymentItem {
  readonly label: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
}

export const PAYMENT_KEY = /^(?:ap2\.|payment_request\.|contact_picker\.|x402\.payment\.required$)/;

/** The key under which an x402 agent lists its price, with one or several payment options. */
export const PRICE_KEY = "x402.payment.required";

/** Reads all payments; one data part may contain several. */
export function readPayments(data: unknown): Payment[] {
  if (!isObject(data)) return [];
  return Object.keys(data).flatMap((key) => {
    if (key === PRICE_KEY) return readPrices(data[key]);
    return PAYMENT_KEY.test(key) ? [readPayment(key, data[key])] : [];
  });
}

/** Alternative prices; one has to be paid. Amounts are in the asset's smallest unit, as sent. */
function readPrices(value: unknown): Payment[] {
  return toList(getOwnMember(value, "accepts")).map((option) => {
    const amount = getOwnText(option, "maxAmountRequired", "amount");
    const named: [name: string, value: string | null][] = [
      ["Price", amount && `${amount} in the smallest unit of the asset`],
      ["Asset", getOwnText(option, "asset")],
      ["Currency", getOwnText(getOwnMember(option, "extra"), "name")],
      ["Network", getOwnText(option, "network")],
      ["Pay to", getOwnText(option, "payTo")],
      ["Scheme", getOwnText(option, "scheme")],
      ["Resource", getOwnText(option, "resource")],
      ["Within", addUnit(getOwnText(option, "maxTimeoutSeconds"), "s")],
    ];
    return {
      kind: "x402 payment required",
      key: PRICE_KEY,
      title: getOwnText(option, "description"),
      items: [],
      total: null,
      expires: null,
      isSigned: false,
      terms: named.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
      value: option,
    };
  });
}

function addUnit(text: string | null, unit: string): string | null {
  return text === null ? null : `${text} ${unit}`;
}

function readPayment(key: string, value: unknown): Payment {
  const contents = getOwnMember(value, "contents", "payment_mandate_contents") ?? value;
  const request = getOwnMember(contents, "payment_request", "payment_details") ?? contents;
  const details = getOwnMember(request, "details") ?? request;
  const total =
    getOwnMember(details, "total", "payment_details_total") ?? getOwnMember(value, "amount");
  return {
    kind: key.slice(key.lastIndexOf(".") + 1),
    key,
    title: getOwnText(contents, "natural_language_description", "merchant_name", "id"),
    items: toList(getOwnMember(details, "display_items", "displayItems")).map(readItem),
    total: total === undefined ? null : readItem(total),
    expires: getOwnText(contents, "cart_expiry", "intent_expiry", "expires_at"),
    isSigned: typeof value === "string" || getOwnText(value, "merchant_authorization") !== null,
    terms: [],
    value,
  };
}

function readItem(item: unknown): PaymentItem {
  const amount = getOwnMember(item, "amount") ?? item;
  return {
    label: getOwnText(item, "label"),
    amount: getOwnNumber(amount, "value"),
    currency: getOwnText(amount, "currency"),
  };
}
