/** Explanations of the rules about capabilities, extensions, notifications and secrets. */

import type { Explanation, Explanations } from "./explanation.ts";

const STREAMS_ANYWAY: Explanation = {
  consequence:
    "Clients that go by the card never request a stream: the SDKs' clients fall back to waiting for the whole response. The SDKs' servers refuse the request.",
  remedy: 'Set "streaming": true in the card, or refuse with UnsupportedOperation (−32004).',
};

const PUSHES_ANYWAY: Explanation = {
  consequence:
    "Clients that go by the card never register for notifications; one that did waits for notifications that may never come. The SDKs' servers refuse the request.",
  remedy:
    'Set "pushNotifications": true in the card, or refuse with PushNotificationNotSupported (−32003).',
};

export const CAPABILITY_EXPLANATIONS = {
  "CAP-STREAM": STREAMS_ANYWAY,
  "CAP-STREAM-0X": STREAMS_ANYWAY,
  "CAP-PUSH": PUSHES_ANYWAY,
  "CAP-PUSH-0X": PUSHES_ANYWAY,
  "EXT-REQUIRED": {
    consequence:
      "The card turns away clients that could have been served. The JavaScript SDK's server refuses them; the Python SDK's server leaves it to the agent.",
    remedy:
      "Refuse with ExtensionSupportRequired (−32008), or don't require the extension in the card.",
  },
  "EXT-UNREQUESTED": {
    consequence:
      "Clients that don't know the extension receive, store and show data that they cannot interpret.",
    remedy: "Use an extension only if the client listed its URI in the request header.",
  },
  "EXT-NOECHO": {
    consequence:
      "The client cannot tell whether the agent follows the extension, and may interpret data by rules that do not apply. The JavaScript SDK confirms what its agent activates; the Python SDK 1.0 never does.",
    remedy:
      "List the active extensions in the response's A2A-Extensions header (before 1.0: X-A2A-Extensions).",
  },
  "EXT-OLDHDR": {
    consequence:
      "The 1.0 SDKs read the new name in 1.0 requests: extensions under the old name are not requested, or not confirmed.",
    remedy: "Send A2A-Extensions; sending the old name as well does no harm.",
  },
  "PUSH-SHAPE": {
    consequence:
      "1.0 receivers look for task, statusUpdate, artifactUpdate or message, and find none of them.",
    remedy: 'Wrap notifications as in a stream: {"statusUpdate": {…}}.',
  },
  "PUSH-AUTH": {
    consequence:
      "A receiver that checks authentication rejects the notification; one that does not accepts it from anyone. The Python SDK's own sender sends only the token.",
    remedy: "Send Authorization with the scheme and credentials of the configuration.",
  },
  "SEC-LEAK": {
    consequence:
      "Anyone who reads this log can call the agent as its user. Loupe masks secrets in what it records; other logs contain them as they were sent.",
    remedy: "Redact the log when you export it, and rotate the secret if others have seen it.",
  },
} as const satisfies Explanations;
