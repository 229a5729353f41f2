"use client";
// Banner about the shared store: what waits while it does not respond, and whose change lost.
import type { StoreConflict, StoreState } from "../../lib/api/shared-store.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatQuantity } from "../ui/format.ts";
import { showFailureToast } from "../ui/toast.tsx";
import { useRecordings } from "./recordings-provider.tsx";

export default function StoreBanner({ store }: { store: StoreState }) {
  const { reload } = useRecordings();
  const run = (action: () => Promise<unknown>) => action().then(reload, showFailureToast);
  const { problem, waiting, address, conflicts, unreadable } = store;
  return (
    <>
      {problem !== null && (
        <Banner
          severity="warning"
          who="Store"
          title={
            waiting > 0
              ? `${formatQuantity(waiting, "recording")} not in the shared store yet`
              : "The shared store cannot be used"
          }
          remedy="Everything here works. What waits is uploaded by itself, and nothing is deleted before."
          actions={
            <Button variant="outline" size={24} onClick={() => run(apiClient.syncStore)}>
              Try again
            </Button>
          }
        >
          {address}: {problem}
        </Banner>
      )}
      {unreadable && (
        <Banner
          severity="note"
          who="Store"
          title={`${formatQuantity(unreadable.count, "recording")} of the shared store can't be read`}
          remedy="Everything else is listed. These are left as they are."
        >
          {unreadable.id}: {boundText(unreadable.reason)}
        </Banner>
      )}
      {conflicts.length > 0 && (
        <Banner
          severity="note"
          who="Store"
          title="Someone else made the same change later"
          onClose={() => run(apiClient.dismissConflicts)}
        >
          <ul>
            {conflicts.map((conflict) => (
              <li key={`${conflict.recording} ${conflict.kind} ${conflict.yours}`}>
                {describeConflict(conflict)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

function describeConflict({ kind, yours, theirs, by, recording }: StoreConflict): string {
  const what = kind === "name" ? "The name" : "A note";
  const now = theirs === "" ? "was deleted" : `is now “${theirs}”`;
  return `${what} of ${recording} ${now}${by && `, by ${by}`}. Yours was “${yours}”.`;
}
