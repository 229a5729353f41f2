"use client";
// Takes the place of the rows if the filter hides all of them, with the way back to them.
import { clearSearch } from "../../lib/dialects/settings.ts";
import { toggleNoise } from "../../lib/session/view.ts";
import { useSession, useView } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { formatQuantity } from "../ui/format.ts";
import { EmptyState } from "../ui/status.tsx";

/** `hidden`: the number of rows that match, but are noise. */
export function NoRows({ hidden }: { hidden: number }) {
  const { view } = useSession();
  const filter = useView((state) => state.filter);
  if (hidden > 0) {
    return (
      <EmptyState
        icon="search"
        title="Only protocol noise matches"
        action={
          <Button variant="outline" onClick={() => toggleNoise(view)}>
            Show {formatQuantity(hidden, "hidden row")}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="search"
      title="No rows match"
      action={
        <Button variant="outline" onClick={() => view.setState({ filter: clearSearch(filter) })}>
          Clear filters
        </Button>
      }
    />
  );
}
