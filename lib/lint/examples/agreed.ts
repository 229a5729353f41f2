/** Examples of the rules about capabilities, extensions, notifications and secrets. */

import type { HeaderList } from "../../wire/record.ts";
import type { Example, Examples } from "./example.ts";
import { type Json, rpcRequest, Scene } from "./scene.ts";
import type { Speaker } from "./speaker.ts";
import { asksBy, cardOf, isFrom1, looksUp, sent, whole } from "./words.ts";

const AGENT = "http://agent.example/";
const CITED = "https://extensions.example/citation/v1";
const cites = (required: boolean): Json => ({ extensions: [{ uri: CITED, required }] });

/** The agent is looked up, and says that it can do this. */
const promises = (say: Speaker, capabilities: Json) =>
  looksUp(cardOf(say, { capabilities }, AGENT), { at: `${AGENT}.well-known/agent-card.json` });

const streams = (say: Speaker, capabilities: Json, answer: unknown) =>
  say.calls(promises(say, capabilities), "stream", sent(say), "x1").say(answer).end();

const PLAIN: HeaderList = [["content-type", "application/json"]];
const setsPush = (say: Speaker) =>
  isFrom1(say) ? "CreateTaskPushNotificationConfig" : PUSH_METHODS[say.version === "0.1" ? 0 : 1];
const PUSH_METHODS = ["tasks/pushNotification/set", "tasks/pushNotificationConfig/set"] as const;

const HOOK = "http://client.example/hook";
const PROOF = { scheme: "Bearer", credentials: "‹masked 0a1b2c›" };
const hook = (say: Speaker): Json => {
  if (isFrom1(say)) return { taskId: "t1", id: "p1", url: HOOK, authentication: PROOF };
  const task = say.version === "0.1" ? { id: "t1" } : { taskId: "t1" };
  return { ...task, pushNotificationConfig: { url: HOOK } };
};

/** A client asks to be notified, and is answered. */
const wantsPush = (say: Speaker, scene: Scene, answer: Json) =>
  whole(
    scene
      .ask(setsPush(say), hook(say), "x1", [...PLAIN, ...say.stated])
      .head(200, "application/json"),
    answer,
  );

const notified = (say: Speaker, headers: HeaderList, body: unknown) =>
  wantsPush(say, new Scene(), say.answer(hook(say)))
    .open("n1", { inbound: true, url: HOOK, headers: [...PLAIN, ...headers] })
    .text(JSON.stringify(body), "n1")
    .end("complete", "n1");

const BEARER = ["Authorization", "Bearer ‹masked 0a1b2c›"] as const;
const bareStatus = (say: Speaker) => ({
  taskId: "t1",
  contextId: "c1",
  status: { state: say.state("completed") },
});

const listing = (say: Speaker, uri: string) =>
  [...say.stated, [isFrom1(say) ? "A2A-Extensions" : "X-A2A-Extensions", uri]] as const;
const cited = (say: Speaker) =>
  say.status("working", say.message("It is so.", { metadata: { [CITED]: [] } }));
/** The agent offers an extension; so the client asks, and so it is answered. */
const offers = (say: Speaker, required: boolean, asked: HeaderList, told: HeaderList) =>
  promises(say, cites(required))
    .open("x1", {
      url: AGENT,
      body: rpcRequest(say.method("stream"), sent(say)),
      headers: [...PLAIN, ...asked],
    })
    .head(200, "text/event-stream", "x1", {
      headers: [["content-type", "text/event-stream"], ...told],
    });

const STREAMS_ANYWAY: Example = {
  breaks: (say) => streams(say, { streaming: false }, say.task("working")),
  keeps: (say) => streams(say, { streaming: false }, say.error(-32004, "No streams here.")),
};

const PUSHES_ANYWAY: Example = {
  breaks: (say) =>
    wantsPush(say, promises(say, { pushNotifications: false }), say.answer(hook(say))),
  keeps: (say) => wantsPush(say, promises(say, { pushNotifications: true }), say.answer(hook(say))),
};

export const AGREED_EXAMPLES = {
  "CAP-STREAM": STREAMS_ANYWAY,
  "CAP-STREAM-0X": STREAMS_ANYWAY,
  "CAP-PUSH": PUSHES_ANYWAY,
  "CAP-PUSH-0X": PUSHES_ANYWAY,
  "EXT-REQUIRED": {
    breaks: (say) => offers(say, true, say.stated, []).say(say.task("working")),
    keeps: (say) => offers(say, true, listing(say, CITED), []).say(say.task("working")),
  },
  "EXT-UNREQUESTED": {
    breaks: (say) => offers(say, false, say.stated, []).say(say.task("working"), cited(say)),
    keeps: (say) =>
      offers(say, false, listing(say, CITED), listing(say, CITED)).say(
        say.task("working"),
        cited(say),
      ),
  },
  "EXT-NOECHO": {
    breaks: (say) => offers(say, false, listing(say, CITED), []).say(say.task("working")),
    keeps: (say) =>
      offers(say, false, listing(say, "https://other.example/v1"), []).say(say.task("working")),
  },
  "EXT-OLDHDR": {
    breaks: (say) =>
      asksBy(say, [...say.stated, ["X-A2A-Extensions", CITED]]).say(say.task("working")),
    keeps: (say) =>
      asksBy(say, [...listing(say, CITED), ["X-A2A-Extensions", CITED]]).say(say.task("working")),
  },
  "PUSH-SHAPE": {
    breaks: (say) => notified(say, [BEARER], bareStatus(say)),
    keeps: (say) => notified(say, [BEARER], { statusUpdate: bareStatus(say) }),
  },
  "PUSH-AUTH": {
    breaks: (say) => notified(say, [], { statusUpdate: bareStatus(say) }),
    keeps: (say) => notified(say, [BEARER], { statusUpdate: bareStatus(say) }),
  },
  "SEC-LEAK": {
    breaks: (say) => asksBy(say, [...say.stated, ["Authorization", "Bearer s3cr3t-0f-s0me0ne"]]),
    keeps: (say) => asksBy(say, [...say.stated, BEARER, ["x-ratelimit-tokens-remaining", "512"]]),
  },
} as const satisfies Examples;
