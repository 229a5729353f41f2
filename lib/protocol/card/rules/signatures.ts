/** Rules about signatures: present and well formed. */

import { parseProtectedHeader } from "../signature/protected-header.ts";
import {
  type CardRule,
  type CardRuleContext,
  type CardViolation,
  getObjectItems,
} from "./card-rule.ts";

const canBeSigned = ({ version }: CardRuleContext) => version === "0.3" || version === "1.0";

export const SIGNATURE_RULES: readonly CardRule[] = [
  {
    id: "card/signature",
    severity: "note",
    passed: "The card is signed",
    spec: "A2A 1.0 §8.4, 0.3 §5.5.6",
    isAdvice: true,
    applies: canBeSigned,
    check({ card }) {
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
  {
    id: "card/signature-form",
    severity: "error",
    passed: "Every signature is well formed",
    spec: "A2A 1.0 §8.4.2, 0.3 §5.5.6, RFC 7515",
    applies: (subject) =>
      canBeSigned(subject) && getObjectItems(subject.card, "signatures").length > 0,
    check: ({ card }) =>
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
];
