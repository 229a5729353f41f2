"use client";
// Dialog that saves a message or a request under a name, in a collection.
import type { RequestContent } from "../../lib/requests/schemas.ts";
import { useDialogParameters, useOpenDialog } from "../app-context.tsx";
import { announce } from "../ui/announce.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { showToast } from "../ui/toast.tsx";
import { useRequestsStore } from "./requests-store.ts";
import { useSaveForm } from "./save-fields.tsx";
import { useSavedRequests } from "./use-saved-requests.ts";

export default function SaveDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const content = useDialogParameters("save-request")?.content;
  return (
    <Dialog open={open} onClose={onClose} title="Save request">
      {content && <SaveBody content={content} onClose={onClose} />}
    </Dialog>
  );
}

function SaveBody({ content, onClose }: { content: RequestContent; onClose: () => void }) {
  const controls = useSavedRequests();
  const form = useSaveForm(content, controls);
  const show = useRequestsStore((state) => state.show);
  const openDialog = useOpenDialog();
  const save = async () => {
    const id = await form.save();
    if (id === null) return;
    announce(`Saved ${form.name}`);
    onClose();
    showToast({
      text: `Saved ${form.name}`,
      action: {
        label: "Show",
        run() {
          show(id);
          openDialog("requests");
        },
      },
    });
  };
  const text = content.kind === "message" ? content.text : `${content.method} ${content.url}`;
  return (
    <form
      className="grid gap-3 text-12/5"
      onSubmit={(event) => {
        event.preventDefault();
        if (form.refusal === null && controls.isLoaded) void save();
      }}
    >
      {text.trim() !== "" && (
        <p className="line-clamp-3 wrap-anywhere text-fg-2" dir="auto">
          {boundText(text)}
        </p>
      )}
      {form.fields}
      {form.removed.length > 0 && (
        <p className="text-fg-2">
          Not saved: {boundText(form.removed.join(", "))}. Credentials stay in the credentials of
          the agent.
        </p>
      )}
      {form.refusal !== null && (
        <p role="alert" className="text-error">
          {boundText(form.refusal)}
        </p>
      )}
      {controls.error && (
        <p role="alert" className="text-error">
          {boundText(controls.error.message)}
        </p>
      )}
      <div className="flex justify-end gap-1.5">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={form.refusal !== null || !controls.isLoaded}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
