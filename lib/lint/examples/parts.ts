/** Examples of the rules about parts. */

import type { Examples } from "./example.ts";
import type { Json } from "./scene.ts";
import type { Speaker } from "./speaker.ts";

const holding = (say: Speaker, ...parts: unknown[]) =>
  say.stream().say(
    say.task("working"),
    say.artifact(
      "a1",
      "",
      {},
      {
        artifact: say.artifactOf("a1", "", { parts }),
      },
    ),
  );

const kind = ({ version }: Speaker) => (version === "0.1" ? "type" : "kind");

const file = (say: Speaker, content: Json): Json => ({ [kind(say)]: "file", file: content });

const bytes = (say: Speaker, base64: string): Json =>
  say.version === "1.0" || say.version === "1.1"
    ? { raw: base64, mediaType: "image/png" }
    : file(say, { bytes: base64, mimeType: "image/png" });

const data = (say: Speaker, value: unknown): Json => ({ [kind(say)]: "data", data: value });

const URI = "https://files.example/a.png";

export const PART_EXAMPLES = {
  "DM-PART-ONEOF": {
    breaks: (say) => holding(say, { text: "See", url: URI }),
    keeps: (say) => holding(say, { text: "" }, { data: null }, { url: URI, filename: "a.png" }),
  },
  "DM-PART-KIND": {
    breaks: (say) => holding(say, { text: "See" }),
    keeps: (say) => holding(say, say.part(""), file(say, { uri: URI }), data(say, {})),
  },
  "DM-PART-FILE": {
    breaks: (say) => holding(say, file(say, { bytes: "aGk=", uri: URI })),
    keeps: (say) => holding(say, file(say, { uri: URI, name: "a.png" })),
  },
  "DM-PART-B64": {
    breaks: (say) => holding(say, bytes(say, "data:image/png;base64,aGk=")),
    keeps: (say) => holding(say, bytes(say, "aGk")),
  },
  "DM-DATA-OBJ": {
    breaks: (say) => holding(say, data(say, say.version === "0.1" ? 7 : [1, 2])),
    keeps: (say) => holding(say, data(say, { rows: [1, 2] })),
  },
} as const satisfies Examples;
