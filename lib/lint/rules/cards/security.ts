/** Rules about the security schemes and requirements of a card. */

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
} from "../../../protocol/card/declared-schemes.ts";
import { getOwnEntry, isObject, type JsonObject } from "../../../protocol/json.ts";
import {
  type CardPath,
  type CardRuleContext,
  type CardViolation,
  getObjectItems,
  quoteValue,
} from "../../cards/card-rule.ts";
import type { MessageFactory } from "../../examples/message-factory.ts";
import type { ExampleJson } from "../../examples/recording-builder.ts";
import { AGENT_URL, createCardExample, isVersionFrom1 } from "../../examples/shared-examples.ts";
import { defineRule, type Rule, VERSIONS_FROM_02 } from "../rule.ts";

const hasSchemes = ({ card }: CardRuleContext) => isObject(card.securitySchemes);

const SPEC = "A2A 1.0 §4.5, 0.3 §5.5.3, 0.2 §5.5.3";

export const SECURITY_RULES: readonly Rule[] = [
  defineRule({
    id: "card/scheme-unknown",
    severity: "error",
    versions: VERSIONS_FROM_02,
    title: "unknown scheme",
    message: "The card requires a security scheme that it does not declare.",
    clients:
      "Clients cannot tell how to satisfy it: they send requests without it and are refused.",
    remedy: "Declare it in securitySchemes, or name a scheme that is declared.",
    spec: SPEC,
    ...createCardExample(
      (factory) => createSecuredMembers(factory, createBearerScheme(factory), { other: [] }),
      (factory) => createSecuredMembers(factory, createBearerScheme(factory)),
    ),
    check: {
      passed: "Every required scheme is declared",
      applies: ({ version }) => version !== "0.1",
      find: (subject) => {
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
  }),
  defineRule({
    id: "card/scheme-type",
    severity: "error",
    versions: VERSIONS_FROM_02,
    title: "unknown scheme type",
    message: "A security scheme has no known type, or is written as in another version.",
    clients: "The Python SDK 0.3 rejects the whole card; others do not know how to sign in.",
    remedy: "Before 1.0, give it a type; in 1.0, wrap it, for instance in httpAuthSecurityScheme.",
    spec: SPEC,
    ...createCardExample(
      (factory) => createSecuredMembers(factory, { type: "secret" }),
      (factory) => createSecuredMembers(factory, createBearerScheme(factory)),
    ),
    check: {
      passed: "Every scheme has a known type",
      applies: hasSchemes,
      find: ({ card, version }) =>
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
  }),
  defineRule({
    id: "card/scheme-fields",
    severity: "error",
    versions: VERSIONS_FROM_02,
    title: "scheme incomplete",
    message: "A security scheme lacks a required member.",
    clients: "No client can satisfy the scheme.",
    remedy: "Add what is missing.",
    spec: SPEC,
    ...createCardExample(
      (factory) =>
        createSecuredMembers(
          factory,
          isVersionFrom1(factory)
            ? { apiKeySecurityScheme: { name: "X-Key" } }
            : { type: "apiKey", name: "X-Key" },
        ),
      (factory) => createSecuredMembers(factory, createBearerScheme(factory)),
    ),
    check: {
      passed: "Every scheme has its required members",
      applies: hasSchemes,
      find: ({ card, version }) =>
        readDeclaredSchemes(card).flatMap((scheme) => checkMissingMembers(scheme, version)),
    },
  }),
  defineRule({
    id: "card/flow",
    severity: "warning",
    versions: VERSIONS_FROM_02,
    title: "questionable flow",
    message:
      "An OAuth flow is not defined in its version, or from 1.0 on is deprecated or one too many.",
    clients:
      "Deprecated flows expose tokens or passwords to parties that should not see them; if one scheme has several flows, ProtoJSON readers reject the whole card.",
    remedy:
      "In 1.0 use authorizationCode with PKCE, clientCredentials or deviceCode, each in its own scheme; deviceCode was added in 1.0.",
    spec: "A2A 1.0 §4.5.7, 0.3 §5.5.3, 0.2 §5.5.3",
    ...createCardExample(
      (factory) =>
        createSecuredMembers(
          factory,
          createOAuthScheme(factory, isVersionFrom1(factory) ? "password" : "deviceCode"),
        ),
      (factory) =>
        createSecuredMembers(
          factory,
          createOAuthScheme(factory, isVersionFrom1(factory) ? "authorizationCode" : "implicit"),
        ),
    ),
    check: {
      passed: "Its OAuth flows are valid in its version",
      applies: ({ card }) => readDeclaredSchemes(card).some(({ type }) => type === "oauth2"),
      find: ({ card, version }) =>
        readDeclaredSchemes(card)
          .filter(({ type }) => type === "oauth2")
          .flatMap((scheme) => checkFlows(scheme, version)),
    },
  }),
  defineRule({
    id: "card/scope-unlisted",
    severity: "warning",
    versions: VERSIONS_FROM_02,
    title: "scope not listed",
    message: "The card requires a scope that no flow lists.",
    clients: "No client requests it, and all are refused.",
    remedy: "Add it to the scopes of the flow.",
    spec: SPEC,
    ...createCardExample(
      (factory) =>
        createSecuredMembers(factory, createOAuthScheme(factory, "authorizationCode"), {
          main: ["write"],
        }),
      (factory) =>
        createSecuredMembers(factory, createOAuthScheme(factory, "authorizationCode"), {
          main: ["read"],
        }),
    ),
    check: {
      passed: "Every required scope is listed",
      applies: hasSchemes,
      find: (subject) => {
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
  }),
  defineRule({
    id: "card/scheme-unused",
    severity: "info",
    versions: VERSIONS_FROM_02,
    title: "scheme not used",
    message: "A security scheme is declared but never required.",
    clients: "Clients send requests without it, unless they guess.",
    remedy: "Name it in the card's requirements, or remove it.",
    spec: SPEC,
    ...createCardExample(
      (factory) => ({ securitySchemes: { main: createBearerScheme(factory) } }),
      (factory) => createSecuredMembers(factory, createBearerScheme(factory)),
    ),
    check: {
      passed: "Every declared scheme is required",
      applies: hasSchemes,
      find: (subject) => {
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
  }),
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

/** A security scheme, and the requirement for it. */
function createSecuredMembers(
  factory: MessageFactory,
  scheme: ExampleJson,
  required: ExampleJson = { main: [] },
): ExampleJson {
  if (!isVersionFrom1(factory)) return { securitySchemes: { main: scheme }, security: [required] };
  const lists = Object.entries(required).map(([name, list]) => [name, { list }]);
  return {
    securitySchemes: { main: scheme },
    securityRequirements: [{ schemes: Object.fromEntries(lists) }],
  };
}

function createBearerScheme(factory: MessageFactory): ExampleJson {
  return isVersionFrom1(factory)
    ? { httpAuthSecurityScheme: { scheme: "bearer" } }
    : { type: "http", scheme: "bearer" };
}

function createOAuthScheme(factory: MessageFactory, flow: string): ExampleJson {
  const urls = { authorizationUrl: `${AGENT_URL}authorize`, tokenUrl: `${AGENT_URL}token` };
  const flows = { [flow]: { ...urls, scopes: { read: "Reads." } } };
  return isVersionFrom1(factory) ? { oauth2SecurityScheme: { flows } } : { type: "oauth2", flows };
}
