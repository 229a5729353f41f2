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
import { openActsFiles } from "./acts-files.ts";
import { type GradeOptions, gradeAgent, MAX_REQUESTS } from "./grade-agent.ts";
import { MAX_ACTS_REQUESTS } from "./load-acts.ts";

const LIMIT_MS = 120_000;

/** Rejects if there is no such profile. */
export async function createGradeStream(
  library: Library,
  { address, allows, prompts, headers = [], acts }: GradeRequest,
  inboxOrigin: string,
): Promise<ReadableStream<Uint8Array>> {
  const profile = acts && (await openActsFiles(library, acts));
  const options: GradeOptions = {
    profile: profile ? "acts" : "any",
    checks: profile?.checks ?? ANY_AGENT,
    effects: new Set<Effect>(["none", ...allows]),
    prompts: new Map(Object.entries(prompts) as [PromptState, string][]),
    text: null,
    repetitions: 1,
    maxRequests: profile ? MAX_ACTS_REQUESTS : MAX_REQUESTS,
    inboxOrigin,
    headers,
    headersTo: [],
    limitMs: LIMIT_MS,
    waitMs: 0,
    binding: null,
    version: null,
    limits: {},
    ...(acts?.repeats !== undefined && { repeats: acts.repeats }),
  };
  return createLineStream<GradeLine>({
    async perform(write, signal) {
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
