"use client";
import { createImportChanges, parseCollectionFile } from "../../lib/requests/collection-file.ts";
// Dialog with the saved requests in their collections, the request that is shown, and environments.
import { createUniqueName, findSavedRequest } from "../../lib/requests/saved-requests.ts";
import { useAppContext } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { chooseFile } from "../ui/choose-files.ts";
import { cx } from "../ui/cx.ts";
import { Dialog, LARGE_BUTTONS } from "../ui/dialog.tsx";
import { formatQuantity } from "../ui/format.ts";
import { MenuButton } from "../ui/menu.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { EmptyState, Waiting } from "../ui/status.tsx";
import { showToast, ToastRegion } from "../ui/toast.tsx";
import { CurlImport } from "./curl-import.tsx";
import { EnvironmentsPane } from "./environments-pane.tsx";
import { RequestDetail } from "./request-detail.tsx";
import { RequestList } from "./request-list.tsx";
import { useRequestsStore } from "./requests-store.ts";
import {
  createCollection,
  type SavedRequestsControls,
  useAgentOrigin,
  useSavedRequests,
} from "./use-saved-requests.ts";

export default function RequestsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Saved requests"
      width="large"
      tall
      className={cx("max-phone:max-h-[calc(100dvh-16px)]", LARGE_BUTTONS)}
    >
      <RequestsBody onSent={onClose} />
    </Dialog>
  );
}

const TABS = [
  { value: "requests", label: "Requests" },
  { value: "environments", label: "Environments" },
] as const;

/** Fills the dialog to its edges. */
const BODY =
  "relative -mx-4 -mb-4 flex h-[min(720px,calc(100dvh-70px))] flex-col border-t border-line-2 text-12/5";
const PANES =
  "grid min-h-0 flex-1 grid-cols-[300px_minmax(0,1fr)] grid-rows-1 max-phone:grid-cols-1";

function RequestsBody({ onSent }: { onSent: () => void }) {
  const controls = useSavedRequests();
  const tab = useRequestsStore((state) => state.tab);
  const { isLoaded, error, reload } = controls;
  return (
    <div className={BODY}>
      <Toolbar controls={controls} />
      {isLoaded && tab === "requests" && <RequestPanes controls={controls} onSent={onSent} />}
      {isLoaded && tab === "environments" && <EnvironmentsPane controls={controls} />}
      {!isLoaded && error === null && <Waiting>Loading saved requests…</Waiting>}
      {!isLoaded && error !== null && (
        <EmptyState
          icon="error"
          title="Couldn't load the saved requests"
          action={<Button onClick={reload}>Try again</Button>}
        >
          {error.message}
        </EmptyState>
      )}
      {/* Over the panes, so that they keep their height. */}
      <div className="absolute bottom-4 left-4">
        <ToastRegion inDialog />
      </div>
    </div>
  );
}

function Toolbar({ controls }: { controls: SavedRequestsControls }) {
  const { tab, showTab, show, setImporting } = useRequestsStore((state) => state);
  const { actions, agent } = useAppContext();
  const origin = useAgentOrigin();
  const { saved, change } = controls;
  const addCollection = () => {
    const names = saved.collections.map(({ name }) => name);
    const collection = createCollection(createUniqueName("New collection", names), origin);
    void change([{ kind: "collection", collection }]);
  };
  const startImport = () => {
    show(null);
    setImporting(true);
  };
  return (
    <div className="flex flex-none flex-wrap items-center gap-1.5 px-2.5 py-2">
      <SegmentedControl label="View" options={TABS} value={tab} onChange={showTab} />
      <span className="flex-1" />
      <Button icon="plus" disabled={agent.getState().endpoint === null} onClick={actions.saveDraft}>
        Save draft
      </Button>
      <MenuButton
        label="Add"
        icon="plus"
        align="end"
        items={[
          { id: "curl", label: "Paste a curl command…", onSelect: startImport },
          {
            id: "file",
            label: "Import a collection…",
            hint: "A file that was exported here",
            onSelect: () => chooseFile((file) => void importCollectionFile(file, controls)),
          },
          { id: "line", separator: true },
          { id: "new", label: "New collection", onSelect: addCollection },
        ]}
      >
        Add
      </MenuButton>
    </div>
  );
}

interface RequestPanesProps {
  controls: SavedRequestsControls;
  onSent: () => void;
}

function RequestPanes({ controls, onSent }: RequestPanesProps) {
  const { shown, isImporting } = useRequestsStore((state) => state);
  const found = findSavedRequest(controls.saved, shown);
  const isDetail = isImporting || found !== null;
  const isEmpty = controls.saved.collections.length === 0;
  return (
    <div className={PANES}>
      <div
        className={cx(
          "flex min-h-0 flex-col border-t border-r border-line-2 bg-bg-0 max-phone:border-r-0",
          (isDetail || isEmpty) && "max-phone:hidden",
        )}
      >
        <RequestList controls={controls} onSent={onSent} />
      </div>
      <div
        className={cx(
          "min-h-0 min-w-0 overflow-auto border-t border-line-2",
          !isDetail && !isEmpty && "max-phone:hidden",
        )}
      >
        {isImporting && <CurlImport controls={controls} />}
        {!isImporting && found && (
          <RequestDetail
            key={found.request.id}
            collection={found.collection}
            request={found.request}
            controls={controls}
            onSent={onSent}
          />
        )}
        {!isDetail && <NothingShown isEmpty={isEmpty} />}
      </div>
    </div>
  );
}

function NothingShown({ isEmpty }: { isEmpty: boolean }) {
  return isEmpty ? (
    <EmptyState icon="message" title="Nothing saved yet">
      Save a message from the composer, or a request from the menu of an exchange. Texts may contain
      variables, written {"{{name}}"}.
    </EmptyState>
  ) : (
    <EmptyState icon="message" title="Saved requests">
      Select a request to see, edit or send it.
    </EmptyState>
  );
}

/** Imports the file of a collection into the saved requests. A name that is taken gets a number. */
async function importCollectionFile(
  file: File,
  { saved, change }: SavedRequestsControls,
): Promise<void> {
  const text = await file.text().catch(() => null);
  if (text === null) return showToast({ text: `Couldn't read ${file.name}.` });
  const read = parseCollectionFile(text, () => crypto.randomUUID());
  if (typeof read === "string") return showToast({ text: `Couldn't import ${file.name}. ${read}` });
  const names = saved.collections.map(({ name }) => name);
  const collection = {
    ...read.collection,
    name: createUniqueName(read.collection.name, names),
  };
  const isAdded = await change(createImportChanges({ ...read, collection }));
  if (!isAdded) return;
  const count = formatQuantity(collection.requests.length, "request");
  const environments =
    read.environments.length > 0
      ? ` and ${formatQuantity(read.environments.length, "environment")}`
      : "";
  showToast({ text: `Imported ${count}${environments} into ${collection.name}` });
}
