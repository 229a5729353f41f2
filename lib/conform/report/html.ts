/**
 * Prints a grade as an HTML page that stands alone.
 *
 * Guarantee: no script, nothing loaded; text of the agent is text.
 */

import { escapeXml } from "../../report/junit-xml.ts";
import { type ConformResult, type Grade, groupResultsByUrgency } from "../grade.ts";
import { formatGradeSummary, STATUS_SIGNS } from "./text.ts";

const STYLE = `
:root{color-scheme:light dark;--fg:#1f2328;--bg:#fff;--line:#d1d9e0;--soft:#59636e;--pass:#1a7f37;--fail:#cf222e;--warning:#9a6700}
@media(prefers-color-scheme:dark){:root{--fg:#f0f6fc;--bg:#0d1117;--line:#3d444d;--soft:#9198a1;--pass:#3fb950;--fail:#f85149;--warning:#d29922}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);max-width:72rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-top:1px solid var(--line);overflow-wrap:anywhere}
code,pre{font:13px/1.45 ui-monospace,monospace}
pre{overflow-x:auto}
.pass{color:var(--pass)}.fail,.error{color:var(--fail)}.warning{color:var(--warning)}.not-measured,.not-applicable,small{color:var(--soft)}
td:first-child{white-space:nowrap}
`;

/** `app`: the origin of Loupe, for links to the recordings. */
export function formatGradeHtml(grade: Grade, app: string | null = null): string {
  const title = `${grade.agent}: A2A ${grade.text}`;
  const summary = [...formatGradeSummary(grade)].map((line) => `<p>${escapeXml(line)}</p>`);
  const groups = groupResultsByUrgency(grade.results).map(({ name, results }) => {
    const rows = results.map((result) => formatRow(result, app)).join("\n");
    return `<h2>${escapeXml(name)}</h2>\n<table>\n<thead><tr><th>Status</th><th>Check</th><th>What was seen</th><th>Clause</th></tr></thead>\n<tbody>\n${rows}\n</tbody>\n</table>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeXml(title)}</h1>
${summary.join("\n")}
<p><small>${escapeXml(`${grade.address}, graded by ${grade.by} at ${grade.at}, profile ${grade.profile}.`)}</small></p>
${groups.join("\n")}
</body>
</html>
`;
}

function formatRow(result: ConformResult, app: string | null): string {
  const { status, id, title, interface: where, message, clause, recording, curl, known } = result;
  const href = app === null || result.link === null ? null : app + result.link;
  const notes = [
    known === undefined ? "" : `<br>Known: ${escapeXml(known)}`,
    recording === null ? "" : `<br><small>${formatRecording(recording, href)}</small>`,
    curl === null || status === "pass" || status === "not-applicable"
      ? ""
      : `<details><summary>Repeat it</summary><pre>${escapeXml(curl)}</pre></details>`,
  ];
  const place = where === null ? "" : `<br><small>${escapeXml(where)}</small>`;
  return `<tr id="${escapeXml(id)}"><td class="${status}">${STATUS_SIGNS[status]} ${status}</td><td><code>${escapeXml(id)}</code><br>${escapeXml(title)}${place}</td><td>${escapeXml(message)}${notes.join("")}</td><td>${escapeXml(clause ?? "")}</td></tr>`;
}

const formatRecording = (recording: string, href: string | null) =>
  href === null
    ? `Recording ${escapeXml(recording)}`
    : `<a href="${escapeXml(href)}">Recording ${escapeXml(recording)}</a>`;
