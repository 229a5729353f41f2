/**
 * Token page, shown in place of every page to an unauthorized browser: sends the token once, in a
 * header, in exchange for a cookie.
 *
 * Guarantees: shows nothing of the server's data; the token is in no URL that is sent: it comes from
 * the fragment of the printed address, or is typed.
 */
import { createHash } from "node:crypto";

/** Path to which the token is sent. */
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
const status = document.querySelector("[role=status]");
const sendToken = async (token) => {
  const headers = { authorization: "Bearer " + token };
  const response = await fetch("${TOKEN_PATH}", { method: "POST", headers }).catch(() => null);
  if (response?.ok) return location.replace(location.pathname + location.search);
  status.textContent = response ? "Wrong token." : "The server does not respond.";
  field.select();
};
form.addEventListener("submit", (event) => {
  event.preventDefault();
  sendToken(field.value.trim());
});
const given = new URLSearchParams(location.hash.slice(1)).get("token");
if (given !== null) {
  history.replaceState(null, "", location.pathname + location.search);
  sendToken(given);
}
`;

export const TOKEN_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Loupe: token</title>
<style>${STYLE}</style>
<main>
<h1>This Loupe requires a token</h1>
<p>Open the address that Loupe printed at startup, or enter the token from that address.</p>
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
