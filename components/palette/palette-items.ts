// Items of the command palette: enabled commands, exchanges, row kinds, themes and recordings.

import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { ITEM_KINDS, type ItemKind } from "../../lib/dialects/kinds.ts";
import { joinPartTexts } from "../../lib/protocol/read-parts.ts";
import { getRecordingAgent, getRecordingTitle } from "../../lib/report/recordings.ts";
import { truncateToGraphemes } from "../../lib/text/graphemes.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { formatExchangeTitle } from "../labels/exchange-label.ts";
import { getStoredVerdictMeta } from "../labels/verdict-labels.ts";
import { formatDayTime } from "../ui/format.ts";
import type { IconName } from "../ui/icons.tsx";
import { setTheme } from "../ui/theme.ts";

export interface PaletteItem {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly detail: string;
  readonly icon: IconName | null;
  readonly keys: string | null;
  readonly synonyms?: readonly string[];
  /** Its title is a name that someone gave. */
  readonly isName?: boolean;
  run(): void;
}

const MAX_EXCHANGES = 200;

export function createPaletteItems(
  app: AppContext,
  recordings: readonly RecordingSummary[],
): readonly PaletteItem[] {
  return [
    ...createCommandItems(app),
    ...createStopItems(app, recordings),
    ...createExchangeItems(app),
    ...createKindItems(app),
    ...createThemeItems(),
    ...recordings.map((recording) => createRecordingItem(app, recording)),
  ];
}

function createCommandItems(app: AppContext): PaletteItem[] {
  return app.commands.list
    .filter((command) => !command.byKeyOnly && command.enabled(app))
    .map(({ id, title, group, keys, synonyms, run }) => ({
      id: `command-${id}`,
      section: "Commands",
      title,
      detail: group,
      icon: null,
      keys: keys[0] ?? null,
      synonyms,
      run: () => run(app),
    }));
}

/** The open run has a command of its own. */
function createStopItems(
  { run, actions }: AppContext,
  recordings: readonly RecordingSummary[],
): PaletteItem[] {
  const { source } = run.getState();
  const openId = source?.kind === "recording" ? source.id : null;
  return recordings
    .filter(({ id, live }) => live && id !== openId)
    .map((recording) => ({
      id: `stop-${recording.id}`,
      section: "Commands",
      title: `Stop recording ${getRecordingTitle(recording)}`,
      detail: getRecordingAgent(recording),
      icon: "stop",
      keys: null,
      run: () => actions.stopRecording(recording),
    }));
}

function createExchangeItems({ run, view }: AppContext): PaletteItem[] {
  const { exchanges } = run.getState().timeline;
  const show = (scope: number | "all") => () =>
    view.setState({ scope, selected: null, event: null, cursor: null, following: true });
  if (exchanges.length === 0) return [];
  return [
    {
      id: "exchange-all",
      section: "Exchanges",
      title: "All exchanges",
      detail: "on one timeline",
      icon: "activity",
      keys: null,
      run: show("all"),
    },
    ...exchanges.slice(-MAX_EXCHANGES).map((exchange): PaletteItem => {
      const message = exchange.request?.message;
      return {
        id: `exchange-${exchange.index}`,
        section: "Exchanges",
        title: formatExchangeTitle(exchange),
        detail: message ? truncateToGraphemes(joinPartTexts(message.parts), 60) : "",
        icon: "http",
        keys: null,
        run: show(exchange.index),
      };
    }),
  ];
}

/** One item per row kind that hides or shows it. */
function createKindItems({ run, view }: AppContext): PaletteItem[] {
  if (run.getState().timeline.entries.length === 0) return [];
  const { filter } = view.getState();
  const toggled = (kind: ItemKind) =>
    filter.hidden.includes(kind)
      ? filter.hidden.filter((hidden) => hidden !== kind)
      : [...filter.hidden, kind];
  return ITEM_KINDS.map((kind) => ({
    id: `kind-${kind}`,
    section: "Filter",
    title: `${filter.hidden.includes(kind) ? "Show" : "Hide"} ${kind} rows`,
    detail: "",
    icon: kind,
    keys: null,
    run: () => view.setState({ filter: { ...filter, hidden: toggled(kind) } }),
  }));
}

function createThemeItems(): PaletteItem[] {
  return (["dark", "light"] as const).map((theme) => ({
    id: `theme-${theme}`,
    section: "Theme",
    title: `${theme === "dark" ? "Dark" : "Light"} theme`,
    detail: "",
    icon: "theme",
    keys: null,
    run: () => setTheme(theme),
  }));
}

function createRecordingItem({ run, agent }: AppContext, recording: RecordingSummary): PaletteItem {
  const { id, name, verdict } = recording;
  const detail = [
    getRecordingAgent(recording),
    formatDayTime(recording.changedAt, Date.now(), { hasSeconds: true }),
  ];
  return {
    id: `recording-${id}`,
    section: "Recordings",
    title: getRecordingTitle(recording),
    isName: true,
    detail: detail.filter(Boolean).join(" · "),
    // Many recordings may have one name.
    icon: (verdict && getStoredVerdictMeta(verdict)?.icon) ?? "file",
    keys: null,
    run() {
      agent.disconnect();
      run.openRecording(id, name);
    },
  };
}
