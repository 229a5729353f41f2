import { expect, test } from "vitest";
import { ReportLog } from "../../fixtures/event-builders.ts";
import { RunRequests } from "./run-requests.ts";

const createRequest = (x: string, origin: string, token: string) =>
  new ReportLog()
    .addOpen(x, {
      url: `${origin}/rpc?key=${encodeURIComponent('a "key"')}`,
      headers: [
        ["Host", "a.example"],
        ["Authorization", `Bearer ${token}`],
        ["Content-Length", "9"],
      ],
      body: JSON.stringify({ said: 'a "key"', token }),
    })
    .addHead().records;

test("each origin has its own secrets, and each encoding its own variable", () => {
  const records = [
    ...createRequest("x1", "https://one.example", "same"),
    ...createRequest("x2", "https://two.example", "same"),
    ...createRequest("x3", "https://one.example", "same"),
  ];
  const log = new ReportLog();
  log.records.push(...records);
  const requests = new RunRequests(log.timeline);
  expect(requests.origins).toEqual([
    { variable: "A2A_AGENT", url: "https://one.example" },
    { variable: "A2A_AGENT_2", url: "https://two.example" },
  ]);
  expect(requests.secrets).toEqual([
    "A2A_TOKEN",
    "A2A_KEY_IN_JSON",
    "A2A_KEY_IN_URL",
    "A2A_TOKEN_2",
    "A2A_KEY_IN_JSON_2",
    "A2A_KEY_IN_URL_2",
  ]);
  const [first, second, third] = requests.resendable.map(({ request }) => request);
  expect(first).toMatchObject({
    url: "‹A2A_AGENT›/rpc?key=‹A2A_KEY_IN_URL›",
    headers: [["Authorization", "Bearer ‹A2A_TOKEN›"]],
    body: '{"said":"‹A2A_KEY_IN_JSON›","token":"‹A2A_TOKEN›"}',
  });
  expect(second?.headers).toEqual([["Authorization", "Bearer ‹A2A_TOKEN_2›"]]);
  expect(third).toEqual(first);
});
