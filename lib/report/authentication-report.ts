/** What a response that rejects its caller asks for, and what the card accepts instead, in the report. */

import type { RequiredScheme } from "../protocol/card/security.ts";
import { formatDemand } from "../protocol/card/security-labels.ts";
import { type Challenge, describeChallenges } from "../protocol/challenge.ts";
import { shorten } from "../text/graphemes.ts";
import { type AuthDemand, describeAccepted } from "../timeline/auth-demand.ts";

export interface AuthenticationReport {
  /** `HTTP 401`, or the status of gRPC. */
  status: string;
  challenges: ChallengeReport[];
  /** The alternatives of the card, each with all that it needs; `null` without a card. */
  accepts: AcceptedScheme[][] | null;
  /** The same in sentences. */
  text: string[];
}

interface ChallengeReport {
  scheme: string;
  realm: string | null;
  error: string | null;
  scope: string | null;
  /** All parameters, also those above. */
  parameters: Record<string, string>;
}

interface AcceptedScheme {
  /** Its name in the card. */
  name: string;
  needs: string | null;
  scopes: readonly string[];
}

const MAX_LENGTH = 500;

export function createAuthenticationReport(demand: AuthDemand): AuthenticationReport {
  const { label, challenges, security, isIdentified } = demand;
  const describeScheme = ({ scheme, scopes }: RequiredScheme): AcceptedScheme => {
    const described = security?.schemes.find(({ name }) => name === scheme);
    return { name: scheme, needs: described ? formatDemand(described.demand) : null, scopes };
  };
  return {
    status: label,
    challenges: challenges.map(createChallengeReport),
    accepts: security?.requirements.map((option) => option.map(describeScheme)) ?? null,
    text: [...describeChallenges(challenges, isIdentified), describeAccepted(demand)].map((line) =>
      shorten(line, MAX_LENGTH),
    ),
  };
}

function createChallengeReport({ scheme, parameters }: Challenge): ChallengeReport {
  const get = (name: string) => parameters.get(name) ?? null;
  const all = Object.fromEntries(parameters);
  return {
    scheme,
    realm: get("realm"),
    error: get("error"),
    scope: get("scope"),
    parameters: all,
  };
}
