/** Checks of version negotiation, which 1.0 introduced. */

import type { OutgoingRequest } from "../../protocol/encode/encode.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { expectError } from "../expect-error.ts";
import { broken, kept, notMeasured } from "../judgement.ts";
import { judgeEdited } from "../probes.ts";
import type { Response } from "../response.ts";

const ABOUT_VERSION = { testedHeaders: ["a2a-version"] };

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
      ABOUT_VERSION,
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
        const answer = `Answered with ${response.describe()}`;
        if (isRead) return kept(`${answer}.`, response);
        return showsVersion1(response)
          ? broken(`${answer}, as if it were 1.0.`, response)
          : notMeasured(`${answer}, which does not show the version of the answer.`, response);
      },
      ABOUT_VERSION,
    ),
});

/** Whether only 1.0 has this answer to an unknown task. */
function showsVersion1({ binding, error }: Response): boolean {
  // The name of the service says 1.0 already.
  if (binding === "grpc") return false;
  // 0.3 has the same error over HTTP+JSON, but not in this form.
  return binding === "jsonrpc" || (error !== null && error.reason !== null);
}

function setVersion(request: OutgoingRequest, version: string | null): OutgoingRequest {
  const others = request.headers.filter(([name]) => name.toLowerCase() !== "a2a-version");
  const name = request.framing === "grpc" ? "a2a-version" : "A2A-Version";
  return { ...request, headers: version === null ? others : [...others, [name, version]] };
}

export const VERSION_CHECKS = [unknown, missing];
