// An OAuth 2 and OpenID Connect server, strict where Loupe must be correct: it verifies PKCE, accepts
// codes and refresh tokens once, and only known redirect URLs and clients.
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, listen } from "./agent.ts";
import { readBody } from "./plain-http.ts";

export const OAUTH_CLIENT = { id: "loupe-client", secret: "cl1ent s+cret/of=Loupe" };

export interface TestOAuthProvider {
  readonly url: string;
  /** Lifetime of its tokens in seconds. */
  lifetime: number;
  /** The next response to polling for a device code. */
  readonly deviceAnswers: string[];
  /** Returns users with this state instead of their own. */
  falseState: string | null;
  /** Returns users with this issuer. */
  falseIssuer: string | null;
  /** Every token request: the grant, and how the client authenticated. */
  readonly tokenRequests: {
    readonly grant: string;
    readonly method: string;
    readonly scope: string;
  }[];
  /** Everything that must stay secret: tokens, codes, verifiers. */
  readonly secrets: Set<string>;
  accepts(authorization: string | undefined): boolean;
  /** Revokes all access tokens; refresh tokens stay valid. */
  revoke(): void;
  close(): Promise<void>;
}

interface IssuedCode {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly scope: string;
}

export async function startOAuthProvider(): Promise<TestOAuthProvider> {
  const server = createServer((request, response) => void serve(request, response));
  const url = await listen(server);
  const tokens = new Map<string, number>();
  const codes = new Map<string, IssuedCode>();
  const refreshTokens = new Set<string>();
  const deviceCodes = new Set<string>();
  let count = 0;
  const fresh = (what: string) => {
    const text = `${what}-${++count}-${createHash("sha256")
      .update(url + count)
      .digest("hex")
      .slice(0, 24)}`;
    provider.secrets.add(text);
    return text;
  };

  const provider: TestOAuthProvider = {
    url,
    lifetime: 600,
    deviceAnswers: [],
    falseState: null,
    falseIssuer: null,
    tokenRequests: [],
    secrets: new Set([OAUTH_CLIENT.secret]),
    accepts(authorization) {
      const until = tokens.get(/^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "");
      return until !== undefined && until > Date.now();
    },
    revoke: () => tokens.clear(),
    close: () => closeServer(server),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const body = await readBody(request);
    const form = new URLSearchParams(body);
    const json = (status: number, value: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const refuse = (error: string, status = 400) =>
      json(status, { error, error_description: `The provider says ${error}.` });

    if (/^\/\.well-known\/(openid-configuration|oauth-authorization-server)$/.test(pathname)) {
      return void json(200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        device_authorization_endpoint: `${url}/device`,
        token_endpoint_auth_methods_supported: ["client_secret_post"],
        authorization_response_iss_parameter_supported: true,
        code_challenge_methods_supported: ["S256"],
      });
    }
    if (pathname === "/authorize") return authorize(searchParams, response);
    if (pathname === "/enter") return void response.end("<!doctype html>Enter your code here.");
    const client = getClient(request, form);
    if (client.id !== OAUTH_CLIENT.id) return void refuse("invalid_client", 401);
    if (client.method !== "none" && client.secret !== OAUTH_CLIENT.secret) {
      return void refuse("invalid_client", 401);
    }
    if (pathname === "/device") {
      const code = fresh("device");
      deviceCodes.add(code);
      return void json(200, {
        device_code: code,
        user_code: "WDJB-MJHT",
        verification_uri: `${url}/enter`,
        verification_uri_complete: `${url}/enter?code=WDJB-MJHT`,
        expires_in: 300,
        interval: 0,
      });
    }
    if (pathname !== "/token") return void json(404, {});
    const grant = form.get("grant_type") ?? "";
    provider.tokenRequests.push({ grant, method: client.method, scope: form.get("scope") ?? "" });
    const refusal = judge(grant, form, client.method);
    if (refusal !== null) return void refuse(refusal);
    const token = fresh("token");
    tokens.set(token, Date.now() + provider.lifetime * 1000);
    const refresh = grant === "client_credentials" ? null : fresh("refresh");
    if (refresh !== null) refreshTokens.add(refresh);
    json(200, {
      access_token: token,
      token_type: "Bearer",
      expires_in: provider.lifetime,
      ...(refresh !== null && { refresh_token: refresh }),
    });
  }

  /** Why there is no token; `null` if there is one. */
  function judge(grant: string, form: URLSearchParams, method: string): string | null {
    switch (grant) {
      case "client_credentials":
        return method === "none" ? "unauthorized_client" : null;
      case "refresh_token":
        return refreshTokens.delete(form.get("refresh_token") ?? "") ? null : "invalid_grant";
      case "authorization_code": {
        const code = codes.get(form.get("code") ?? "");
        codes.delete(form.get("code") ?? "");
        const verifier = form.get("code_verifier") ?? "";
        provider.secrets.add(verifier);
        const challenge = createHash("sha256").update(verifier).digest("base64url");
        const isMatch =
          code?.challenge === challenge && code.redirectUri === form.get("redirect_uri");
        return isMatch ? null : "invalid_grant";
      }
      case "urn:ietf:params:oauth:grant-type:device_code":
        if (!deviceCodes.has(form.get("device_code") ?? "")) return "invalid_grant";
        return provider.deviceAnswers.shift() ?? null;
      default:
        return "unsupported_grant_type";
    }
  }

  /** The consent page: one link, as if the user was signed in. */
  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = query.get("redirect_uri") ?? "";
    const isKnown =
      query.get("client_id") === OAUTH_CLIENT.id && redirectUri.endsWith("/oauth/callback");
    const challenge = query.get("code_challenge") ?? "";
    if (!isKnown || query.get("code_challenge_method") !== "S256" || challenge.length !== 43) {
      return void response.writeHead(400).end("No.");
    }
    const code = fresh("code");
    codes.set(code, { challenge, redirectUri, scope: query.get("scope") ?? "" });
    const back = (fields: Record<string, string>) => {
      const target = new URL(redirectUri);
      const state = provider.falseState ?? query.get("state") ?? "";
      const iss = provider.falseIssuer ?? url;
      for (const [name, value] of Object.entries({ ...fields, state, iss })) {
        target.searchParams.set(name, value);
      }
      return target.href.replaceAll("&", "&amp;");
    };
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        `<!doctype html><title>Provider</title><h1>Allow ${OAUTH_CLIENT.id}?</h1>` +
          `<a href="${back({ code })}">Allow</a> <a href="${back({ error: "access_denied" })}">Deny</a>`,
      );
  }

  return provider;
}

function getClient(request: IncomingMessage, form: URLSearchParams) {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (basic !== undefined) {
    const [id = "", secret = ""] = Buffer.from(basic, "base64").toString().split(":");
    const spelled = (text: string) => new URLSearchParams(`x=${text}`).get("x") ?? "";
    return { id: spelled(id), secret: spelled(secret), method: "basic" };
  }
  const secret = form.get("client_secret");
  const method = secret === null ? "none" : "post";
  return { id: form.get("client_id") ?? "", secret: secret ?? "", method };
}
