// Labels for the status of credentials.
import { type Credential, isRenewable } from "../../lib/session/origin-credentials.ts";
import type { Hue } from "../ui/hue.ts";

interface CredentialStatus {
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
