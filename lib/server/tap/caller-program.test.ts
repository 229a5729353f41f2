import { describe, expect, test } from "vitest";
import { formatProgramName, parseSocketRow } from "./caller-program.ts";

describe("the name of a program", () => {
  test.each([
    [["/usr/bin/node", "/srv/planner/server.mjs", "--token", "abc"], "node server.mjs"],
    [["node", "--import", "tsx", "src/index.ts"], "node index.ts"],
    [["/usr/bin/python3.12", "-m", "agents.planner", "--key=abc"], "python3.12 -m agents.planner"],
    [["python", "planner.py", "-m", "hello"], "python planner.py"],
    [["/usr/bin/curl", "-H", "Authorization: Bearer abc"], "curl"],
    [["loupe", "-m", "a secret"], "loupe"],
    [[""], ""],
  ])("%j is %j", (words, name) => {
    expect(formatProgramName(words)).toBe(name);
  });
});

describe("a row of the table of sockets", () => {
  test("of a connection and of a server", () => {
    expect(
      parseSocketRow(
        "   1: 0100007F:C958 0100007F:270F 01 00000000:00000000 00:00000000 00000000  1000        0 81023 1 0000000000000000 20 4 30 10 -1",
      ),
    ).toEqual({ localPort: 51_544, remotePort: 9999, isListening: false, inode: "81023" });
    expect(
      parseSocketRow(
        "  12: 00000000000000000000000000000000:270F 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 777 1 0000000000000000 100 0 0 10 0",
      ),
    ).toEqual({ localPort: 9999, remotePort: 0, isListening: true, inode: "777" });
  });

  test("that is a heading is none", () => {
    expect(parseSocketRow("  sl  local_address rem_address   st tx_queue rx_queue")).toBeNull();
  });
});
