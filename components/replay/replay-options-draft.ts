// Replay options as typed into the dialog; the server validates them.
export interface ReplayOptionsDraft {
  readonly speed: string;
  readonly delay: string;
  readonly cutAfter: string;
  readonly duplicate: string;
  readonly reorder: string;
  readonly splitCharacters: boolean;
  readonly crlf: boolean;
}

export const DEFAULT_OPTIONS_DRAFT: ReplayOptionsDraft = {
  speed: "1",
  delay: "",
  cutAfter: "",
  duplicate: "",
  reorder: "",
  splitCharacters: false,
  crlf: false,
};

/** In the syntax of the command line and of the request header: `speed=4, cut-after=5`. */
export function formatOptionsDraft(draft: ReplayOptionsDraft): string {
  const valued = [
    ["speed", draft.speed === "1" ? "" : draft.speed],
    ["delay", draft.delay],
    ["cut-after", draft.cutAfter],
    ["duplicate", draft.duplicate],
    ["reorder", draft.reorder],
  ] as const;
  return [
    ...valued.flatMap(([name, value]) => (value.trim() === "" ? [] : [`${name}=${value.trim()}`])),
    ...(draft.splitCharacters ? ["split-characters"] : []),
    ...(draft.crlf ? ["crlf"] : []),
  ].join(", ");
}
