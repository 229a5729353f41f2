/**
 * The page in the place of every other for whom the server does not know yet: it takes the token
 * and shows it once, in a header, for a cookie.
 *
 * Guarantees: says nothing of what is behind it; the token is in no address that is sent: it comes
 * in the fragment of the one that was printed, or is typed.
 */
import { createHash } from "node:crypto";

/** Where the token is shown. */
export const TOKEN_PATH = "/token";

const STYLE = `
:root {
  color-scheme: dark light;
  background: light-dark(oklch(0.967 0.003 260), oklch(0.158 0.005 260));
  color: light-dark(oklch(0.225 0.01 260), oklch(0.955 0.003 260));
  font: 14px/1.5 system-ui, sans-serif;
}
body { display: grid; min-height: 90vh; place-items: center; margin: 0; padding: 16px; }
main { max-width: 24rem; }
h1 { font-size: 18px; font-weight: 600; margin: 0 0 8px; }
form { display: flex; gap: 8px; margin: 16px 0 8px; }
input, button { border-radius: 6px; border: 1px solid oklch(0.6 0.01 260); font: inherit; padding: 5px 10px; }
input { flex: 1; min-width: 0; background: transparent; color: inherit; }
button { background: oklch(0.545 0.165 254); border-color: transparent; color: white; }
:focus-visible { outline: 2px solid oklch(0.62 0.15 250); outline-offset: 1px; }
`;

const SCRIPT = `
const form = document.querySelector("form");
const field = document.querySelector("input");
const said = document.querySelector("[role=status]");
const show = async (token) => {
  const headers = { authorization: "Bearer " + token };
  const answer = await fetch("${TOKEN_PATH}", { method: "POST", headers }).catch(() => null);
  if (answer?.ok) return location.replace(location.pathname + location.search);
  said.textContent = answer ? "This is not the token." : "The server does not answer.";
  field.select();
};
form.addEventListener("submit", (event) => {
  event.preventDefault();
  show(field.value.trim());
});
const given = new URLSearchParams(location.hash.slice(1)).get("token");
if (given !== null) {
  history.replaceState(null, "", location.pathname + location.search);
  show(given);
}
`;

export const TOKEN_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Loupe: token</title>
<style>${STYLE}</style>
<main>
<h1>This Loupe asks for its token</h1>
<p>It is not for everybody who can reach it. Open the address it printed when it was started, or
type the token that stands there.</p>
<form>
<input type="password" aria-label="Token" autocomplete="off" autofocus required>
<button>Open</button>
</form>
<p role="status"></p>
</main>
<script>${SCRIPT}</script>
</html>
`;

const formatCspHash = (text: string) =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export const TOKEN_PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${formatCspHash(SCRIPT)}`,
  `style-src ${formatCspHash(STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
