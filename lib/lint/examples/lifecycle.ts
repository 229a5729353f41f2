/** Examples of the rules about the states of a task, and what is said with them. */

import type { Examples } from "./example.ts";
import type { Json, Scene } from "./scene.ts";
import type { Speaker } from "./speaker.ts";

const working = (say: Speaker): Scene => say.stream().say(say.task("working"));

/** So many working statuses, each with what is made for it. */
const statuses = (say: Speaker, count: number, saying?: (n: number) => Json): Json[] =>
  Array.from({ length: count }, (_, n) => say.status("working", saying?.(n)));

const token = (say: Speaker, n: number): Json => say.message(`tok${n} `);

export const LIFECYCLE_EXAMPLES = {
  "LC-TERM-CHANGE": {
    breaks: (say) => working(say).say(say.status("failed"), say.status("completed")).end(),
    keeps: (say) => working(say).say(say.status("failed"), say.task("failed")).end(),
  },
  "LC-BACK-SUBMITTED": {
    breaks: (say) => working(say).say(say.status("submitted")),
    keeps: (say) =>
      working(say).say(say.status("input-required", say.message("Which?")), say.status("working")),
  },
  "LC-INPUT-NOMSG": {
    breaks: (say) => working(say).say(say.status("input-required")).end(),
    keeps: (say) =>
      working(say)
        .say(say.status("input-required", say.message("Which?")))
        .end(),
  },
  "LC-AUTH-NOMSG": {
    breaks: (say) => working(say).say(say.status("auth-required")),
    keeps: (say) =>
      working(say).say(say.status("auth-required", say.message("Sign in at the harbour"))),
  },
  "LC-NOOP-FLOOD": {
    breaks: (say) => working(say).say(...statuses(say, 50)),
    keeps: (say) =>
      working(say)
        .say(...statuses(say, 49), say.status("working", say.message("still at it")))
        .say(...statuses(say, 49)),
  },
  "LC-TOKEN-STATUS": {
    breaks: (say) => working(say).say(...statuses(say, 10, (n) => token(say, n))),
    keeps: (say) =>
      working(say).say(
        ...statuses(say, 9, (n) => token(say, n)),
        say.status("working", say.message("and this is a whole sentence.")),
      ),
  },
  "LC-RESULT-IN-MSG": {
    breaks: (say) =>
      working(say)
        .say(say.status("completed", say.message("High water at 14:20.")))
        .end(),
    keeps: (say) =>
      working(say)
        .say(
          say.artifact("a", "High water at 14:20.", { last: true }),
          say.status("completed", say.message("There you are.")),
        )
        .end(),
  },
  "LC-ERR-AS-DONE": {
    breaks: (say) =>
      working(say).say(say.artifact("a", "Error: no such harbour"), say.status("completed")).end(),
    keeps: (say) =>
      working(say)
        .say(say.artifact("a", "Errors in tide tables are rare."), say.status("completed"))
        .end(),
  },
} as const satisfies Examples;
