"use client";
// Banner shown while certificate verification is off for the agent.
import { getOrigin } from "../../lib/session/origin-credentials.ts";
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
      title="Certificates of this agent are not verified"
      actions={
        <Button variant="outline" size={24} onClick={stop}>
          Verify certificates
        </Button>
      }
    >
      The server may not be <span className="mono">{origin}</span>. Anything sent to it, credentials
      included, may be read and changed in transit.
    </Banner>
  );
}
