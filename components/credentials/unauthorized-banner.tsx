"use client";
// Banner for a request that was rejected as unauthorized or forbidden: the challenge, missing
// credentials, and a button that resends the request.
import { checkRequirements, NO_SECURITY } from "../../lib/protocol/card/security.ts";
import { formatNeed } from "../../lib/protocol/card/security-labels.ts";
import { NO_CHALLENGE } from "../../lib/protocol/challenge.ts";
import { hasCredentialFor, hasNoCredentials } from "../../lib/session/origin-credentials.ts";
import { type AuthRejection, findAuthRejection } from "../../lib/timeline/auth-rejection.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import { getHeaderValues } from "../../lib/wire/headers.ts";
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { useAgent, useOriginCredentials, useRun, useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { NoticeArea } from "../ui/notice-area.tsx";
import { useRunFact } from "../use-throttled-version.ts";
import Challenges from "./challenges.tsx";

export function UnauthorizedBanner() {
  const scope = useView((state) => state.scope);
  const agentRecording = useAgent(({ recording }) => recording);
  const openRecording = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const exchange = useRunFact(({ timeline: { exchanges } }) => {
    const last =
      scope === "all" ? exchanges.findLast((one) => !isDiscovery(one)) : exchanges[scope];
    return last && findAuthRejection(last) ? last : null;
  });
  if (agentRecording === null || agentRecording !== openRecording) return null;
  const rejection = exchange && findAuthRejection(exchange);
  return rejection ? (
    <UnauthorizedExchange key={exchange.id} exchange={exchange} rejection={rejection} />
  ) : null;
}

function UnauthorizedExchange({
  exchange,
  rejection,
}: {
  exchange: Exchange;
  rejection: AuthRejection;
}) {
  const { agent, view } = useAppContext();
  const openDialog = useOpenDialog();
  const { url } = exchange.open.record;
  const challenges = getHeaderValues(exchange.head?.record.headers ?? [], "www-authenticate");
  const call = agent.sent(exchange.id);
  const resend = async () => {
    if (call && (await agent.send(call)) !== null) {
      view.setState({ scope: "all", cursor: null, following: true });
    }
  };
  return (
    <NoticeArea>
      <Banner
        severity="error"
        who="Agent"
        title={rejection.isUnauthenticated ? "Authentication required" : "The agent denies access"}
        actions={
          <>
            <Button
              variant="outline"
              size={24}
              icon="key"
              onClick={() => openDialog("credentials", { url })}
            >
              Add credentials
            </Button>
            {call && (
              <Button size={24} onClick={() => void resend()}>
                Resend
              </Button>
            )}
          </>
        }
      >
        <p>
          {rejection.label}. <MissingCredentials isIdentified={rejection.isIdentified} />
        </p>
        <Challenges lines={challenges} isIdentified={rejection.isIdentified} />
        {challenges.length === 0 && <p>{NO_CHALLENGE}</p>}
      </Banner>
    </NoticeArea>
  );
}

function MissingCredentials({ isIdentified }: Pick<AuthRejection, "isIdentified">) {
  const security = useAgent((agent) => agent.card?.security ?? NO_SECURITY);
  const stored = useOriginCredentials(useAgent((agent) => agent.endpoint?.url ?? ""));
  const { met, missing } = checkRequirements(security.requirements, (need) =>
    hasCredentialFor(stored, security, need),
  );
  if (met === null) {
    const missingText = missing.map(formatNeed).join(" and ");
    return security.requirements.length > 1
      ? `None of the card's security requirements is met. Missing for the closest one: ${missingText}.`
      : `Missing credentials that the card requires: ${missingText}.`;
  }
  // What was sent may no longer be set.
  if (isIdentified !== true && hasNoCredentials(stored)) {
    return "The card requires no credentials, and none are set.";
  }
  if (security.requirements.length === 0) {
    return "The card requires no credentials, and those that were sent are not accepted or not sufficient.";
  }
  return "All credentials that the card requires are set, but they are not accepted or not sufficient.";
}
