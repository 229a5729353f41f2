/** Rules about security schemes and requirements. */

import { getOwnEntry, isObject, type JsonObject } from "../../json.ts";
import {
  DEPRECATED_FLOWS,
  type DeclaredScheme,
  getFlowMembers,
  getFlowNames,
  getListedScopes,
  getRequiredMembers,
  type LocatedRequirement,
  readDeclaredSchemes,
  readRequirements,
} from "../declared-schemes.ts";
import {
  type CardPath,
  type CardRule,
  type CardRuleContext,
  type CardViolation,
  getObjectItems,
  quoteValue,
} from "./card-rule.ts";

const hasSchemes = ({ card }: CardRuleContext) => isObject(card.securitySchemes);
const SPEC = "A2A 1.0 §4.5, 0.3 §5.5.3, 0.2 §5.5.3";

export const SECURITY_RULES: readonly CardRule[] = [
  {
    id: "card/scheme-unknown",
    severity: "error",
    passed: "Every required scheme is declared",
    spec: SPEC,
    applies: ({ version }) => version !== "0.1",
    check: (subject) => {
      const declared = new Set(readDeclaredSchemes(subject.card).map(({ name }) => name));
      return getRequirements(subject)
        .filter(({ scheme }) => !declared.has(scheme))
        .map(({ scheme, path }) => ({
          path,
          title: `${quoteValue(scheme)} is required but not declared`,
          message: "Clients cannot satisfy it: securitySchemes has no such entry.",
          remedy: `Declare ${quoteValue(scheme)} in securitySchemes, or require one that is declared.`,
        }));
    },
  },
  {
    id: "card/scheme-type",
    severity: "error",
    passed: "Every scheme has a known type",
    spec: SPEC,
    applies: hasSchemes,
    check: ({ card, version }) =>
      readDeclaredSchemes(card).flatMap((scheme) => {
        const isWrapped = scheme.wrapperPath.length > 0;
        const path = ["securitySchemes", scheme.name];
        if (scheme.type === null) {
          return [
            {
              path,
              title: `Scheme ${quoteValue(scheme.name)} has an unknown type`,
              message: "The types are apiKey, http, oauth2, openIdConnect and mutualTLS.",
              remedy: getTypeRemedy(version),
            },
          ];
        }
        if (isWrapped === (version === "1.0")) return [];
        return [
          {
            path,
            title: `Scheme ${quoteValue(scheme.name)} is written in the format of another version`,
            message: isWrapped
              ? `${version} identifies schemes by type; wrapper keys belong to 1.0.`
              : "1.0 identifies schemes by a wrapper key; type belongs to earlier versions.",
            remedy: getTypeRemedy(version),
            severity: "warning" as const,
          },
        ];
      }),
  },
  {
    id: "card/scheme-fields",
    severity: "error",
    passed: "Every scheme has its required members",
    spec: SPEC,
    applies: hasSchemes,
    check: ({ card, version }) =>
      readDeclaredSchemes(card).flatMap((scheme) => checkMissingMembers(scheme, version)),
  },
  {
    id: "card/flow",
    severity: "warning",
    passed: "Its OAuth flows are valid in its version",
    spec: "A2A 1.0 §4.5.7, 0.3 §5.5.3, 0.2 §5.5.3",
    applies: ({ card }) => readDeclaredSchemes(card).some(({ type }) => type === "oauth2"),
    check: ({ card, version }) =>
      readDeclaredSchemes(card)
        .filter(({ type }) => type === "oauth2")
        .flatMap((scheme) => checkFlows(scheme, version)),
  },
  {
    id: "card/scope-unlisted",
    severity: "warning",
    passed: "Every required scope is listed",
    spec: SPEC,
    applies: hasSchemes,
    check: (subject) => {
      const listed = new Map(
        readDeclaredSchemes(subject.card).map((scheme) => [scheme.name, getListedScopes(scheme)]),
      );
      return getRequirements(subject).flatMap(({ scheme, scopes, path }) => {
        const known = listed.get(scheme);
        if (!known) return [];
        return scopes
          .filter((scope) => !known.has(scope))
          .map((scope) => ({
            path,
            title: `Scope ${quoteValue(scope)} is required but not listed`,
            message: `No flow of ${quoteValue(scheme)} lists it, so no client requests it.`,
            remedy: `Add ${quoteValue(scope)} to the scopes of the flow.`,
          }));
      });
    },
  },
  {
    id: "card/scheme-unused",
    severity: "note",
    passed: "Every declared scheme is required",
    spec: SPEC,
    applies: hasSchemes,
    check: (subject) => {
      const used = new Set(getRequirements(subject).map(({ scheme }) => scheme));
      return readDeclaredSchemes(subject.card)
        .filter(({ name }) => !used.has(name))
        .map(({ name }) => ({
          path: ["securitySchemes", name],
          title: `Scheme ${quoteValue(name)} is declared but never required`,
          message: "Clients call without it unless they guess.",
          remedy: `Name it in ${subject.version === "1.0" ? "securityRequirements" : "security"}, or remove it.`,
        }));
    },
  },
];

/** The requirements of the card and its skills. */
function getRequirements({ card, version }: CardRuleContext): LocatedRequirement[] {
  const ofSkills = getObjectItems(card, "skills").flatMap(({ item, index }) =>
    readRequirements(item, version)
      .flat()
      .map((required) => ({ ...required, path: ["skills", index, ...required.path] })),
  );
  return [...readRequirements(card, version).flat(), ...ofSkills];
}

function getTypeRemedy(version: CardRuleContext["version"]): string {
  return version === "1.0"
    ? "Wrap it as in 1.0, for example in httpAuthSecurityScheme."
    : 'Give it a type, such as "http".';
}

function checkMissingMembers(
  scheme: DeclaredScheme,
  version: CardRuleContext["version"],
): CardViolation[] {
  const { name, type, wrapperPath, body } = scheme;
  if (type === null) return [];
  const path = ["securitySchemes", name, ...wrapperPath];
  const own = getRequiredMembers(type, wrapperPath.length > 0 ? "1.0" : version)
    .filter((member) => !isStated(body, member))
    .map((member) => createMissingViolation(path, member, `A scheme of type ${type}`));
  if (type !== "oauth2" || !isObject(body.flows)) return own;
  const flows = Object.entries(body.flows).flatMap(([flow, raw]) => {
    const value = isObject(raw) ? raw : {};
    return (getOwnEntry(getFlowMembers(version), flow) ?? [])
      .filter((member) => !isStated(value, member))
      .map((member) =>
        createMissingViolation([...path, "flows", flow], member, `The flow ${flow}`),
      );
  });
  return [...own, ...flows];
}

function isStated(body: JsonObject, member: string): boolean {
  return body[member] !== undefined && body[member] !== null && body[member] !== "";
}

function createMissingViolation(path: CardPath, member: string, what: string): CardViolation {
  return {
    path: [...path, member],
    title: `${what} has no ${member}`,
    message: "Without it, clients cannot satisfy the scheme.",
    remedy: `Add ${member}.`,
  };
}

function checkFlows(scheme: DeclaredScheme, version: CardRuleContext["version"]): CardViolation[] {
  const names = getFlowNames(scheme.body);
  const path = ["securitySchemes", scheme.name, ...scheme.wrapperPath, "flows"];
  const several: CardViolation[] =
    version === "1.0" && names.length > 1
      ? [
          {
            path,
            title: "More than one OAuth flow in a scheme",
            message: `1.0 allows one: ProtoJSON parsers reject ${names.join(" and ")} together.`,
            remedy: "Declare a scheme for each flow.",
          },
        ]
      : [];
  const flows = getFlowMembers(version);
  const old = names
    .filter((name) => version === "1.0" && DEPRECATED_FLOWS.includes(name))
    .map((name) => ({
      path: [...path, name],
      title: `The flow ${name} is deprecated in 1.0`,
      message: "It exposes tokens or passwords to parties that should not see them.",
      remedy: "Use authorizationCode with PKCE, clientCredentials or deviceCode.",
    }));
  const unknown = names
    .filter((name) => !Object.hasOwn(flows, name))
    .map((name) => ({
      path: [...path, name],
      title: `${quoteValue(name)} is not an OAuth flow of ${version}`,
      message: `Clients of ${version} ignore it.`,
      remedy: `Use one of ${Object.keys(flows).join(", ")}.`,
    }));
  return [...several, ...old, ...unknown];
}
