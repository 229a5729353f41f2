"use client";
// Fields for the method, URL and headers of a request that is sent as written.
import { TextArea, TextField } from "../ui/field.tsx";

interface RequestHead {
  readonly method: string;
  readonly url: string;
  /** A line for each header. */
  readonly headers: string;
}

interface RequestHeadFieldsProps {
  head: RequestHead;
  onChange: (changed: Partial<RequestHead>) => void;
}

export function RequestHeadFields({ head, onChange }: RequestHeadFieldsProps) {
  return (
    <>
      <div className="flex gap-2 max-phone:flex-wrap">
        <TextField
          label="HTTP method"
          className="flex-[0_0_92px]"
          mono
          value={head.method}
          onChange={(method) => onChange({ method })}
        />
        <TextField
          label="Request URL"
          className="flex-1 max-phone:basis-full"
          mono
          value={head.url}
          onChange={(url) => onChange({ url })}
        />
      </div>
      <TextArea
        label="Headers"
        look="exact"
        className="min-h-14.5"
        spellCheck={false}
        value={head.headers}
        onChange={(headers) => onChange({ headers })}
      />
    </>
  );
}
