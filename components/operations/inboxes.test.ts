import { expect, test } from "vitest";
import { getBaseUrlError, getInboxUrl } from "./inboxes.tsx";

const inbox = { url: "http://127.0.0.1:4100/inbox/r/k", path: "/inbox/r/k" };

test.each([
  ["", inbox.url],
  ["https://loupe.example", "https://loupe.example/inbox/r/k"],
  [" https://loupe.example:8443/tools/ ", "https://loupe.example:8443/tools/inbox/r/k"],
  ["loupe.example", inbox.url],
])("joins base %j and path", (base, address) => {
  expect(getInboxUrl(inbox, base)).toBe(address);
});

test.each([
  ["loupe.example"],
  ["ftp://a.example"],
  ["https://a.example?key=1"],
  ["https://u:p@a.example"],
])("rejects base %s", (base) => {
  expect(getBaseUrlError(base)).not.toBeNull();
});
