/** Checks of version negotiation, which 1.0 introduced. */

import type { OutgoingRequest } from "../../protocol/encode/encode.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { expectError } from "../expect-error.ts";
import { broken, kept } from "../judgement.ts";
import { UNKNOWN_TASK } from "../probes.ts";
import type { InterfaceUnderTest } from "../subject.ts";

const unknown = defineCheck({
  id: "VERSION-UNKNOWN",
  group: "Versions",
  title: "A version that is not supported is VersionNotSupported",
  effect: "none",
  run: (subject) =>
    subject.record("an unknown version", async (calls) => {
      const request = calls.encode({ operation: "get", taskId: UNKNOWN_TASK });
      return expectError(await calls.send(setVersion(request, "99.0")), ["VersionNotSupported"]);
    }),
});

const missing = defineCheck({
  id: "VERSION-MISSING",
  group: "Versions",
  title: "A request without a version is taken as 0.3",
  effect: "none",
  run: (subject) =>
    subject.record("no version", async (calls) => {
      const request = calls.encode({ operation: "get", taskId: UNKNOWN_TASK });
      const response = await calls.send(setVersion(request, null));
      requireAccess(response);
      requireResponse(response);
      if (!supports03(subject) && response.hasError("VersionNotSupported")) {
        return kept(`Answered with ${response.describe()}.`, response);
      }
      // A method of 1.0 does not exist in 0.3.
      const isRead =
        response.hasError("MethodNotFound") || response.hasError("VersionNotSupported");
      if (isRead) return kept(`Answered with ${response.describe()}.`, response);
      return broken(`Answered with ${response.describe()}, as if it were 1.0.`, response);
    }),
});

const supports03 = ({ agent: { card } }: InterfaceUnderTest) =>
  card?.interfaces.some(({ version }) => version === "0.3") ?? false;

function setVersion(request: OutgoingRequest, version: string | null): OutgoingRequest {
  const others = request.headers.filter(([name]) => name.toLowerCase() !== "a2a-version");
  const name = request.framing === "grpc" ? "a2a-version" : "A2A-Version";
  return { ...request, headers: version === null ? others : [...others, [name, version]] };
}

export const VERSION_CHECKS = [unknown, missing];
