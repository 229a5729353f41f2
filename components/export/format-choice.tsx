"use client";
import { EXPORT_FEATURES, type ExportFeature } from "../../lib/export/export-features.ts";
// Choice of the export format, with what the chosen one cannot express of this run.
import type { Exporter } from "../../lib/export/exporter.ts";
import { EXPORTERS } from "../../lib/export/formats.ts";
import { Choice, ChoiceGroup } from "./form-parts.tsx";

interface FormatChoiceProps {
  chosen: Exporter;
  /** Features of this run that the format cannot express. */
  lost: readonly ExportFeature[];
  onChange: (format: string) => void;
}

export function FormatChoice({ chosen, lost, onChange }: FormatChoiceProps) {
  return (
    <ChoiceGroup legend="Format" className="grid-cols-2 gap-x-5 gap-y-0.5 max-phone:grid-cols-1">
      {EXPORTERS.map(({ id, title, description }) => (
        <Choice
          key={id}
          type="radio"
          name="export-format"
          checked={chosen.id === id}
          aria-label={title}
          text={title}
          hint={description}
          onChange={() => onChange(id)}
        />
      ))}
      <p className="col-span-full mt-1.5 text-fg-2" role="status">
        {lost.length === 0 ? (
          "Lossless for this selection."
        ) : (
          <>
            <b className="font-semibold text-fg-1">Not included:</b>{" "}
            {lost.map((fact) => EXPORT_FEATURES[fact]).join(", ")}.
          </>
        )}
      </p>
    </ChoiceGroup>
  );
}
