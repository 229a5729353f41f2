import { expect, test, vi } from "vitest";
import { TextNotLoaded } from "../wire/text-source.ts";
import { TextRead } from "./text-read.ts";

/** A text that must be loaded, which fails while `isLost`. */
function createText() {
  const text = { isLoaded: false, isLost: false, loads: 0, read: () => "" };
  text.read = () => {
    if (text.isLoaded) return "the text";
    throw new TextNotLoaded(async () => {
      text.loads++;
      if (text.isLost) throw new Error("the file was deleted");
      text.isLoaded = true;
    });
  };
  return text;
}

test("text in memory is there at once", () => {
  const text = createText();
  text.isLoaded = true;
  expect(new TextRead(text.read).getState()).toEqual({ kind: "loaded", value: "the text" });
});

test("text in a file is loaded once somebody wants it", async () => {
  const text = createText();
  const read = new TextRead(text.read);
  expect(read.getState()).toEqual({ kind: "loading" });
  expect(text.loads).toBe(0);
  const changed = vi.fn();
  const stop = read.subscribe(changed);
  read.subscribe(changed);
  await vi.waitFor(() => expect(read.getState()).toEqual({ kind: "loaded", value: "the text" }));
  expect(changed).toHaveBeenCalledTimes(1);
  expect(text.loads).toBe(1);
  stop();
});

test("a failed read says why and can be repeated", async () => {
  const text = createText();
  text.isLost = true;
  const read = new TextRead(text.read);
  read.subscribe(() => undefined);
  await vi.waitFor(() => expect(read.getState().kind).toBe("failed"));
  const failed = read.getState();
  expect(failed).toMatchObject({ reason: "the file was deleted" });
  text.isLost = false;
  if (failed.kind === "failed") failed.retry();
  expect(read.getState()).toEqual({ kind: "loading" });
  await vi.waitFor(() => expect(read.getState()).toEqual({ kind: "loaded", value: "the text" }));
});

test("an error of the reader itself is thrown", () => {
  expect(() => new TextRead(() => JSON.parse("{"))).toThrow(SyntaxError);
});
