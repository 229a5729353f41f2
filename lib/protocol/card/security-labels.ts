/** Labels for the security schemes and requirements of a card. */

import type {
  CardSecurity,
  RequiredScheme,
  SchemeDemand,
  SecurityRequirement,
} from "./security.ts";

const LOCATION_LABELS = {
  header: "the header",
  query: "the query parameter",
  cookie: "the cookie",
};

export function formatDemand(demand: SchemeDemand): string {
  switch (demand.kind) {
    case "apiKey":
      return `API key in ${LOCATION_LABELS[demand.place]} ${demand.parameter}`;
    case "http":
      if (demand.scheme === "basic") return "User name and password";
      if (demand.scheme === "bearer")
        return `Bearer token${demand.format ? ` (${demand.format})` : ""}`;
      return `Authorization scheme ${demand.scheme}`;
    case "oauth2":
      return "OAuth 2 token";
    case "openIdConnect":
      return "OpenID Connect token";
    case "mutualTls":
      return "Client certificate (mutual TLS)";
    case "unknown":
      return `Unsupported scheme. ${demand.why}`;
  }
}

export function formatNeed({ scheme, scopes }: RequiredScheme): string {
  if (scopes.length === 0) return scheme;
  return `${scheme} (${scopes.length === 1 ? "scope" : "scopes"} ${scopes.join(", ")})`;
}

/** Says what the card requires, with what each of its schemes needs. */
export function describeRequirements({ requirements, schemes }: CardSecurity): string {
  if (requirements.length === 0) return "The card requires no credentials.";
  const describeNeed = (need: RequiredScheme) => {
    const demand = schemes.find(({ name }) => name === need.scheme)?.demand;
    return demand ? `${formatNeed(need)}: ${formatDemand(demand)}` : formatNeed(need);
  };
  const describeOption = (option: SecurityRequirement) =>
    option.length === 0 ? "no credentials" : option.map(describeNeed).join(", and ");
  return `The card accepts ${requirements.map(describeOption).join("; or ")}.`;
}
