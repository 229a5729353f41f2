// Strings that would run, load, call or corrupt something if they were more than text.

/** Markup that runs scripts, and loads from a foreign server. */
export const createAttackText = (foreignUrl: string): string =>
  [
    "<script>window.__pwned=1</script>",
    "</script></style></title></textarea><!--\u2028<script>window.__pwned=1</script>",
    `<img src=x onerror="window.__pwned=1"><img src="${foreignUrl}/pixel.png">`,
    "[a link](javascript:window.__pwned=1) and [another](data:text/html,<script>1</script>)",
    `![an image](${foreignUrl}/image.png) <iframe src="${foreignUrl}/frame"></iframe>`,
    `<svg onload="window.__pwned=1"><style>@import "${foreignUrl}/style.css";</style></svg>`,
    `<link rel=stylesheet href="${foreignUrl}/link.css"><base href="${foreignUrl}/">`,
    `<meta http-equiv=refresh content="0;url=${foreignUrl}/"><form action="${foreignUrl}/"><button>`,
  ].join("\n\n");

/** The same on one line, for names: IDs, titles, file names. */
export const createAttackName = (foreignUrl: string): string =>
  `"><img src="${foreignUrl}/name.png" onerror=window.__pwned=1><script>window.__pwned=1</script>`;

/** Members that pollute prototypes when merged carelessly. */
export const POLLUTION: Readonly<Record<string, unknown>> = JSON.parse(
  `{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},
    "hasOwnProperty":"polluted","toString":"polluted","then":"polluted"}`,
);

/** Patches that would write there. */
export const POLLUTING_PATCHES: readonly object[] = [
  {
    op: "replace",
    path: "",
    value: { message_id: "draft", parts: [{ text: "draft" }], ...POLLUTION },
  },
  { op: "add", path: "/__proto__/polluted", value: "yes" },
  { op: "add", path: "/constructor/prototype/polluted", value: "yes" },
  { op: "copy", from: "/__proto__", path: "/parts/0" },
  { op: "str_ins", path: "/__proto__/toString/name", pos: 0, value: "polluted" },
];

const base64 = (text: string) => Buffer.from(text).toString("base64");
const SCRIPT = "<script>window.__pwned=1</script>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.__pwned=1">${SCRIPT}</svg>`;

export interface AttackFile {
  readonly name: string;
  readonly type: string;
  readonly bytes?: string;
  readonly uri?: string;
}

/** Files that run scripts, have a wrong media type, or link to a foreign server. */
export const createAttackFiles = (foreignUrl: string): readonly AttackFile[] => [
  { name: "../../drawing.svg", type: "image/svg+xml", bytes: base64(SVG) },
  { name: "picture.png", type: "image/png", bytes: base64(SCRIPT) },
  { name: "paper.pdf", type: "application/pdf", bytes: base64(SCRIPT) },
  { name: "page.html", type: "text/html", bytes: base64(SCRIPT) },
  { name: "data.json", type: "application/json", bytes: base64(JSON.stringify(POLLUTION)) },
  {
    name: createAttackName(foreignUrl),
    type: `image/png"><script>`,
    uri: `${foreignUrl}/file.png`,
  },
  { name: "link", type: "image/png", uri: "javascript:window.__pwned=1" },
  { name: "page", type: "image/svg+xml", uri: `data:image/svg+xml;base64,${base64(SVG)}` },
];
