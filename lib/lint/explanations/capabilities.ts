/** What the rules about capabilities, extensions, notifications and secrets mean. */

import type { Explanation, Explanations } from "./explanation.ts";

const STREAMS_ANYWAY: Explanation = {
  consequence:
    "Clients that go by the card never ask for a stream: the SDKs' clients fall back to waiting for the whole answer. Their servers refuse the call.",
  remedy: 'Say "streaming": true in the card, or refuse with UnsupportedOperation (−32004).',
};

const PUSHES_ANYWAY: Explanation = {
  consequence:
    "Clients that go by the card never ask to be notified; one that asked waits for notifications that may never come. The SDKs' servers refuse the call.",
  remedy:
    'Say "pushNotifications": true in the card, or refuse with PushNotificationNotSupported (−32003).',
};

export const CAPABILITY_EXPLANATIONS = {
  "CAP-STREAM": STREAMS_ANYWAY,
  "CAP-STREAM-0X": STREAMS_ANYWAY,
  "CAP-PUSH": PUSHES_ANYWAY,
  "CAP-PUSH-0X": PUSHES_ANYWAY,
  "EXT-REQUIRED": {
    consequence:
      "The card turns away clients that could have been served. The JavaScript SDK's server refuses them; the Python SDK's leaves it to the agent.",
    remedy:
      "Refuse with ExtensionSupportRequired (−32008), or do not require the extension in the card.",
  },
  "EXT-UNREQUESTED": {
    consequence:
      "Clients that do not know the extension receive, keep and show data that they cannot read.",
    remedy: "Use an extension only where the client listed its URI in the header of the request.",
  },
  "EXT-NOECHO": {
    consequence:
      "The client cannot tell whether the agent follows the extension, and may read data by rules that do not hold. The JavaScript SDK confirms what its agent activates; the Python SDK of 1.0 never does.",
    remedy:
      "List the active extensions in the answer's A2A-Extensions (before 1.0 X-A2A-Extensions).",
  },
  "EXT-OLDHDR": {
    consequence:
      "The SDKs of 1.0 read the new name in calls of 1.0: what stands under the old one is not asked for, or not confirmed.",
    remedy: "Send A2A-Extensions; beside it the old name harms nobody.",
  },
  "PUSH-SHAPE": {
    consequence:
      "Receivers of 1.0 look for task, statusUpdate, artifactUpdate or message, and find none of them.",
    remedy: 'Wrap what is pushed as a stream does: {"statusUpdate": {…}}.',
  },
  "PUSH-AUTH": {
    consequence:
      "A receiver that wants proof refuses the notification, and one that does not believes anybody. The Python SDK's own sender sends the token alone.",
    remedy: "Send Authorization with the scheme and credentials of the configuration.",
  },
  "SEC-LEAK": {
    consequence:
      "Whoever reads this log can call the agent as its user. Loupe masks secrets in what it records; other logs have them as they were sent.",
    remedy: "Redact the log when exporting it, and replace the secret if others have seen it.",
  },
} as const satisfies Explanations;
