"use client";
// The request that would go out now, on the clipboard: as a command, or as code that makes it.
import type { Call } from "../../lib/protocol/call.ts";
import { BINDING_NAMES } from "../../lib/protocol/card/card.ts";
import { toFetch } from "../../lib/protocol/snippets/fetch.ts";
import { toPython } from "../../lib/protocol/snippets/python.ts";
import {
  getSdkUnsupportedReason,
  toJavaScriptSdk,
  toPythonSdk,
} from "../../lib/protocol/snippets/sdk.ts";
import type { SnippetRequest } from "../../lib/protocol/snippets/secret-placeholders.ts";
import type { Version } from "../../lib/protocol/versions.ts";
import { freshIds } from "../../lib/session/ids.ts";
import { useDesk } from "../command/desk.tsx";
import { useAgent } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { copyText } from "../ui/copy.tsx";
import { MenuButton, type MenuItem } from "../ui/menu.tsx";
import { asCurl, GRPCURL } from "./copy-curl.tsx";
import { useSignals } from "./use-signals.ts";

const PLAIN = [
  { id: "curl", label: "curl", hint: "", write: asCurl },
  { id: "fetch", label: "JavaScript, fetch", hint: "Node.js, nothing to install", write: toFetch },
  { id: "python", label: "Python, urllib", hint: "Nothing to install", write: toPython },
] as const;

const NEEDS_PROTO = "Needs a2a.proto beside it";

const SDKS = [
  { id: "javascript-sdk", label: "JavaScript, @a2a-js/sdk", write: toJavaScriptSdk },
  { id: "python-sdk", label: "Python, a2a-sdk", write: toPythonSdk },
] as const;

export function CopyAs({ call }: { call: () => Call }) {
  const { agent } = useDesk();
  const { version, binding } = useCalled();
  const cardUrl = useAgent((state) => state.cardUrl);
  const isGrpc = binding === "grpc";
  const request = (withSecrets = false): SnippetRequest => {
    const made = (withSecrets ? agent.disclosed : agent.request)(call(), freshIds());
    if (!made || typeof made === "string") throw new Error(made ?? "There is no agent to call.");
    return made;
  };
  const plain = (id: string, withSecrets = false) => {
    const { write, ...one } = PLAIN.find((other) => other.id === id) ?? PLAIN[0];
    const label = isGrpc ? GRPCURL : one.label;
    if (isGrpc && id !== "curl") return;
    const said = withSecrets ? "with its secrets in it" : "with variables for its secrets";
    void copy(`request as ${label}, ${said}`, () => write(request(withSecrets), withSecrets));
  };
  const noSdk =
    cardUrl === null
      ? "The SDKs need the URL of a card."
      : getSdkUnsupportedReason({ call: call(), version, binding });
  const sdk = ({ label, write }: (typeof SDKS)[number]) => {
    if (cardUrl === null) return;
    const { tenant = null } = agent.getState().endpoint ?? {};
    const about = { version, binding, cardUrl, ...(tenant !== null && { tenant }) };
    void copy(`request as ${label}`, () => {
      const one = call();
      return write({ ...about, call: one, request: request() });
    });
  };
  useSignals({
    "copy-request": () => plain("curl"),
    "copy-request-secrets": () => plain("curl", true),
    "copy-fetch": () => plain("fetch"),
    "copy-python": () => plain("python"),
    "copy-javascript-sdk": () => noSdk === null && sdk(SDKS[0]),
    "copy-python-sdk": () => noSdk === null && sdk(SDKS[1]),
  });
  const why = `${BINDING_NAMES[binding]} is bytes; choose another interface for this.`;
  const items: MenuItem[] = [
    ...PLAIN.map(({ id, label, hint }) => ({
      id,
      label: isGrpc && id === "curl" ? "grpcurl" : label,
      hint: !isGrpc ? hint : id === "curl" ? NEEDS_PROTO : why,
      disabled: isGrpc && id !== "curl",
      onSelect: () => plain(id),
    })),
    ...SDKS.map((one) => ({
      id: one.id,
      label: `${one.label} ${releaseFor(version, one.id)}`,
      hint: noSdk ?? "",
      disabled: noSdk !== null,
      onSelect: () => sdk(one),
    })),
    { id: "line", separator: true },
    {
      id: "curl-secrets",
      label: `${isGrpc ? "grpcurl" : "curl"}, with its secrets`,
      onSelect: () => plain("curl", true),
    },
  ];
  return <CopyMenu items={items} />;
}

/** For a request under one's hands, which is no call of any SDK any more. */
export function CopyAsRaw(props: { isGrpc: boolean; request: () => SnippetRequest }) {
  const { isGrpc, request } = props;
  const items = PLAIN.filter(({ id }) => !isGrpc || id === "curl").map(
    ({ id, label: plain, hint, write }) => {
      const label = isGrpc ? GRPCURL : plain;
      return {
        id,
        label: isGrpc ? "grpcurl" : plain,
        hint: isGrpc ? NEEDS_PROTO : hint,
        onSelect: () => void copy(`request as ${label}`, () => write(request())),
      };
    },
  );
  return <CopyMenu items={items} />;
}

function CopyMenu({ items }: { items: readonly MenuItem[] }) {
  return (
    <MenuButton label="Copy as" className="copy-as" icon="copy" align="end" items={items}>
      <span>Copy as</span>
    </MenuButton>
  );
}

function useCalled() {
  const chosen = useAgent((state) => state.version);
  const version = useAgent((state) => state.endpoint?.version ?? "1.0");
  const binding = useAgent((state) => state.endpoint?.binding ?? "jsonrpc");
  return { version: chosen ?? version, binding };
}

function releaseFor(version: Version, sdk: "javascript-sdk" | "python-sdk"): string {
  if (version === "0.2") return sdk === "python-sdk" ? "0.3" : "0.2";
  return version === "0.3" ? "0.3" : "1.x";
}

async function copy(what: string, write: () => string): Promise<void> {
  try {
    const done = await copyText(write());
    announce(done ? `Copied ${what}` : `Could not copy ${what}`);
  } catch (error) {
    announce(`Could not copy ${what}: ${error instanceof Error ? error.message : ""}`);
  }
}
