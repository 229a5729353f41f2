"use client";
// A UI surface described by an agent, shown as data: its components, their text and the data model.
import type { UiSurface } from "../../lib/dialects/payloads/ui-surface.ts";
import { FactList, type Facts } from "../ui/fact-list.tsx";
import { Tag } from "../ui/tag.tsx";
import { truncateText } from "./agent-text.tsx";
import { ShowMore } from "./show-more.tsx";
import { JsonBox } from "./value-view.tsx";

export function SurfacesView({ surfaces }: { surfaces: readonly UiSurface[] }) {
  return (
    <ShowMore
      items={surfaces}
      renderList={(items) => <div>{items}</div>}
      renderItem={(surface) => <SurfaceView key={surface.id} surface={surface} />}
    />
  );
}

function SurfaceView({ surface }: { surface: UiSurface }) {
  const { id, root, catalog, components, data, isDeleted } = surface;
  const facts: Facts = [["Surface", truncateText(id, 200) || "unnamed"]];
  if (root !== null) facts.push(["Root component", truncateText(root, 200)]);
  if (catalog !== null) facts.push(["Catalog", truncateText(catalog, 200)]);
  if (isDeleted) facts.push(["Deleted", "yes"]);
  return (
    <>
      <FactList dense facts={facts} />
      {components.length > 0 && (
        <ShowMore
          items={components}
          renderList={(items) => (
            <ul className="grid grid-cols-1 gap-[3px]" aria-label="Components">
              {items}
            </ul>
          )}
          renderItem={(component) => (
            <li key={component.id} className="flex flex-wrap gap-2 wrap-anywhere">
              <Tag>{truncateText(component.type, 60) || "?"}</Tag>
              <span className="mono text-fg-3">{truncateText(component.id, 100)}</span>
              {component.text !== null && <span dir="auto">{truncateText(component.text)}</span>}
            </li>
          )}
        />
      )}
      {data.length > 0 && <JsonBox label="Data model" value={data} />}
    </>
  );
}
