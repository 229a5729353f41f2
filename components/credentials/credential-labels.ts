// Labels for security schemes, requirements and the status of credentials.
import type { RequiredScheme, SchemeDemand } from "../../lib/protocol/card/security.ts";
import { type Credential, isRenewable } from "../../lib/session/origin-credentials.ts";
import type { Hue } from "../ui/hue.ts";

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

export interface CredentialStatus {
  readonly label: string;
  readonly hue: Hue;
}

export function getCredentialStatus(
  credential: Credential | undefined,
  now: number,
): CredentialStatus {
  if (!credential) return { label: "missing", hue: "warning" };
  const expiresAt = credential.kind === "oauth" ? credential.grant.expiresAt : null;
  if (expiresAt === null) return { label: "set", hue: "ok" };
  const left = expiresAt - now;
  if (left > 0) return { label: `set, expires in ${formatTimeLeft(left)}`, hue: "ok" };
  const canRenew = credential.kind === "oauth" && isRenewable(credential.grant);
  return canRenew
    ? { label: "expired, renewed on use", hue: "ok" }
    : { label: "expired", hue: "warning" };
}

export function formatTimeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
