// The same command as words of the terminal and as members of a request.
import { describe, expect, test } from "vitest";
import { parseHoldCommand, toHoldCommand } from "./hold-commands.ts";

describe("a command for what is held", () => {
  test.each([
    ["continue h1", "continue", {}],
    ["step h1", "step", {}],
    ["step h1 state", "step", { to: "state" }],
    ["drop h1", "drop", {}],
    ['repeat h1 {"times":2}', "repeat", { times: 2 }],
  ])("%s", (line, name, members) => {
    const command = toHoldCommand(name, members);
    expect(command).toMatchObject({ do: name, ...members });
    expect(parseHoldCommand(line)).toEqual({ id: "h1", command });
  });

  test.each([
    ["step h1 end", "not to"],
    ["hold h1", "Commands:"],
    ["repeat h1 twice", "must be JSON"],
    ["wait", "Commands:"],
  ])("%s is refused", (line, message) => {
    expect(parseHoldCommand(line)).toContain(message);
  });
});
