"use client";
// Dialog that copies a link to a recording in the shared store, for a time that the user chooses.
import { useState } from "react";
import { apiClient } from "../../lib/session/api-client.ts";
import { formatLogAddress } from "../../lib/session/page-address.ts";
import { useDialogParameters } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { showFailureToast, showToast } from "../ui/toast.tsx";

const HOUR = 3600;
const LIFETIMES = [
  { value: String(HOUR), label: "1 hour" },
  { value: String(24 * HOUR), label: "1 day" },
  { value: String(7 * 24 * HOUR), label: "7 days" },
] as const;
const TARGETS = [
  { value: "page", label: "Opens in Loupe" },
  { value: "log", label: "Log file" },
] as const;

interface LinkDialogProps {
  open: boolean;
  onClose: () => void;
}

export default function LinkDialog({ open, onClose }: LinkDialogProps) {
  const parameters = useDialogParameters("link");
  const [seconds, setSeconds] = useState<string>(LIFETIMES[1].value);
  const [target, setTarget] = useState<(typeof TARGETS)[number]["value"]>("page");
  const copy = async (recording: string) => {
    try {
      const { url, expiresAt } = await apiClient.createLink(recording, {
        seconds: Number(seconds),
      });
      const link = target === "page" ? formatLogAddress(`${location.origin}/`, url) : url;
      if (!(await copyText(link))) throw new Error("The browser did not copy the link.");
      showToast({ text: `Copied. The link works until ${new Date(expiresAt).toLocaleString()}.` });
      onClose();
    } catch (error) {
      showFailureToast(error);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Copy link"
      footer={
        <Button
          variant="primary"
          icon="link"
          onClick={() => parameters && void copy(parameters.recording)}
        >
          Copy link
        </Button>
      }
    >
      <div className="grid gap-3 text-fg-2">
        <p>
          Anyone who has the link can read all of <b>{parameters?.title}</b>, without signing in,
          until it expires. It cannot be taken back before.
        </p>
        <div className="flex items-center justify-between gap-3">
          <span aria-hidden="true">Works for</span>
          <SegmentedControl
            label="Works for"
            options={LIFETIMES}
            value={seconds}
            onChange={setSeconds}
          />
        </div>
        <div className="flex items-center justify-between gap-3">
          <span aria-hidden="true">Leads to</span>
          <SegmentedControl
            label="Leads to"
            options={TARGETS}
            value={target}
            onChange={setTarget}
          />
        </div>
      </div>
    </Dialog>
  );
}
