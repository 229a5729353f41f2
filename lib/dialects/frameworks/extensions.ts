/** Extensions that any agent may use, recognized by their URIs on any host. */

import { isObject } from "../../protocol/json.ts";
import type { Detector, DetectorContext, Framework } from "../detector.ts";
import type { Meaning } from "../kinds.ts";
import { EXTENSION_URI } from "../payloads/extension-title.ts";
import { PAYMENT_KEY, PRICE_KEY } from "../payloads/payment.ts";

const createUriDetector = (key: RegExp, meaning: Meaning): Detector => ({
  source: "extension",
  key,
  meaning,
  confidence: "certain",
});

/** The BeeAI platform, later AgentStack, later kagenti. */
export const KAGENTI: Framework = {
  id: "kagenti",
  label: "kagenti, BeeAI",
  detectors: [
    createUriDetector(/\/ui\/trajectory\/v\d+$/, "steps"),
    createUriDetector(/\/ui\/citation\/v\d+$/, "citations"),
    createUriDetector(/\/ui\/error\/v\d+$/, "failure"),
    createUriDetector(/\/ui\/form_request\/v\d+$/, "form"),
    createUriDetector(/\/ui\/canvas\/v\d+$/, "details"),
    createUriDetector(/\/ui\/agent-detail\/v\d+$/, "details"),
    createUriDetector(/\/interactions\/approval\/v\d+$/, "approval"),
    createUriDetector(/\/tools\/call\/v\d+$/, "approval"),
    createUriDetector(/\/auth\/oauth\/v\d+$/, "sign-in"),
    createUriDetector(/\/auth\/secrets\/v\d+$/, "secrets"),
    createUriDetector(/\/services\/[\w-]+\/v\d+$/, "details"),
  ],
};

const A2UI_MEMBERS =
  /^(?:beginRendering|surfaceUpdate|dataModelUpdate|deleteSurface|createSurface|updateComponents|updateDataModel)$/;

const getPartData = ({ part }: DetectorContext): unknown =>
  part?.kind === "data" ? part.data : null;

const PRICE_SOURCES = ["message.metadata", "event.metadata", "artifact.metadata"] as const;

/** Extensions of the A2A samples, for payments, and for UI surfaces. */
export const SAMPLES: Framework = {
  id: "samples",
  label: "Extensions of the A2A samples, AP2, A2UI",
  detectors: [
    createUriDetector(/extensions\/timestamp\/v\d+\/timestamp$/, "details"),
    createUriDetector(/extensions\/traceability\/v\d+(?:\/traceability)?$/, "trace"),
    createUriDetector(/\/secure-passport(?:\/v\d+)?$/, "details"),
    createUriDetector(/\/extensions\/agp(?:\/v\d+)?$/, "details"),
    {
      source: "data",
      key: "steps trace_id",
      meaning: "trace",
      confidence: "likely",
      getValue: getPartData,
      when: ({ part }) =>
        part?.kind === "data" && isObject(part.data) && Array.isArray(part.data.steps),
    },
    ...PRICE_SOURCES.map(
      (source): Detector => ({
        source,
        key: PRICE_KEY,
        meaning: "payment",
        confidence: "certain",
        getValue: ({ value }) => ({ [PRICE_KEY]: value }),
      }),
    ),
    {
      source: "data",
      key: "x402Version accepts",
      meaning: "payment",
      confidence: "certain",
      getValue: (context) => ({ [PRICE_KEY]: getPartData(context) }),
    },
    {
      source: "data",
      key: PAYMENT_KEY,
      meaning: "payment",
      confidence: "certain",
      getValue: getPartData,
    },
    {
      source: "mediaType",
      match: /a2ui/,
      meaning: "surface",
      confidence: "certain",
      getValue: getPartData,
    },
    {
      source: "part.metadata",
      key: "mimeType",
      match: /a2ui/,
      meaning: "surface",
      confidence: "certain",
      getValue: getPartData,
    },
    {
      source: "data",
      key: A2UI_MEMBERS,
      meaning: "surface",
      confidence: "likely",
      getValue: getPartData,
    },
  ],
};

/** Any other value under a URI. */
export const UNKNOWN_EXTENSIONS: Framework = {
  id: "extensions",
  label: "Other extensions",
  detectors: [
    {
      ...createUriDetector(EXTENSION_URI, "details"),
      isFallback: true,
      // The patches of a draft are many; the draft shows their result.
      when: ({ value }) => !isPatch(value),
    },
  ],
};

function isPatch(value: unknown): boolean {
  return isObject(value) && value.message_update !== undefined;
}

/** The streaming extension of kagenti: messages that grow by patches in status update metadata. */
export const STREAMING: Framework = {
  id: "streaming",
  label: "Streaming extension",
  detectors: [
    // Its host has changed before.
    { source: "extension", key: /\/ui\/streaming\/v1$/, meaning: "draft", confidence: "certain" },
  ],
};
