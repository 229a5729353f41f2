/**
 * Grades an agent for the page: a line of JSON for each result, then the grade.
 *
 * Guarantee: it stops when the page closes the response; what it started at the agent is cleaned up
 * all the same.
 */

import type { GradeRequest } from "../../api/schemas/api-requests.ts";
import { ANY_AGENT } from "../../conform/profiles.ts";
import type { GradeLine } from "../../conform/stored-grade.ts";
import type { Effect, PromptState } from "../../conform/subject.ts";
import { getErrorMessage } from "../../text/error-message.ts";
import { createLineStream } from "../http/line-stream.ts";
import type { Library } from "../library.ts";
import { maskAddressSecrets } from "../live/live-agent.ts";
import { gradeAgent } from "./grade-agent.ts";

const MAX_REQUESTS = 400;
const LIMIT_MS = 120_000;

export function createGradeStream(
  library: Library,
  { address, allows, prompts, headers = [] }: GradeRequest,
  inboxOrigin: string,
): ReadableStream<Uint8Array> {
  return createLineStream<GradeLine>({
    async perform(write, signal) {
      const options = {
        profile: "any",
        checks: ANY_AGENT,
        effects: new Set<Effect>(["none", ...allows]),
        prompts: new Map(Object.entries(prompts) as [PromptState, string][]),
        text: null,
        repetitions: 1,
        maxRequests: MAX_REQUESTS,
        inboxOrigin,
        headers,
        headersTo: [],
        limitMs: LIMIT_MS,
        waitMs: 0,
        binding: null,
        version: null,
        limits: {},
      };
      const grade = await gradeAgent(library, address, options, signal, {
        onResult: (result, progress) => write({ kind: "result", result, ...progress }),
      });
      write({ kind: "grade", grade });
    },
    describeFailure: (error) => ({
      kind: "failed",
      message: maskAddressSecrets(address, getErrorMessage(error)),
    }),
  });
}
