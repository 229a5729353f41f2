"use client";
// A surface that an agent describes, told as data: which components, what they say, what they hold.
import type { UiSurface } from "../../lib/dialects/payloads/ui-surface.ts";
import { FactList, type Facts } from "../inspect/entry-facts.tsx";
import { Tag } from "../ui/tag.tsx";
import { JsonBox } from "./json-box.tsx";
import { Most } from "./most.tsx";
import { short } from "./short.ts";

export function SurfacesView({ surfaces }: { surfaces: readonly UiSurface[] }) {
  return (
    <Most
      of={surfaces}
      list={(items) => <div className="said-surfaces">{items}</div>}
      each={(surface) => <SurfaceView key={surface.id} surface={surface} />}
    />
  );
}

function SurfaceView({ surface }: { surface: UiSurface }) {
  const { id, root, catalog, components, data, isDeleted } = surface;
  const facts: Facts = [["Surface", short(id, 200) || "not named"]];
  if (root !== null) facts.push(["Begins with", short(root, 200)]);
  if (catalog !== null) facts.push(["Catalog", short(catalog, 200)]);
  if (isDeleted) facts.push(["Deleted", "yes"]);
  return (
    <>
      <FactList facts={facts} />
      {components.length > 0 && (
        <Most
          of={components}
          list={(items) => (
            <ul className="said-components" aria-label="Components">
              {items}
            </ul>
          )}
          each={(component) => (
            <li key={component.id}>
              <Tag>{short(component.type, 60) || "?"}</Tag>
              <span className="mono text-fg-3">{short(component.id, 100)}</span>
              {component.text !== null && <span dir="auto">{short(component.text)}</span>}
            </li>
          )}
        />
      )}
      {data.length > 0 && <JsonBox label="Data model" value={data} />}
    </>
  );
}
