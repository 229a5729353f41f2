/** Rules about the signatures of a card: present and well formed. */

import { parseProtectedHeader } from "../../../protocol/card/signature/protected-header.ts";
import { type CardRuleContext, type CardViolation, getObjectItems } from "../../cards/card-rule.ts";
import type { ExampleJson } from "../../examples/recording-builder.ts";
import { always, createCardExample, createUnchanged } from "../../examples/shared-examples.ts";
import { defineRule, type Rule, VERSIONS_FROM_03 } from "../rule.ts";

const canBeSigned = ({ version }: CardRuleContext) => version === "0.3" || version === "1.0";

export const SIGNATURE_RULES: readonly Rule[] = [
  defineRule({
    id: "card/signature",
    severity: "info",
    versions: VERSIONS_FROM_03,
    title: "not signed",
    message: "The card is not signed.",
    clients: "Clients cannot verify who published the card; most do not try.",
    remedy: "Sign the card and publish the key; this is optional.",
    spec: "A2A 1.0 §8.4, 0.3 §5.5.6",
    ...createCardExample(
      createUnchanged,
      always(createSignatureMembers({ alg: "ES256", kid: "k1", typ: "JOSE" })),
    ),
    check: {
      passed: "The card is signed",
      isAdvice: true,
      applies: canBeSigned,
      find({ card }) {
        if (getObjectItems(card, "signatures").length > 0) return [];
        return [
          {
            path: ["signatures"],
            title: "Card is not signed",
            message: "Optional. A JWS signature lets clients verify who published this card.",
            remedy: "Sign the card and publish the key.",
          },
        ];
      },
    },
  }),
  defineRule({
    id: "card/signature-form",
    severity: "error",
    versions: VERSIONS_FROM_03,
    title: "malformed signature",
    message: "A signature cannot be verified as it is written.",
    clients: "A client that verifies signatures rejects the card.",
    remedy:
      "Write protected as base64url of JSON with alg, kid and typ, and signature as base64url.",
    spec: "A2A 1.0 §8.4.2, 0.3 §5.5.6, RFC 7515",
    ...createCardExample(
      always(createSignatureMembers({ alg: "ES256", typ: "JOSE" })),
      always(createSignatureMembers({ alg: "ES256", kid: "k1", typ: "JOSE" })),
    ),
    check: {
      passed: "Every signature is well formed",
      applies: (subject) =>
        canBeSigned(subject) && getObjectItems(subject.card, "signatures").length > 0,
      find: ({ card }) =>
        getObjectItems(card, "signatures").flatMap(({ item, index }) => {
          const path = ["signatures", index];
          if (typeof item.protected !== "string" || typeof item.signature !== "string") return [];
          const form = parseProtectedHeader(item.protected);
          const found: CardViolation[] = form.problems.map((problem) => ({
            path: [...path, "protected"],
            title: "A signature's protected header is unusable",
            message: problem,
            remedy: "Encode JSON with alg and kid as base64url.",
          }));
          if (!/^[\w-]+$/.test(item.signature)) {
            found.push({
              path: [...path, "signature"],
              title: "A signature is not base64url",
              message: "It contains characters outside base64url or padding, or is empty.",
              remedy: "Encode it as base64url without padding.",
            });
          }
          if (form.problems.length === 0 && form.typ === null) {
            found.push({
              path: [...path, "protected"],
              severity: "warning",
              title: "A signature's header has no typ",
              message: "It should be JOSE; the JavaScript SDK rejects a signature without it.",
              remedy: 'Add "typ": "JOSE" to the protected header, and sign again.',
            });
          }
          return found;
        }),
    },
  }),
];

function createSignatureMembers(header: ExampleJson): ExampleJson {
  return {
    signatures: [{ protected: encodeBase64Url(JSON.stringify(header)), signature: "c2lnbmVk" }],
  };
}

function encodeBase64Url(text: string) {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
