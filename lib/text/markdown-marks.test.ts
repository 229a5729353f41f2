import { expect, test } from "vitest";
import { removeMarkdownMarks } from "./markdown-marks.ts";

test.each([
  ["Demo: Calling tool: **get_weather**", "Demo: Calling tool: get_weather"],
  ["**bold** and __strong__, cut **off", "bold and strong, cut off"],
  ["# Weather\n\nRain in `Oslo`", "Weather\n\nRain in Oslo"],
  ["2**8 is 256, snake__case and __init__.py", "2**8 is 256, snake__case and init.py"],
  ["a * b, _this_ and #5", "a * b, _this_ and #5"],
  ["**(see above)**:", "(see above):"],
])("%s", (text, plain) => {
  expect(removeMarkdownMarks(text)).toBe(plain);
});
