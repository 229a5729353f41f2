"use client";
// Form field for a file, which is sent inside the reply.
import { useState } from "react";
import { formatBytes } from "../ui/format.ts";
import type { FileValue } from "./form-values.ts";

const MAX_FILE_BYTES = 2_000_000;

export interface FileFieldProps {
  label: string;
  required: boolean;
  onChange: (files: readonly FileValue[]) => void;
}

export function FileField({ label, required, onChange }: FileFieldProps) {
  const [problem, setProblem] = useState("");
  const take = async (file: File | undefined) => {
    setProblem("");
    if (!file) return onChange([]);
    if (file.size > MAX_FILE_BYTES) {
      onChange([]);
      return setProblem(`Larger than ${formatBytes(MAX_FILE_BYTES)}: too large for a message.`);
    }
    const mime_type = file.type || "application/octet-stream";
    onChange([{ uri: await readAsDataUri(file), name: file.name, mime_type }]);
  };
  return (
    <>
      <input
        type="file"
        aria-label={label}
        required={required}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      {problem !== "" && <p className="text-error">{problem}</p>}
    </>
  );
}

function readAsDataUri(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
