import { expect, test } from "vitest";
import type { CardAttempt } from "../api/api-types.ts";
import { ApiClientError } from "./api-client.ts";
import { createNoCardError } from "./card-errors.ts";
import { toUserFacingError } from "./user-facing-error.ts";

const attempt = (status: number | null, outcome: string): CardAttempt => ({
  url: "https://agent.example.com/.well-known/agent-card.json",
  exchange: "x",
  status,
  outcome,
  cause: status === null ? "refused" : "complete",
  contentType: null,
  bytes: 0,
  ms: 1,
  challenge: null,
});

test.each([
  ["Network", "DNS", attempt(null, "getaddrinfo ENOTFOUND agent.example.com")],
  ["Network", "refused", attempt(null, "connect ECONNREFUSED 127.0.0.1:9")],
  ["Network", "TLS", attempt(null, "self-signed certificate")],
  ["Network", "in time", attempt(null, "No data was received for 10 s.")],
  ["Network", "in time", attempt(null, "No connection after 30 s.")],
  [
    "Loupe",
    "headers are too large",
    { ...attempt(null, "The answer's headers are longer than 256 KiB."), by: "loupe" as const },
  ],
  ["Network", "reach", attempt(null, "No answer (reset).")],
  ["Network", "in time", { ...attempt(null, "No data was received."), by: "loupe" as const }],
  [
    "Network",
    "TLS",
    { ...attempt(null, "Loupe does not trust the certificate."), by: "loupe" as const },
  ],
  [
    "HTTP",
    "redirects",
    { ...attempt(null, "The redirects lead in a loop."), by: "loupe" as const },
  ],
  ["Loupe", "Too long", { ...attempt(200, "HTTP 200, but it is longer"), cause: "limit" as const }],
  ["HTTP", "incomplete", { ...attempt(200, "HTTP 200, cut off"), cause: "reset" as const }],
  ["Loupe", "blocked", { ...attempt(null, "It is metadata."), by: "loupe" as const }],
  ["HTTP", "Not JSON", attempt(200, "HTTP 200, but the body is not JSON.")],
  ["A2A", "not an agent card", attempt(200, "HTTP 200, but the JSON is not an agent card.")],
  ["HTTP", "Authentication required", attempt(401, "HTTP 401.")],
  ["HTTP", "HTTP 503", attempt(503, "HTTP 503.")],
  ["HTTP", "No agent card", attempt(404, "HTTP 404.")],
])("%s: %s", (who, title, tried) => {
  const problem = createNoCardError([tried]);
  expect(problem).toMatchObject({ who, title: expect.stringContaining(title) });
  expect(problem.remedy).not.toBeNull();
  expect(problem.details).toContain(tried.outcome);
});

test("explains the attempt that got furthest", () => {
  const tried = [attempt(404, "HTTP 404."), attempt(200, "HTTP 200, but the body is not JSON.")];
  expect(createNoCardError(tried).title).toBe("Not JSON");
  expect(createNoCardError(tried).details?.split("\n")).toHaveLength(4);
});

test("keeps the hint of an error of the server", () => {
  const error = new ApiClientError("bad-request", "A URL cannot contain spaces.", "Hint.");
  expect(toUserFacingError(error, "Not an address")).toMatchObject({
    who: "Loupe",
    remedy: "Hint.",
  });
});
