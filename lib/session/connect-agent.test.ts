import { describe, expect, test } from "vitest";
import { sanitizeAddress } from "./connect-agent.ts";

describe("the stored form of an address", () => {
  test.each([
    ["https://agent.example/a2a", "https://agent.example/a2a"],
    ["https://agent.example/a2a?key=s3cret#part", "https://agent.example/a2a"],
    ["https://ann:s3cret@agent.example/a2a", "https://agent.example/a2a"],
    ["localhost:9999/?key=s3cret", "localhost:9999/"],
    ["agent.example/a2a?key=s3cret", "agent.example/a2a"],
  ])("%s is stored as %s", (address, kept) => {
    expect(sanitizeAddress(address)).toBe(kept);
  });
});
