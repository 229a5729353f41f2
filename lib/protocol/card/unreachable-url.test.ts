import { expect, test } from "vitest";
import { findUrlIssue } from "./unreachable-url.ts";

const FAR = "https://agent.example/.well-known/agent-card.json";
const NEAR = "http://localhost:9999/.well-known/agent-card.json";
const BELOW = "https://agent.example/teams/blue/.well-known/agent-card.json";

test.each([
  ["http://0.0.0.0:8000/rpc", FAR, "wildcard", "https://agent.example/rpc"],
  ["http://0.0.0.0:8000/rpc", NEAR, "wildcard", "http://localhost:9999/rpc"],
  ["http://0.0.0.0:8000/rpc", null, "wildcard", "http://localhost:8000/rpc"],
  ["http://[::]:8000/?a=1", FAR, "wildcard", "https://agent.example/?a=1"],
  ["http://localhost:8000/rpc", FAR, "loopback", "https://agent.example/rpc"],
  ["http://127.0.0.1/", BELOW, "loopback", "https://agent.example/teams/blue/"],
  ["http://[::1]:1/", FAR, "loopback", "https://agent.example/"],
  ["http://10.1.2.3/rpc", FAR, "private", "https://agent.example/rpc"],
  ["http://planner:8000/rpc", FAR, "private", "https://agent.example/rpc"],
  ["http://planner:8000/", NEAR, "private", "http://localhost:9999/"],
  ["http://a.svc.cluster.local/", FAR, "private", "https://agent.example/"],
  ["http://agent.example/rpc", FAR, "plain", "https://agent.example/rpc"],
  ["https://agent.example:8443/rpc", FAR, "port", "https://agent.example/rpc"],
  ["http://127.0.0.1:8000/", NEAR, "port", "http://localhost:9999/"],
  ["https://agent.example/rpc", BELOW, "prefix", "https://agent.example/teams/blue/rpc"],
])("%s from %s is in doubt: %s", (address, from, kind, corrected) => {
  expect(findUrlIssue(address, from)).toMatchObject({ kind, corrected });
});

test.each([
  ["https://agent.example/rpc", FAR],
  ["https://agent.example:443/rpc", FAR],
  ["https://other.example:8443/rpc", FAR],
  ["http://other.example/", FAR],
  ["http://127.0.0.1:9999/rpc", NEAR],
  ["http://localhost:8000/rpc", null],
  ["https://agent.example/teams/blue", BELOW],
  ["https://agent.example/teams/blue/rpc", BELOW],
  ["http://10.1.2.3/rpc", "http://10.1.2.3/.well-known/agent.json"],
  ["http://10.1.2.3:8000/", "http://localhost:8000/.well-known/agent.json"],
  ["http://planner:8000/", "http://planner:8000/.well-known/agent.json"],
  ["/rpc", FAR],
  ["agent.example:50051", FAR],
])("%s from %s is in no doubt", (address, from) => {
  expect(findUrlIssue(address, from)).toBeNull();
});
