/** Extensions that any agent may use, known by their URIs on whatever host. */

import { isObject } from "../../protocol/json.ts";
import type { Meaning } from "../kinds.ts";
import { EXTENSION_URI } from "../said/extension-title.ts";
import { PAYMENT_KEY, PRICE_KEY } from "../said/payment.ts";
import type { Family, Signal, Spot } from "../signal.ts";

const uri = (key: RegExp, means: Meaning): Signal => ({
  where: "extension",
  key,
  means,
  sure: "certain",
});

/** The platform of BeeAI, which became AgentStack, which became kagenti. */
export const KAGENTI: Family = {
  id: "kagenti",
  label: "kagenti, BeeAI",
  signals: [
    uri(/\/ui\/trajectory\/v\d+$/, "steps"),
    uri(/\/ui\/citation\/v\d+$/, "citations"),
    uri(/\/ui\/error\/v\d+$/, "failure"),
    uri(/\/ui\/form_request\/v\d+$/, "form"),
    uri(/\/ui\/canvas\/v\d+$/, "details"),
    uri(/\/ui\/agent-detail\/v\d+$/, "details"),
    uri(/\/interactions\/approval\/v\d+$/, "approval"),
    uri(/\/tools\/call\/v\d+$/, "approval"),
    uri(/\/auth\/oauth\/v\d+$/, "sign-in"),
    uri(/\/auth\/secrets\/v\d+$/, "secrets"),
    uri(/\/services\/[\w-]+\/v\d+$/, "details"),
  ],
};

const A2UI_DATA =
  /^(?:beginRendering|surfaceUpdate|dataModelUpdate|deleteSurface|createSurface|updateComponents|updateDataModel)$/;

const dataIn = ({ part }: Spot): unknown => (part?.kind === "data" ? part.data : null);

const PRICE_PLACES = ["message.metadata", "event.metadata", "artifact.metadata"] as const;

/** Those of the A2A project's samples, payments, and surfaces. */
export const SAMPLES: Family = {
  id: "samples",
  label: "Extensions of the A2A samples, AP2, A2UI",
  signals: [
    uri(/extensions\/timestamp\/v\d+\/timestamp$/, "details"),
    uri(/extensions\/traceability\/v\d+(?:\/traceability)?$/, "trace"),
    uri(/\/secure-passport(?:\/v\d+)?$/, "details"),
    uri(/\/extensions\/agp(?:\/v\d+)?$/, "details"),
    {
      where: "data",
      key: "steps trace_id",
      means: "trace",
      sure: "likely",
      gives: dataIn,
      when: ({ part }) =>
        part?.kind === "data" && isObject(part.data) && Array.isArray(part.data.steps),
    },
    ...PRICE_PLACES.map(
      (where): Signal => ({
        where,
        key: PRICE_KEY,
        means: "payment",
        sure: "certain",
        gives: ({ value }) => ({ [PRICE_KEY]: value }),
      }),
    ),
    {
      where: "data",
      key: "x402Version accepts",
      means: "payment",
      sure: "certain",
      gives: (spot) => ({ [PRICE_KEY]: dataIn(spot) }),
    },
    { where: "data", key: PAYMENT_KEY, means: "payment", sure: "certain", gives: dataIn },
    { where: "mediaType", match: /a2ui/, means: "surface", sure: "certain", gives: dataIn },
    {
      where: "part.metadata",
      key: "mimeType",
      match: /a2ui/,
      means: "surface",
      sure: "certain",
      gives: dataIn,
    },
    { where: "data", key: A2UI_DATA, means: "surface", sure: "likely", gives: dataIn },
  ],
};

/** Whatever else stands under a URI. */
export const UNKNOWN_EXTENSIONS: Family = {
  id: "extensions",
  label: "Other extensions",
  signals: [
    {
      ...uri(EXTENSION_URI, "details"),
      rest: true,
      // Patches of a draft are many, and told as what they make.
      when: ({ value }) => !isPatch(value),
    },
  ],
};

function isPatch(value: unknown): boolean {
  return isObject(value) && value.message_update !== undefined;
}
