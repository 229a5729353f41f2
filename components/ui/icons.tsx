// All icons of the UI with their meanings, drawn in the text color, and the logo.

import {
  Activity,
  AlignLeft,
  AppWindow,
  ArrowDownUp,
  ArrowLeftRight,
  ArrowRight,
  ArrowRightToLine,
  ArrowUp,
  Asterisk,
  BellOff,
  Bookmark,
  BookOpen,
  Box,
  Braces,
  Cable,
  ChartGantt,
  Check,
  ChevronDown,
  ChevronRight,
  Circle,
  CircleCheck,
  CircleDot,
  CirclePause,
  CircleSlash,
  CircleX,
  ClipboardList,
  Columns2,
  Contrast,
  Copy,
  CopyPlus,
  CreditCard,
  Download,
  Ellipsis,
  ExternalLink,
  FastForward,
  File,
  FlaskConical,
  FolderOpen,
  FoldHorizontal,
  FoldVertical,
  Globe,
  History,
  IdCard,
  Image,
  Inbox,
  Info,
  Key,
  Languages,
  Laptop,
  Library,
  Lightbulb,
  Link2,
  ListChecks,
  ListFilter,
  ListTree,
  type LucideIcon,
  Maximize2,
  MessageSquare,
  Minimize2,
  PanelLeft,
  PanelRight,
  Pause,
  Pencil,
  Pin,
  Play,
  Plus,
  RotateCw,
  Rows3,
  ScanEye,
  Scissors,
  Search,
  Server,
  SkipBack,
  SkipForward,
  SlidersHorizontal,
  Square,
  StepBack,
  StepForward,
  StickyNote,
  SunMoon,
  Tag,
  Timer,
  Trash2,
  TriangleAlert,
  Type,
  Undo2,
  UnfoldVertical,
  Upload,
  Waypoints,
  Wrench,
  X,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { memo } from "react";
import { cx } from "./cx.ts";

/** Each glyph has one name and one meaning, on every screen. */
export const ICONS = {
  // Kinds of timeline entry.
  message: MessageSquare,
  /** Requests, responses and their exchange. */
  http: ArrowDownUp,
  other: Asterisk,
  state: Contrast,
  plan: ListChecks,
  tool: Wrench,
  agent: Waypoints,
  result: AlignLeft,
  artifact: Box,
  thought: Lightbulb,
  error: CircleX,
  /** Waits for the user. */
  waiting: CirclePause,
  // Outcomes and severities.
  ok: CircleCheck,
  warning: TriangleAlert,
  /** Severity info. */
  note: Info,
  /** Not begun. */
  circle: Circle,
  /** In progress, as of the playhead. */
  running: CircleDot,
  skipped: CircleSlash,
  recovered: Undo2,
  // Transport.
  play: Play,
  pause: Pause,
  "step-back": StepBack,
  "step-on": StepForward,
  start: SkipBack,
  end: SkipForward,
  /** Follow the newest event. */
  follow: ArrowRightToLine,
  stop: Square,
  zoom: ZoomIn,
  "zoom-out": ZoomOut,
  "skip-idle": FastForward,
  /** Fold idle time on the axis. */
  fold: FoldHorizontal,
  // Places.
  /** All exchanges of a run. */
  activity: Activity,
  timeline: Rows3,
  timing: Timer,
  trace: ChartGantt,
  /** The list of exchanges. */
  sidebar: PanelLeft,
  maximize: Maximize2,
  restore: Minimize2,
  /** The inspector. */
  inspect: PanelRight,
  evidence: ScanEye,
  library: Library,
  inbox: Inbox,
  /** The agent card. */
  card: IdCard,
  demo: FlaskConical,
  /** Between agents. */
  tap: Cable,
  /** Programs that call agents. */
  clients: Laptop,
  /** Rules. */
  book: BookOpen,
  dialects: Languages,
  // Runs and files.
  file: File,
  /** Open a file. */
  import: FolderOpen,
  /** Save a file. */
  download: Download,
  export: Upload,
  /** Serve a run as an agent. */
  serve: Server,
  /** Send a recorded request again. */
  resend: RotateCw,
  /** Send what is written now. */
  send: ArrowUp,
  /** Compare two runs. */
  columns: Columns2,
  swap: ArrowLeftRight,
  /** A part of a run. */
  cut: Scissors,
  // Controls.
  /** Find something, or nothing was found. */
  search: Search,
  filter: ListFilter,
  copy: Copy,
  duplicate: CopyPlus,
  revisions: History,
  /** Done, or chosen. */
  check: Check,
  /** Close, or take something back that is not sent or saved yet. */
  close: X,
  /** Delete something stored. */
  delete: Trash2,
  rename: Pencil,
  plus: Plus,
  more: Ellipsis,
  "chevron-right": ChevronRight,
  "chevron-down": ChevronDown,
  /** Go there. */
  "arrow-right": ArrowRight,
  theme: SunMoon,
  /** JSON. */
  braces: Braces,
  /** Plain text. */
  text: Type,
  image: Image,
  form: ClipboardList,
  surface: AppWindow,
  payment: CreditCard,
  tag: Tag,
  /** A note of the user. */
  remark: StickyNote,
  mute: BellOff,
  saved: Bookmark,
  /** The path of a value. */
  path: ListTree,
  /** A page of another program. */
  external: ExternalLink,
  /** A link, or what a URL names. */
  link: Link2,
  /** Credentials and other secrets. */
  key: Key,
  settings: SlidersHorizontal,
  /** A row that stays on top. */
  pin: Pin,
  /** The address of an agent. */
  globe: Globe,
  "collapse-all": FoldVertical,
  "expand-all": UnfoldVertical,
} satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof ICONS;

const FILLED: ReadonlySet<IconName> = new Set(["play", "pause", "stop"]);

interface IconProps {
  name: IconName;
  size?: number;
  className?: string;
}

/** Memoized: a bar that follows a live run has twenty, which stay as they are. */
export const Icon = memo(function Icon({ name, size = 16, className }: IconProps) {
  const Glyph = ICONS[name];
  return (
    <Glyph
      className={cx("flex-none", FILLED.has(name) && "fill-current", className)}
      size={size}
      aria-hidden="true"
    />
  );
});

/** How other drawings, such as the logo, are stroked: attributes, so that a part can overrule them. */
export const STROKE = {
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

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
