/** Sign-in requests of agents: the URL to open and the reply to send. */

import { isObject } from "../../protocol/json.ts";
import { getOwnMember, getOwnText, parseJsonText, toMembers } from "./json-access.ts";
import {
  addReplySecrets,
  createDataReply,
  createExtensionReply,
  type ReplyContent,
} from "./reply.ts";

export interface SignInRequest {
  readonly convention: "adk" | "kagenti";
  readonly key: string;
  /** The sign-in URL; `null` if the agent does not give one. */
  readonly url: string | null;
  /** The id for the reply. */
  readonly id: string | null;
  /** The agent's sign-in configuration, which is completed and sent back. */
  readonly config: unknown;
}

export function readSignIn(value: unknown, key = ""): SignInRequest | null {
  const given = parseJsonText(value);
  if (!isObject(given)) return null;
  const url = getOwnText(given, "authorization_endpoint_url");
  if (url !== null) return { convention: "kagenti", key, url, id: null, config: null };
  if (getOwnText(given, "name") !== "adk_request_credential" || getOwnMember(given, "response"))
    return null;
  const config = getOwnMember(getOwnMember(given, "args"), "authConfig", "auth_config") ?? null;
  const credential = getOwnMember(config, "exchangedAuthCredential", "exchanged_auth_credential");
  const found = getOwnText(getOwnMember(credential, "oauth2"), "authUri", "auth_uri");
  return { convention: "adk", key, url: found, id: getOwnText(given, "id"), config };
}

/** Replies with the redirect URL, which is secret because it contains a code. */
export function createSignInReply(signIn: SignInRequest, redirect: string): ReplyContent {
  return addReplySecrets(createReply(signIn, redirect), [redirect, ...getCodes(redirect)]);
}

function createReply(
  { convention, key, id, config }: SignInRequest,
  redirect: string,
): ReplyContent {
  if (convention === "kagenti")
    return createExtensionReply(key, { redirect_uri: redirect }, "Signed in");
  const isSnake = getOwnMember(config, "exchanged_auth_credential") !== undefined;
  const credentialKey = isSnake ? "exchanged_auth_credential" : "exchangedAuthCredential";
  const credential = toMembers(getOwnMember(config, credentialKey));
  const oauth2 = {
    ...toMembers(getOwnMember(credential, "oauth2")),
    [isSnake ? "auth_response_uri" : "authResponseUri"]: redirect,
  };
  const response = { ...toMembers(config), [credentialKey]: { ...credential, oauth2 } };
  return createDataReply(
    { id, name: "adk_request_credential", response },
    { adk_type: "function_response" },
  );
}

/** Shorter codes would match other text by chance. */
const MIN_CODE_LENGTH = 6;

/** The codes in the URL; a code grants as much access as the whole URL. */
function getCodes(redirect: string): string[] {
  const codes = URL.canParse(redirect) ? new URL(redirect).searchParams.getAll("code") : [];
  return codes.filter(({ length }) => length >= MIN_CODE_LENGTH);
}
