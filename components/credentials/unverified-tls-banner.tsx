"use client";
import { getOrigin } from "../../lib/session/origin-credentials.ts";
// As long as anybody's certificate is taken for the agent's, the screen says so.
import { useAgent, useOriginCredentials, useSession } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";

export default function UnverifiedTlsBanner() {
  const { credentials } = useSession();
  const origin = getOrigin(useAgent((agent) => agent.endpoint?.url ?? ""));
  const { tls } = useOriginCredentials(origin);
  const stop = () => {
    const { acceptUntrusted, ...rest } = tls;
    credentials.change(origin, { tls: rest });
  };
  return (
    <Banner
      severity="warning"
      live
      title="Any certificate is accepted from this agent"
      actions={
        <Button variant="outline" size={24} onClick={stop}>
          Check certificates again
        </Button>
      }
    >
      Nobody proves that <span className="mono">{origin}</span> is who answers. What is sent there,
      credentials included, may be read and changed on the way.
    </Banner>
  );
}
