// All icons of the UI, drawn in the text color, and the logo.
import {
  Activity,
  AlignLeft,
  ArrowLeftRight,
  ArrowRight,
  ArrowRightToLine,
  ArrowUp,
  BellOff,
  BookOpen,
  Box,
  Braces,
  Check,
  ChevronDown,
  ChevronRight,
  Circle,
  CircleCheck,
  CirclePause,
  CircleX,
  Columns2,
  Contrast,
  Copy,
  Download,
  Ellipsis,
  File,
  FoldHorizontal,
  Globe,
  IdCard,
  Image,
  Info,
  Key,
  Library,
  Lightbulb,
  Link2,
  ListChecks,
  type LucideIcon,
  Maximize2,
  MessageSquare,
  Minimize2,
  PanelLeft,
  Pause,
  Play,
  Plus,
  Scissors,
  Search,
  SkipBack,
  SkipForward,
  Square,
  StepBack,
  StepForward,
  StickyNote,
  SunMoon,
  Tag,
  TriangleAlert,
  Type,
  Upload,
  Waypoints,
  Wrench,
  X,
  ZoomIn,
} from "lucide-react";
import { cx } from "./cx.ts";

const ICONS = {
  // Kinds of timeline entry.
  message: MessageSquare,
  http: Ellipsis,
  other: Ellipsis,
  state: Contrast,
  plan: ListChecks,
  tool: Wrench,
  agent: Waypoints,
  result: AlignLeft,
  artifact: Box,
  thought: Lightbulb,
  error: CircleX,
  waiting: CirclePause,
  // Outcomes and severities.
  ok: CircleCheck,
  warning: TriangleAlert,
  note: Info,
  circle: Circle,
  // Transport.
  play: Play,
  pause: Pause,
  "step-back": StepBack,
  "step-on": StepForward,
  start: SkipBack,
  end: SkipForward,
  follow: ArrowRightToLine,
  stop: Square,
  zoom: ZoomIn,
  // Controls.
  search: Search,
  import: Download,
  download: Download,
  export: Upload,
  copy: Copy,
  check: Check,
  close: X,
  plus: Plus,
  more: Ellipsis,
  "chevron-right": ChevronRight,
  "chevron-down": ChevronDown,
  "arrow-right": ArrowRight,
  send: ArrowUp,
  swap: ArrowLeftRight,
  columns: Columns2,
  maximize: Maximize2,
  restore: Minimize2,
  sidebar: PanelLeft,
  theme: SunMoon,
  card: IdCard,
  file: File,
  braces: Braces,
  text: Type,
  image: Image,
  tag: Tag,
  remark: StickyNote,
  mute: BellOff,
  book: BookOpen,
  cut: Scissors,
  library: Library,
  link: Link2,
  key: Key,
  globe: Globe,
  fold: FoldHorizontal,
  activity: Activity,
} satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof ICONS;

const FILLED: ReadonlySet<IconName> = new Set(["play", "pause", "stop"]);

export interface IconProps {
  name: IconName;
  size?: number;
  className?: string;
}

export function Icon({ name, size = 16, className }: IconProps) {
  const Glyph = ICONS[name];
  return (
    <Glyph
      className={cx("flex-none", FILLED.has(name) && "fill-current", className)}
      size={size}
      aria-hidden="true"
    />
  );
}

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
