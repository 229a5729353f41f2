/** Checks of version negotiation, which 1.0 introduced. */

import type { OutgoingRequest } from "../../protocol/encode/encode.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { expectError } from "../expect-error.ts";
import { broken, kept } from "../judgement.ts";
import { judgeEdited } from "../probes.ts";

const unknown = defineCheck({
  id: "VERSION-UNKNOWN",
  group: "Versions",
  title: "A version that is not supported is VersionNotSupported",
  effect: "none",
  run: (subject) =>
    judgeEdited(
      subject,
      "an unknown version",
      (request) => setVersion(request, "99.0"),
      (response) => expectError(response, ["VersionNotSupported"]),
    ),
});

const missing = defineCheck({
  id: "VERSION-MISSING",
  group: "Versions",
  title: "A request without a version is taken as 0.3",
  effect: "none",
  run: (subject) =>
    judgeEdited(
      subject,
      "no version",
      (request) => setVersion(request, null),
      (response) => {
        requireAccess(response);
        requireResponse(response);
        // A method of 1.0 does not exist in 0.3.
        const isRead =
          response.hasError("MethodNotFound") || response.hasError("VersionNotSupported");
        if (isRead) return kept(`Answered with ${response.describe()}.`, response);
        return broken(`Answered with ${response.describe()}, as if it were 1.0.`, response);
      },
    ),
});

function setVersion(request: OutgoingRequest, version: string | null): OutgoingRequest {
  const others = request.headers.filter(([name]) => name.toLowerCase() !== "a2a-version");
  const name = request.framing === "grpc" ? "a2a-version" : "A2A-Version";
  return { ...request, headers: version === null ? others : [...others, [name, version]] };
}

export const VERSION_CHECKS = [unknown, missing];
