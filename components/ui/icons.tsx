// All icons of the UI: 16 px grid, 1.5 px stroke, in the text color.
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const RING = <circle cx="8" cy="8" r="5.5" />;
const DISC = <circle cx="8" cy="8" r="5.25" />;
const LENS = <circle cx="7" cy="7" r="4.25" />;
const path = (d: string) => <path d={d} />;

const GLYPHS = {
  // Kinds of timeline entry.
  message: path(
    "M2.75 4.5a1.75 1.75 0 0 1 1.75-1.75h7a1.75 1.75 0 0 1 1.75 1.75v4.75A1.75 1.75 0 0 1 11.5 11H7l-3 2.5V11a1.5 1.5 0 0 1-1.25-1.5z",
  ),
  http: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.25" />,
  other: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.25" />,
  state: (
    <>
      {DISC}
      <path d="M8 2.75a5.25 5.25 0 0 1 0 10.5z" fill="currentColor" />
    </>
  ),
  plan: path("m2.5 4.25 1.1 1.1 1.9-2.1M2.5 10.75l1.1 1.1 1.9-2.1M8 4.5h5.5M8 11h5.5"),
  tool: path("M5 3.25 2.25 8 5 12.75M11 3.25 13.75 8 11 12.75M6.25 8h3.5"),
  agent: (
    <>
      <circle cx="4" cy="4" r="1.75" />
      <circle cx="12" cy="8" r="1.75" />
      <circle cx="4" cy="12" r="1.75" />
      <path d="m5.7 4.7 4.7 2.4M5.7 11.3l4.7-2.4" />
    </>
  ),
  result: (
    <>
      <path d="M2.75 4h10.5M2.75 8h7M2.75 12h4.5" />
      <path d="M11 10.5v3" strokeWidth="2" />
    </>
  ),
  artifact: path("M8 2.25 13 5v6l-5 2.75L3 11V5zM3 5l5 2.75L13 5M8 7.75v6"),
  thought: (
    <>
      <path d="M5.1 10.25a2.6 2.6 0 0 1-.6-5.1 3.6 3.6 0 0 1 6.8-.5 2.85 2.85 0 0 1 .2 5.6z" />
      <circle cx="5.25" cy="12.5" r=".9" />
      <path d="M3.1 14.1v.01" />
    </>
  ),
  error: (
    <>
      {RING}
      <path d="m6 6 4 4M10 6l-4 4" />
    </>
  ),
  waiting: (
    <>
      {DISC}
      <path d="M6.5 6v4M9.5 6v4" />
    </>
  ),
  // Outcomes and severities.
  ok: (
    <>
      {RING}
      <path d="m5.6 8.2 1.7 1.7 3.1-3.6" />
    </>
  ),
  warning: path("M8 2.5 14 13H2zM8 6.5v3M8 11.4v.01"),
  note: (
    <>
      {RING}
      <path d="M8 7.5V11M8 5.2v.01" />
    </>
  ),
  circle: <circle cx="8" cy="8" r="5" />,
  // Transport.
  play: <path d="M5 3.5v9l7.5-4.5z" fill="currentColor" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" strokeWidth="2.25" />,
  "step-back": path("M10.5 4 6.5 8l4 4M4 4v8"),
  "step-on": path("m5.5 4 4 4-4 4M12 4v8"),
  start: path("M12.5 4v8L7 8zM3.5 4v8"),
  end: path("M3.5 4v8L9 8zM12.5 4v8"),
  follow: path("M2.5 8h7M6.75 5 9.75 8l-3 3M13 3.5v9"),
  stop: <rect x="4.25" y="4.25" width="7.5" height="7.5" rx="1" fill="currentColor" />,
  zoom: (
    <>
      {LENS}
      <path d="m10.25 10.25 3.25 3.25M7 5.25v3.5M5.25 7h3.5" />
    </>
  ),
  // Controls.
  search: (
    <>
      {LENS}
      <path d="m10.25 10.25 3.25 3.25" />
    </>
  ),
  import: path("M8 2.5v7M5 6.75 8 9.75l3-3M2.75 10.5v1.75a1 1 0 0 0 1 1h8.5a1 1 0 0 0 1-1V10.5"),
  download: path("M8 2.5v7M5 6.75 8 9.75l3-3M2.75 10.5v1.75a1 1 0 0 0 1 1h8.5a1 1 0 0 0 1-1V10.5"),
  export: path("M8 9.75v-7M5 5.5l3-3 3 3M2.75 10.5v1.75a1 1 0 0 0 1 1h8.5a1 1 0 0 0 1-1V10.5"),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="7.75" height="7.75" rx="1.5" />
      <path d="M10.5 5.5V4A1.25 1.25 0 0 0 9.25 2.75H4A1.25 1.25 0 0 0 2.75 4v5.25A1.25 1.25 0 0 0 4 10.5h1.5" />
    </>
  ),
  check: path("m3.5 8.4 3 3 6-6.6"),
  close: path("m4.5 4.5 7 7M11.5 4.5l-7 7"),
  plus: path("M8 3.5v9M3.5 8h9"),
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />,
  "chevron-right": path("m6.25 4 4 4-4 4"),
  "chevron-down": path("m4 6.25 4 4 4-4"),
  "arrow-right": path("M3 8h10M9 4l4 4-4 4"),
  send: path("M8 13V3.5M4 7.25l4-4 4 4"),
  swap: <path d="M3 5.5h9m-2.5-2.5L12 5.5 9.5 8M13 10.5H4m2.5-2.5L4 10.5 6.5 13" />,
  columns: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="M8 3v10" />
    </>
  ),
  sidebar: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="M6 3v10" />
    </>
  ),
  theme: (
    <>
      {DISC}
      <path d="M8 2.75v10.5A5.25 5.25 0 0 0 8 2.75z" fill="currentColor" />
    </>
  ),
  card: (
    <>
      <rect x="2" y="3.25" width="12" height="9.5" rx="1.5" />
      <circle cx="5.5" cy="7" r="1.25" />
      <path d="M3.75 10.5c.4-.9 1-1.25 1.75-1.25s1.35.35 1.75 1.25M9.5 6.5h2.5M9.5 9.5H12" />
    </>
  ),
  file: path(
    "M4 2.5h5l3.25 3.25V13a.75.75 0 0 1-.75.75h-7.5A.75.75 0 0 1 3.25 13V3.25A.75.75 0 0 1 4 2.5zM8.75 2.75V6H12",
  ),
  braces: path(
    "M6 3H5.25A1.25 1.25 0 0 0 4 4.25v2.5L2.75 8 4 9.25v2.5A1.25 1.25 0 0 0 5.25 13H6M10 3h.75A1.25 1.25 0 0 1 12 4.25v2.5L13.25 8 12 9.25v2.5A1.25 1.25 0 0 1 10.75 13H10",
  ),
  text: path("M3.5 4.5v-1h9v1M8 3.5v9M6.5 12.5h3"),
  image: (
    <>
      <rect x="2.25" y="3" width="11.5" height="10" rx="1.5" />
      <circle cx="5.75" cy="6.25" r="1" />
      <path d="m2.75 11.5 3.5-3 2.25 2 2.5-2.75 2.5 2.75" />
    </>
  ),
  tag: (
    <>
      {path("M2.75 3.5v4L8.5 13.25l4.75-4.75L7.5 2.75h-4a.75.75 0 0 0-.75.75z")}
      <path d="M5.5 5.5h.01" strokeWidth="2" />
    </>
  ),
  /** A note: a page with a folded corner. */
  remark: path("M3 3.25h10v6.5L9.75 13H3zM9.75 13V9.75H13M5.5 6h5M5.5 8.75h2"),
  mute: path("M2.75 6.25h2L8 3.5v9L4.75 9.75h-2zM10.75 6.25l3 3.5M13.75 6.25l-3 3.5"),
  book: path(
    "M8 4.25C6.5 3.25 4.75 3 2.75 3.25v9c2-.25 3.75 0 5.25 1 1.5-1 3.25-1.25 5.25-1v-9c-2-.25-3.75 0-5.25 1zM8 4.25v9",
  ),
  cut: (
    <>
      <circle cx="4.25" cy="4.5" r="1.75" />
      <circle cx="4.25" cy="11.5" r="1.75" />
      <path d="m5.75 5.5 7.5 5.25M5.75 10.5l7.5-5.25" />
    </>
  ),
  library: path("M3.25 3v10M6.25 3v10M9 3.5l3.5 9.25"),
  link: path(
    "M6.75 9.25a2.25 2.25 0 0 0 3.2 0l2.1-2.1a2.26 2.26 0 0 0-3.2-3.2l-.7.7M9.25 6.75a2.25 2.25 0 0 0-3.2 0l-2.1 2.1a2.26 2.26 0 0 0 3.2 3.2l.7-.7",
  ),
  key: (
    <>
      <circle cx="5.5" cy="8" r="2.75" />
      <path d="M8.25 8h5.25v2M11 8v1.75" />
    </>
  ),
  globe: (
    <>
      {RING}
      <path d="M2.5 8h11M8 2.5c3 3.2 3 7.8 0 11-3-3.2-3-7.8 0-11z" />
    </>
  ),
  fold: path("M1.5 8h3.25M11.25 8h3.25M6.75 4 5.5 12M10.5 4 9.25 12"),
  activity: path("M2.5 8h2l1.75-4.5L9.5 12.5 11.25 8h2.25"),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof GLYPHS;

/** How lines are drawn: attributes, so that a glyph can overrule them. */
export const STROKE = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string;
}) {
  return (
    <svg
      {...STROKE}
      className={cx("ui-icon flex-none", className)}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
    >
      {GLYPHS[name]}
    </svg>
  );
}

/** The logo, on a 20 px grid. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg
      {...STROKE}
      strokeWidth={1.75}
      className="flex-none text-accent"
      viewBox="0 0 20 20"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <circle cx="8.75" cy="8.75" r="6" />
      <path d="m13.25 13.25 4 4" />
      <path d="M6.25 9.75v-1.5M8.75 11V6.5M11.25 9.75v-1.5" strokeWidth="1.6" />
    </svg>
  );
}
