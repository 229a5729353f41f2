/** What the user does with what is held, and with breakpoints. */
import type { TapStep } from "../../lib/api/schemas/plan.ts";
import type { Breakpoint } from "../../lib/api/taps.ts";
import { createEditPlan } from "../../lib/report/edit-plan.ts";
import { describeHeld } from "../../lib/report/held-stream.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { getErrorMessage } from "../../lib/text/error-message.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { announce } from "../ui/announce.ts";
import { downloadText } from "../ui/choose-files.ts";
import { showToast } from "../ui/toast.tsx";
import { getHoldStore, isTapped, listHeld } from "./hold-store.ts";

const POLL_MS = 1000;

/** Asks what is held as long as the run may have taps; the server lets go when nobody asks. */
export function watchHolds(app: AppContext): void {
  const poll = async () => {
    if (!isTapped(app)) {
      getHoldStore(app).setState({ taps: [] });
    } else await loadHolds(app).catch(() => undefined);
    setTimeout(() => void poll(), POLL_MS);
  };
  void poll();
}

export async function loadHolds(app: AppContext): Promise<void> {
  const store = getHoldStore(app);
  const known = new Set(listHeld(store.getState()).map(({ stream }) => stream.id));
  store.setState({ taps: await apiClient.listHolds() });
  for (const { stream } of listHeld(store.getState())) {
    if (!known.has(stream.id)) announce(`Held: ${describeHeld(stream)}`);
  }
}

/** With the members of its action. */
export interface HeldCommand extends Readonly<Record<string, unknown>> {
  readonly do: string;
}

/** Does something with the stream that is held longest, or with this one. */
export async function resumeHeld(
  app: AppContext,
  command: HeldCommand,
  held = listHeld(getHoldStore(app).getState())[0],
): Promise<void> {
  if (!held) return;
  await tell(() => apiClient.resumeHeld(held.tap, held.stream.id, command));
  await loadHolds(app).catch(() => undefined);
}

/** What the user did by hand in the open run, as a file that `loupe tap --plan` takes. */
export function saveAsPlan({ run }: AppContext): void {
  const { timeline } = run.getState();
  const plan = createEditPlan(timeline);
  if (plan.steps.length === 0) {
    showToast({ text: "Nothing was done by hand in this run" });
    return;
  }
  downloadText("plan.json", "application/json", `${JSON.stringify(plan, null, 2)}\n`);
}

/** Sets a breakpoint at the tap that records the run. */
export async function addBreakpoint(app: AppContext, step: TapStep): Promise<void> {
  const { source } = app.run.getState();
  await loadHolds(app).catch(() => undefined);
  const { taps } = getHoldStore(app).getState();
  const tap = taps.find(({ recording }) => source?.kind === "recording" && recording === source.id);
  if (!tap) return;
  const isSet = await tell(() => apiClient.addBreakpoint(tap.tap, step));
  if (isSet) showToast({ text: "Breakpoint set" });
  await loadHolds(app).catch(() => undefined);
}

/** Shows at once, and is taken back with the next answer of the server if it failed. */
export async function enableBreakpoint(
  app: AppContext,
  tap: string,
  id: string,
  isEnabled: boolean,
): Promise<void> {
  const store = getHoldStore(app);
  const change = (one: Breakpoint) => (one.id === id ? { ...one, isEnabled } : one);
  store.setState(({ taps }) => ({
    taps: taps.map((one) =>
      one.tap === tap ? { ...one, breakpoints: one.breakpoints.map(change) } : one,
    ),
  }));
  await tell(() => apiClient.enableBreakpoint(tap, id, isEnabled));
}

export async function removeBreakpoint(app: AppContext, tap: string, id: string): Promise<void> {
  await tell(() => apiClient.removeBreakpoint(tap, id));
  await loadHolds(app).catch(() => undefined);
}

/** False if it failed, which the user is told. */
async function tell(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    showToast({ text: getErrorMessage(error) });
    return false;
  }
}
