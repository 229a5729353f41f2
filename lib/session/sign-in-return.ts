/** Messages between the OAuth redirect page and the tab that waits for the sign-in. */

export const SIGN_IN_PATH = "/oauth/callback";
export const SIGN_IN_CHANNEL = "loupe.sign-in";

export type SignInReturnMessage =
  /** The provider redirected with this query. */
  | { readonly kind: "returned"; readonly query: string }
  /** The tab that started the sign-in accepted it. */
  | { readonly kind: "taken"; readonly state: string }
  /** No tab knows its state. */
  | { readonly kind: "unclaimed" };

const CLAIM_TIMEOUT_MS = 3000;

/** Delivers the query of the redirect; resolves to whether a tab accepted it. */
export function deliverSignInReturn(query: string): Promise<boolean> {
  const state = new URLSearchParams(query).get("state");
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => {
      channel.postMessage({ kind: "unclaimed" } satisfies SignInReturnMessage);
      resolve(false);
    }, CLAIM_TIMEOUT_MS);
    channel.addEventListener("message", ({ data }: MessageEvent<SignInReturnMessage>) => {
      if (data.kind !== "taken" || data.state !== state) return;
      clearTimeout(timer);
      resolve(true);
    });
    channel.postMessage({ kind: "returned", query } satisfies SignInReturnMessage);
  }).finally(() => channel.close());
}
