"use client";
// The agent answered that it wants to know who asks: what it says it wants, what is missing of that,
// and the same call once more.
import { checkRequirements, NO_SECURITY } from "../../lib/protocol/card/security.ts";
import { hasCredentialFor, hasNoCredentials } from "../../lib/session/origin-credentials.ts";
import { type AuthRejection, findAuthRejection } from "../../lib/timeline/auth-rejection.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isDiscovery } from "../../lib/timeline/timeline-queries.ts";
import { getHeaderValues } from "../../lib/wire/headers.ts";
import { useAppContext } from "../app-context.tsx";
import { ComposerNotices } from "../compose/composer-notices.tsx";
import { useThrottledVersion } from "../library/use-throttled-version.ts";
import { useAgent, useOriginCredentials, useRun, useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import Challenges from "./challenges.tsx";
import { formatNeed } from "./credential-labels.ts";

export function UnauthorizedBanner() {
  const { run } = useAppContext();
  const scope = useView((state) => state.scope);
  const met = useAgent(({ recording }) => recording);
  const open = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  useThrottledVersion();
  if (met === null || met !== open) return null;
  const { exchanges } = run.getState().timeline;
  const exchange =
    scope === "all" ? exchanges.findLast((one) => !isDiscovery(one)) : exchanges[scope];
  const refusal = exchange && findAuthRejection(exchange);
  return refusal ? (
    <UnauthorizedExchange key={exchange.id} exchange={exchange} refusal={refusal} />
  ) : null;
}

function UnauthorizedExchange({
  exchange,
  refusal,
}: {
  exchange: Exchange;
  refusal: AuthRejection;
}) {
  const { agent, screen, view } = useAppContext();
  const { url } = exchange.open.record;
  const challenges = getHeaderValues(exchange.head?.record.headers ?? [], "www-authenticate");
  const call = agent.sent(exchange.id);
  const again = async () => {
    if (call && (await agent.send(call)) !== null) {
      view.setState({ scope: "all", cursor: null, following: true });
    }
  };
  return (
    <ComposerNotices>
      <Banner
        severity="error"
        who="Agent"
        title={
          refusal.isUnauthenticated
            ? "The agent wants to know who asks"
            : "The agent does not allow this"
        }
        actions={
          <>
            <Button
              variant="outline"
              size={24}
              icon="key"
              onClick={() => screen.openCredentials(url)}
            >
              Give credentials
            </Button>
            {call && (
              <Button size={24} onClick={() => void again()}>
                Send again
              </Button>
            )}
          </>
        }
      >
        <p>
          {refusal.label}. <MissingCredentials />
        </p>
        <Challenges lines={challenges} />
        {challenges.length === 0 && <p>It does not say what it wants (no WWW-Authenticate).</p>}
      </Banner>
    </ComposerNotices>
  );
}

function MissingCredentials() {
  const security = useAgent((agent) => agent.card?.security ?? NO_SECURITY);
  const held = useOriginCredentials(useAgent((agent) => agent.endpoint?.url ?? ""));
  const { met, missing } = checkRequirements(security.requirements, (need) =>
    hasCredentialFor(held, security, need),
  );
  if (met === null) {
    const lacks = missing.map(formatNeed).join(" and ");
    return security.requirements.length > 1
      ? `None of the ways that the card names is met; for the nearest is not given: ${lacks}.`
      : `The card wants credentials that are not given: ${lacks}.`;
  }
  if (hasNoCredentials(held)) return "The card says nothing of credentials, and none were sent.";
  return "Credentials are given for all that the card wants; they are not accepted, or not enough.";
}
