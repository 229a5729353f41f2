/** A sign-in that an agent asks for: where to go, and what to bring back. */

import { isObject } from "../../protocol/json.ts";
import { type Answer, asData, under, withSecrets } from "./answer.ts";
import { members, own, textIn, unpacked } from "./json.ts";

export interface SignIn {
  readonly way: "adk" | "kagenti";
  readonly key: string;
  /** Where the user signs in; `null` where the agent does not say. */
  readonly url: string | null;
  /** The id to answer with. */
  readonly id: string | null;
  /** What the agent said of the sign-in, to be sent back completed. */
  readonly config: unknown;
}

export function readSignIn(value: unknown, key = ""): SignIn | null {
  const given = unpacked(value);
  if (!isObject(given)) return null;
  const url = textIn(given, "authorization_endpoint_url");
  if (url !== null) return { way: "kagenti", key, url, id: null, config: null };
  if (textIn(given, "name") !== "adk_request_credential" || own(given, "response")) return null;
  const config = own(own(given, "args"), "authConfig", "auth_config") ?? null;
  const credential = own(config, "exchangedAuthCredential", "exchanged_auth_credential");
  const found = textIn(own(credential, "oauth2"), "authUri", "auth_uri");
  return { way: "adk", key, url: found, id: textIn(given, "id"), config };
}

/** The address that the sign-in led back to: it holds a code, so it is a secret. */
export function answerSignIn(signIn: SignIn, redirect: string): Answer {
  return withSecrets(answerOf(signIn, redirect), [redirect, ...codesIn(redirect)]);
}

function answerOf({ way, key, id, config }: SignIn, redirect: string): Answer {
  if (way === "kagenti") return under(key, { redirect_uri: redirect }, "Signed in");
  const isSnake = own(config, "exchanged_auth_credential") !== undefined;
  const credentialKey = isSnake ? "exchanged_auth_credential" : "exchangedAuthCredential";
  const credential = members(own(config, credentialKey));
  const oauth2 = {
    ...members(own(credential, "oauth2")),
    [isSnake ? "auth_response_uri" : "authResponseUri"]: redirect,
  };
  const response = { ...members(config), [credentialKey]: { ...credential, oauth2 } };
  return asData(
    { id, name: "adk_request_credential", response },
    { adk_type: "function_response" },
  );
}

/** Shorter ones stand in any text by chance. */
const SHORTEST_CODE = 6;

/** The code alone opens as much as the whole address. */
function codesIn(redirect: string): string[] {
  const codes = URL.canParse(redirect) ? new URL(redirect).searchParams.getAll("code") : [];
  return codes.filter(({ length }) => length >= SHORTEST_CODE);
}
