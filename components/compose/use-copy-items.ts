"use client";
// Hooks with the entries of the composer's menu that copy a request as a command or as code.
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
import { createRequestIds } from "../../lib/session/request-ids.ts";
import { getErrorMessage } from "../../lib/text/error-message.ts";
import { useAppContext } from "../app-context.tsx";
import { formatCurlCommand, GRPCURL_HINT } from "../request/copy-curl.tsx";
import { useAgent } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { copyText } from "../ui/copy.tsx";
import type { MenuItem } from "../ui/menu.tsx";
import { useUiEvents } from "./use-ui-events.ts";

const PLAIN_FORMATS = [
  { id: "curl", label: "curl", hint: "", write: formatCurlCommand },
  { id: "fetch", label: "JavaScript, fetch", hint: "Node.js, no dependencies", write: toFetch },
  { id: "python", label: "Python, urllib", hint: "No dependencies", write: toPython },
] as const;

const PROTO_FILE_HINT = "Needs a2a.proto in the current folder";

const SDK_FORMATS = [
  { id: "javascript-sdk", label: "JavaScript, @a2a-js/sdk", write: toJavaScriptSdk },
  { id: "python-sdk", label: "Python, a2a-sdk", write: toPythonSdk },
] as const;

/** Copies the request that would be sent now. */
export function useCopyItems(call: () => Call): MenuItem[] {
  const { agent } = useAppContext();
  const { version, binding } = useCallVersion();
  const cardUrl = useAgent((state) => state.cardUrl);
  const isGrpc = binding === "grpc";
  const request = (withSecrets = false): SnippetRequest => {
    const created = (withSecrets ? agent.disclosed : agent.request)(call(), createRequestIds());
    if (!created || typeof created === "string")
      throw new Error(created ?? "No agent is connected.");
    return created;
  };
  const plain = (id: string, withSecrets = false) => {
    const { write, ...one } = PLAIN_FORMATS.find((other) => other.id === id) ?? PLAIN_FORMATS[0];
    const label = isGrpc ? GRPCURL_HINT : one.label;
    if (isGrpc && id !== "curl") return;
    const secretsNote = withSecrets ? "with secrets" : "with variables for secrets";
    void copyRequest(`request as ${label}, ${secretsNote}`, () =>
      write(request(withSecrets), withSecrets),
    );
  };
  const noSdk =
    cardUrl === null
      ? "The SDKs need a card URL."
      : getSdkUnsupportedReason({ call: call(), version, binding });
  const sdk = ({ label, write }: (typeof SDK_FORMATS)[number]) => {
    if (cardUrl === null) return;
    const { tenant = null } = agent.getState().endpoint ?? {};
    const sdkOptions = { version, binding, cardUrl, ...(tenant !== null && { tenant }) };
    void copyRequest(`request as ${label}`, () => {
      const one = call();
      return write({ ...sdkOptions, call: one, request: request() });
    });
  };
  useUiEvents({
    "copy-request": () => plain("curl"),
    "copy-request-secrets": () => plain("curl", true),
    "copy-fetch": () => plain("fetch"),
    "copy-python": () => plain("python"),
    "copy-javascript-sdk": () => noSdk === null && sdk(SDK_FORMATS[0]),
    "copy-python-sdk": () => noSdk === null && sdk(SDK_FORMATS[1]),
  });
  const why = `${BINDING_NAMES[binding]} bodies are binary. Choose another interface for this format.`;
  return [
    ...PLAIN_FORMATS.map(({ id, label, hint }) => ({
      id,
      label: `Copy as ${isGrpc && id === "curl" ? "grpcurl" : label}`,
      hint: !isGrpc ? hint : id === "curl" ? PROTO_FILE_HINT : why,
      disabled: isGrpc && id !== "curl",
      onSelect: () => plain(id),
    })),
    ...SDK_FORMATS.map((one) => ({
      id: one.id,
      label: `Copy as ${one.label} ${getSdkRelease(version, one.id)}`,
      hint: noSdk ?? "",
      disabled: noSdk !== null,
      onSelect: () => sdk(one),
    })),
    {
      id: "curl-secrets",
      label: `Copy as ${isGrpc ? "grpcurl" : "curl"}, with secrets`,
      onSelect: () => plain("curl", true),
    },
  ];
}

/** The same for the request editor. An edited request may not be possible with an SDK. */
export function listEditedCopyItems(isGrpc: boolean, request: () => SnippetRequest): MenuItem[] {
  return PLAIN_FORMATS.filter(({ id }) => !isGrpc || id === "curl").map(
    ({ id, label: plain, hint, write }) => {
      const label = isGrpc ? GRPCURL_HINT : plain;
      return {
        id,
        label: `Copy as ${isGrpc ? "grpcurl" : plain}`,
        hint: isGrpc ? PROTO_FILE_HINT : hint,
        onSelect: () => void copyRequest(`request as ${label}`, () => write(request())),
      };
    },
  );
}

function useCallVersion() {
  const chosen = useAgent((state) => state.version);
  const version = useAgent((state) => state.endpoint?.version ?? "1.0");
  const binding = useAgent((state) => state.endpoint?.binding ?? "jsonrpc");
  return { version: chosen ?? version, binding };
}

function getSdkRelease(version: Version, sdk: "javascript-sdk" | "python-sdk"): string {
  if (version === "0.2") return sdk === "python-sdk" ? "0.3" : "0.2";
  return version === "0.3" ? "0.3" : "1.x";
}

async function copyRequest(what: string, write: () => string): Promise<void> {
  try {
    const isCopied = await copyText(write());
    announce(isCopied ? `Copied ${what}` : `Couldn't copy ${what}`);
  } catch (error) {
    announce(`Couldn't copy ${what}: ${getErrorMessage(error)}`);
  }
}
