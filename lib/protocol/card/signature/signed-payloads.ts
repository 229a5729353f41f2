/**
 * Forms of a card that may be signed. 1.0 defines one; some signers remove more members, and some
 * sign the card as sent. The form of a signature can only be determined by trying each.
 */

import { isArray, isObject, type JsonObject } from "../../json.ts";
import { canonicalizeJson } from "./canonical-json.ts";

export type SignedForm = "spec" | "pruned" | "received";

interface SignedPayload {
  readonly form: SignedForm;
  readonly text: string;
}

/** The distinct payloads, with the specified form first. */
export function getSignedPayloads(card: JsonObject): SignedPayload[] {
  const { signatures, ...bare } = card;
  const spec = removeDefaults(bare, CARD);
  const forms: readonly (readonly [SignedForm, unknown])[] = [
    ["spec", spec],
    ["pruned", prune(spec) ?? {}],
    ["pruned", prune(bare) ?? {}],
    ["received", bare],
  ];
  const known = new Set<string>();
  return forms.flatMap(([form, value]) => {
    const text = canonicalizeJson(value);
    if (text === null || known.has(text)) return [];
    known.add(text);
    return [{ form, text }];
  });
}

/** Members that are dropped if they have default values, and the shapes of the others. */
interface DefaultsShape {
  readonly drops: readonly string[];
  readonly inner?: Readonly<Record<string, DefaultsShape>>;
  /** Whether it is a list or a map of these objects. */
  readonly each?: DefaultsShape;
}

const STRINGS: DefaultsShape = { drops: ["list"] };
const REQUIREMENTS: DefaultsShape = {
  drops: [],
  each: { drops: ["schemes"], inner: { schemes: { drops: [], each: STRINGS } } },
};
const FLOW: DefaultsShape = { drops: ["refreshUrl", "pkceRequired"] };
const SCHEME: DefaultsShape = {
  drops: [],
  inner: {
    apiKeySecurityScheme: { drops: ["description"] },
    httpAuthSecurityScheme: { drops: ["description", "bearerFormat"] },
    oauth2SecurityScheme: {
      drops: ["description", "oauth2MetadataUrl"],
      inner: { flows: { drops: [], each: FLOW } },
    },
    openIdConnectSecurityScheme: { drops: ["description"] },
    mtlsSecurityScheme: { drops: ["description"] },
  },
};
/** Members that 1.0 neither requires nor marks as optional; the others stay as sent. */
const CARD: DefaultsShape = {
  drops: ["securitySchemes", "securityRequirements"],
  inner: {
    supportedInterfaces: { drops: [], each: { drops: ["tenant"] } },
    capabilities: {
      drops: ["extensions"],
      inner: { extensions: { drops: [], each: { drops: ["uri", "description", "required"] } } },
    },
    securitySchemes: { drops: [], each: SCHEME },
    securityRequirements: REQUIREMENTS,
    skills: {
      drops: [],
      each: {
        drops: ["examples", "inputModes", "outputModes", "securityRequirements"],
        inner: { securityRequirements: REQUIREMENTS },
      },
    },
  },
};

function removeDefaults(value: unknown, shape: DefaultsShape | undefined): unknown {
  if (!shape) return value;
  if (isArray(value)) return value.map((item) => removeDefaults(item, shape.each));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([name, member]) => member !== null && !(shape.drops.includes(name) && isDefaultValue(member)),
  );
  return Object.fromEntries(
    kept.map(([name, member]) => [name, removeDefaults(member, getMemberShape(shape, name))]),
  );
}

/** A card may have a member named `constructor`, which every object inherits. */
function getMemberShape({ inner, each }: DefaultsShape, name: string): DefaultsShape | undefined {
  return inner && Object.hasOwn(inner, name) ? inner[name] : each;
}

function isDefaultValue(value: unknown): boolean {
  return value === false || value === 0 || isEmpty(value);
}

function isEmpty(value: unknown): boolean {
  if (value === "" || value === null) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Removes empty values at any depth; `null` if nothing is left. */
function prune(value: unknown): unknown {
  if (isArray(value)) {
    const items = value.map(prune).filter((item) => item !== null);
    return items.length > 0 ? items : null;
  }
  if (!isObject(value)) return value === "" ? null : value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, prune(member)] as const)
    .filter(([, member]) => member !== null);
  return members.length > 0 ? Object.fromEntries(members) : null;
}
